import { Command } from 'commander';
import { rotateKey } from '../../auth/keys.js';
import { TOKEN_LIFE } from '../../auth/tokens.js';
import { audit } from '../audit.js';
import { dataOption, jsonOption, withExamples } from '../options.js';
import { printJson } from '../output/print.js';

/** `likeness key ...`: works beside a running server, which follows. */
export function keyCommand(): Command {
  const key = new Command('key').description(
    'the key that access tokens are signed with (works beside a running server)',
  );
  key.addCommand(rotateCommand());
  return key;
}

function rotateCommand(): Command {
  const command = new Command('rotate')
    .description('sign with a new key from now on; tokens of the key before count until they expire')
    .option('--now', 'every token that was given so far is void at once: for a key that others may have seen')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action((options: { now?: boolean; data: string; json?: boolean }) => {
      const { kid, verifying } = rotateKey(options.data, options.now === true ? 0 : TOKEN_LIFE * 1000, Date.now());
      const kept = options.now === true ? 'all tokens before are void' : `${verifying} before still verify`;
      audit(options.data, { action: 'keyRotated', target: [kid], detail: kept });
      if (options.json === true) printJson({ kid, verifying });
      else process.stdout.write(`key ${kid} signs from now on; ${kept}\n`);
    });
  return withExamples(command, ['key rotate', 'key rotate --now']);
}
