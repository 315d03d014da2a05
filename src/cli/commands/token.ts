import { Command, Option } from 'commander';
import { Auth } from '../../auth/auth.js';
import { TOKEN_LIFE } from '../../auth/tokens.js';
import { audit } from '../audit.js';
import { dataOption, jsonOption, withExamples } from '../options.js';
import { printJson } from '../output/print.js';

/** `likeness token`: an access token for a client of this data folder, made beside a running server. */
export function tokenCommand(): Command {
  const command = new Command('token')
    .description('print an access token for a client (works beside a running server; lives two hours)')
    .requiredOption('--client <id>', 'client_id')
    .addOption(
      new Option('--format <format>', "platform: as the platform's own command line wants it (00D...!...)")
        .choices(['jwt', 'platform'])
        .default('jwt'),
    )
    .addOption(dataOption())
    .addOption(jsonOption())
    .action((options: { client: string; format: 'jwt' | 'platform'; data: string; json?: boolean }) => {
      const token = new Auth({ dataFolder: options.data }).issueToken(options.client, options.format);
      audit(options.data, { action: 'tokenIssued', target: [options.client] });
      if (options.json === true) printJson({ access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFE });
      else process.stdout.write(`${token}\n`);
    });
  return withExamples(command, [
    'token --client 0123456789abcdef0123456789abcdef',
    'token --client 0123456789abcdef0123456789abcdef --format platform',
  ]);
}
