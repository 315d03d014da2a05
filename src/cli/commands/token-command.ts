import type { Command } from 'commander';
import { TOKEN_FORMS } from '../../service/auth/client.js';
import { Auth } from '../../service/auth/auth.js';
import { REFRESH, REFRESH_DAYS, TOKEN_LIFE } from '../../service/auth/access-tokens.js';
import { choice, command, flag, required } from '../command.js';
import { jsonOption } from '../options.js';
import { onSharedFiles, sharedDataOptions } from '../shared-folder-files.js';
import { show } from '../output/print.js';

export const tokenCommand = (): Command =>
  command({
    name: 'token',
    description: 'print an access token for a client (works while a server is running; valid for two hours)',
    inputs: {
      client: required('--client <id>', 'client_id'),
      format: choice(
        '--format <format>',
        'with `platform`, the token has the Salesforce format, 00D...!... (default: the format set for the client)',
        TOKEN_FORMS,
      ),
      refresh: flag(
        '--refresh',
        `print a refresh token instead (valid for ${REFRESH_DAYS} days), for tools that log in with a refresh token and the client's Id and secret`,
      ),
      ...sharedDataOptions,
      ...jsonOption,
    },
    examples: [
      'token --client 0123456789abcdef0123456789abcdef',
      'token --client 0123456789abcdef0123456789abcdef --format platform',
      'token --client 0123456789abcdef0123456789abcdef --refresh',
    ],
    run: onSharedFiles(({ client, format, refresh, data, json }, record, now) => {
      const auth = new Auth({ dataFolder: data, now });
      if (refresh === true) {
        const token = auth.issueRefreshToken(client);
        record({ action: 'tokenIssued', target: [client], detail: 'refresh' });
        show(json, { refresh_token: token, expires_in: REFRESH.life }, () => `${token}\n`);
        return;
      }
      const token = auth.issueToken(client, format);
      record({ action: 'tokenIssued', target: [client] });
      show(json, { access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFE }, () => `${token}\n`);
    }),
  });
