import type { Command } from 'commander';
import { Auth } from '../../service/auth/auth.js';
import { LOGIN_CODE_MINUTES } from '../../service/auth/login-codes.js';
import { command, parsedOr, text } from '../command.js';
import { WrongUse } from '../../runtime/failure.js';
import { jsonOption } from '../options.js';
import { onSharedFiles, sharedDataOptions } from '../shared-folder-files.js';
import { show } from '../output/print.js';
import { consoleAddress, ownClientId } from '../serve/own-client.js';

const DEFAULT_ADDRESS = 'http://127.0.0.1:8080';

export const consoleCommand = (): Command =>
  command({
    name: 'console',
    description: `print a URL that logs one browser into the console; it works once, within ${LOGIN_CODE_MINUTES} minutes (the server can be running)`,
    inputs: {
      client: text('--client <id>', "log in as this client (default: the client 'console', which has all scopes)"),
      url: parsedOr('--url <address>', 'URL at which browsers reach the service', addressOf, DEFAULT_ADDRESS),
      ...sharedDataOptions,
      ...jsonOption,
    },
    examples: ['console', 'console --client 0123456789abcdef0123456789abcdef --url https://likeness.example.com'],
    run: onSharedFiles(({ client, url, data, json }, record, now) => {
      const auth = new Auth({ dataFolder: data, now });
      const clientId = client ?? ownClientId(data, 'console', record, now);
      const address = consoleAddress(url, auth.issueLoginCode(clientId));
      record({ action: 'loginCodeIssued', target: [clientId] });
      show(json, { url: address, expires_in: LOGIN_CODE_MINUTES * 60 }, () => `open ${address}\n`);
    }),
  });

function addressOf(given: string): string {
  if (URL.canParse(given) && ['http:', 'https:'].includes(new URL(given).protocol)) return given;
  throw new WrongUse(`--url: expected an address such as ${DEFAULT_ADDRESS}, got '${given}'`);
}
