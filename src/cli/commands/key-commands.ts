import type { Command } from 'commander';
import { TOKEN_LIFE } from '../../service/auth/access-tokens.js';
import { renewSecretFiles } from '../../service/auth/secret-files.js';
import { rotateKey } from '../../service/auth/signing-keys.js';
import { SECRET_FILE, wrappedSecrets } from '../../store/wrapped-secrets.js';
import { command, commandGroup, flag } from '../command.js';
import { mustExist } from '../open/data-folder.js';
import { WrongUse } from '../../runtime/failure.js';
import { jsonOption } from '../options.js';
import { onSharedFiles, sharedDataOptions } from '../shared-folder-files.js';
import { show } from '../output/print.js';

export const keyCommand = (): Command =>
  commandGroup('key', 'rotate or encrypt the key that signs access tokens (works while a server is running)', [
    rotateCommand(),
    wrapCommand(),
  ]);

const rotateCommand = (): Command =>
  command({
    name: 'rotate',
    description: 'start signing with a new key; tokens of the previous key remain valid until they expire',
    inputs: {
      now: flag('--now', 'invalidate all issued tokens immediately; use it if the key may be compromised'),
      ...sharedDataOptions,
      ...jsonOption,
    },
    examples: ['key rotate', 'key rotate --now'],
    run: onSharedFiles(({ now, data, json }, record, clock) => {
      const { kid, verifying } = rotateKey(data, now === true ? 0 : TOKEN_LIFE * 1000, clock());
      const kept = now === true ? 'all earlier tokens are invalid' : `earlier keys that remain valid: ${verifying}`;
      record({ action: 'keyRotated', target: [kid], detail: kept });
      show(json, { kid, verifying }, () => `new signing key: ${kid}; ${kept}\n`);
    }),
  });

const wrapCommand = (): Command =>
  command({
    name: 'wrap',
    description: `encrypt the signing keys and the webhook secrets with the first line of the file that ${SECRET_FILE} names`,
    inputs: {
      off: flag('--off', 'decrypt them instead, so that the file is no longer needed'),
      ...sharedDataOptions,
      ...jsonOption,
    },
    remarks: `\`likeness serve\` does the same when it starts. To replace the secret, insert the new secret as the first line of the file, above the current secret, on every node.
Then run \`key wrap\`, and remove the old line. Before you use --off, stop the servers, because a server with this
setting encrypts the keys again at its next startup.`,
    examples: ['key wrap', 'key wrap --store postgres://likeness:secret@db/likeness', 'key wrap --off'],
    run: async ({ off = false, ...given }) => {
      const secrets = wrappedSecrets(off);
      const { path } = secrets;
      if (path === undefined)
        throw new WrongUse(`${SECRET_FILE} is not set: set it to the path of a file with a secret`);
      if (given.store === undefined) mustExist(given.data);
      const how = off ? 'not encrypted' : `encrypted with the first line of ${path}`;
      await onSharedFiles<typeof given>(({ data, json }, record) => {
        const changed = renewSecretFiles(data, secrets);
        if (changed.length > 0) record({ action: 'secretsWrapped', target: changed, detail: how });
        const shown = changed.length > 0 ? `${changed.join(', ')}: now ${how}` : `nothing to change: already ${how}`;
        show(json, { changed }, () => `${shown}\n`);
      })(given);
    },
  });
