import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isWrapped, WrappedSecrets } from '../../src/store/wrapped-secrets.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const FIRST = 'first first first first first first';
const SECOND = 'second second second second second';
const file = (...lines: string[]): string => fileIn(newFolder(), 'secret', lines.join('\n'));

it('any text comes back from its place, and nothing of it is seen', () => {
  const secrets = new WrappedSecrets(file(FIRST));
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 12 }), (text) => {
      const stored = secrets.wrap('place', text);
      expect(isWrapped(stored)).toBe(true);
      expect(stored).not.toContain(text);
      expect(secrets.unwrap('place', stored, 'here')).toBe(text.toWellFormed());
    }),
    { numRuns: 50 },
  );
  expect(secrets.wrap('place', 'text')).not.toBe(secrets.wrap('place', 'text'));
});

it('what is not wrapped is taken as it is, and without the setting nothing is wrapped', () => {
  expect(new WrappedSecrets(file(FIRST)).unwrap('place', 'text', 'here')).toBe('text');
  expect(new WrappedSecrets(undefined).wrap('place', 'text')).toBe('text');
});

it('another place, a change of any byte, another secret and none: each is refused with the setting named', () => {
  const path = file(FIRST);
  const secrets = new WrappedSecrets(path);
  const stored = secrets.wrap('place', 'text');
  expect(() => secrets.unwrap('another', stored, 'here')).toThrow(/^here: .*LIKENESS_SECRET_FILE/);
  const [, version, body] = /^(.*:)(.*)\n$/.exec(stored)!;
  const bytes = Buffer.from(body!, 'base64');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(() => secrets.unwrap('place', `${version}${changed.toString('base64')}`, 'here')).toThrow(/was changed/);
  }
  for (const length of [0, 43, bytes.length - 1])
    expect(() => secrets.unwrap('place', `${version}${bytes.subarray(0, length).toString('base64')}`, 'here')).toThrow(
      /was changed/,
    );
  expect(() => new WrappedSecrets(file(SECOND)).unwrap('place', stored, 'here')).toThrow(
    /here: it is encrypted with a secret that is not in .* \(LIKENESS_SECRET_FILE\)/,
  );
  expect(() => new WrappedSecrets(undefined).unwrap('place', stored, 'here')).toThrow(
    'here: it is encrypted, but LIKENESS_SECRET_FILE is not set: set it to the path of the file with the secret',
  );
  expect(() => secrets.unwrap('place', stored.replace(':1:', ':2:'), 'here')).toThrow(/cannot read/);
});

it('the first line wraps, all unwrap: so a secret is replaced', () => {
  const path = file(FIRST);
  const running = new WrappedSecrets(path);
  const before = running.wrap('place', 'text');
  expect(running.renewed('place', before, 'here')).toBe(before);
  writeFileSync(path, `${SECOND}\r\n\n${FIRST}\n`);
  const both = new WrappedSecrets(path);
  const after = both.renewed('place', before, 'here');
  expect(after).not.toBe(before);
  expect(both.renewed('place', after, 'here')).toBe(after);
  expect(new WrappedSecrets(file(SECOND)).unwrap('place', after, 'here')).toBe('text');
  // A process that started with only the first secret finds the second.
  expect(running.unwrap('place', after, 'here')).toBe('text');
  // A secret that was read stays valid when the file is deleted.
  rmSync(path);
  expect(running.unwrap('place', before, 'here')).toBe('text');
});

it('without wrapping from now on, what was wrapped is read, and written in plaintext', () => {
  const path = file(FIRST);
  const stored = new WrappedSecrets(path).wrap('place', 'text');
  const givenUp = new WrappedSecrets(path, true);
  expect(givenUp.renewed('place', stored, 'here')).toBe('text');
  expect(givenUp.renewed('place', 'text', 'here')).toBe('text');
});

it('a file that is no secret is refused, and why', () => {
  const refused = (path: string, why: RegExp): void =>
    expect(() => new WrappedSecrets(path)).toThrow(new RegExp(`^LIKENESS_SECRET_FILE: ${path}: .*${why.source}`));
  const folder = newFolder();
  refused(`${folder}/none`, /file not found/);
  refused(folder, /not a file/);
  refused(file(''), /the file is empty.*at least 32 bytes/);
  refused(file(FIRST, 'x'.repeat(31)), /line 2 is too short.*at least 32 bytes/);
  refused(file('x'.repeat(65_537)), /probably the wrong file/);
  refused(fileIn(newFolder(), 'secret', Buffer.alloc(64, 0xff)), /not text: write the secret in base64/);
  expect(new WrappedSecrets(file('x'.repeat(32))).path).toBeDefined();
});

it.skipIf(process.platform === 'win32')('says whether others may read the file', () => {
  const path = file(FIRST);
  chmodSync(path, 0o600);
  expect(new WrappedSecrets(path).isShared).toBe(false);
  chmodSync(path, 0o640);
  expect(new WrappedSecrets(path).isShared).toBe(true);
});
