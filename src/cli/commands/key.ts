import type { Command } from 'commander';
import { rotateKey } from '../../auth/signing-keys.js';
import { TOKEN_LIFE } from '../../auth/access-tokens.js';
import { command, commandGroup, flag } from '../command.js';
import { jsonOption } from '../options.js';
import { onSharedFiles, sharedDataOptions } from '../shared-files.js';
import { show } from '../output/print.js';

/** `likeness key ...`: works beside a running server, which follows. */
export const keyCommand = (): Command =>
  commandGroup('key', 'the key that access tokens are signed with (works beside a running server)', [rotateCommand()]);

const rotateCommand = (): Command =>
  command(
    'rotate',
    {
      description: 'sign with a new key from now on; tokens of the key before count until they expire',
      inputs: {
        now: flag('--now', 'every token that was given so far is void at once: for a key that others may have seen'),
        ...sharedDataOptions,
        ...jsonOption,
      },
      examples: ['key rotate', 'key rotate --now'],
    },
    onSharedFiles(({ now, data, json }, record, clock) => {
      const { kid, verifying } = rotateKey(data, now === true ? 0 : TOKEN_LIFE * 1000, clock());
      const kept = now === true ? 'all tokens before are void' : `${verifying} before still verify`;
      record({ action: 'keyRotated', target: [kid], detail: kept });
      show(json, { kid, verifying }, () => `key ${kid} signs from now on; ${kept}\n`);
    }),
  );
