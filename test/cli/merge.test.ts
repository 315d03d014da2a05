import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveForTest } from '../http/serve.js';
import { cli, done, json, words } from '../support/command-line.js';
import { newFolder } from '../support/temporary-folder.js';

let folders: string[];
let ids: string[];
beforeEach(async () => {
  const data = newFolder();
  folders = ['--data', data, '--config', newFolder()];
  const file = join(newFolder(), 'contacts.csv');
  writeFileSync(file, 'FirstName,LastName,Phone,Title\nJo,Doe,1,\nJoanna,Doe,,Director\n');
  await done(['import', '--no-check', file, '--object', 'Contact', ...folders]);
  const rows = await done(['export', '--object', 'Contact', '--format', 'ndjson', ...folders]);
  ids = rows.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { Id: string }).Id]));
});

const contacts = async () => {
  const rows = await done(['export', '--object', 'Contact', '--format', 'ndjson', ...folders]);
  return rows.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
};

describe('likeness merge', () => {
  it('makes one record of two, says why each value survived, and how to take it back', async () => {
    const [one, two] = ids as [string, string];
    const text = await done(words`merge ${one} ${two} --object contact --master ${one} --set FirstName=${two}
      ${folders}`);
    expect(text).toContain(`merged ${two} into ${one} (given); 0 references now point to it`);
    expect(text).toMatch(new RegExp(`FirstName +Joanna +given +${two}`));
    expect(text).toMatch(new RegExp(`Title +Director +firstNonBlank +${two}`));
    expect(await contacts()).toMatchObject([{ Id: one, FirstName: 'Joanna', Phone: '1', Title: 'Director' }]);
    expect(readFileSync(join(folders[1]!, 'audit.log'), 'utf8')).toContain('"action":"merged"');
    expect(await done(['merge', one, two, '--object', 'Contact', ...folders])).toMatch(/nothing to merge/);

    const [, change] = /likeness undo (change-\d+)/.exec(text)!;
    expect(await done(['history', two, ...folders])).toMatch(/delete +merge/);
    await done(['undo', change!, ...folders]);
    expect(await contacts()).toMatchObject([{ Id: one, FirstName: 'Jo' }, { Id: two }]);
  });

  it.each<[string, string[], RegExp]>([
    ['one record', ['$one'], /at least two records/],
    ['an Id that is none', ['$one', 'x'], /'x' is not an Id of Contact/],
    ['a field that there is not', ['$one', '$two', '--set', 'Titel=x'], /Titel.*Title/],
    ['a value without a field', ['$one', '$two', '--set', 'x'], /expected Field=value/],
  ])('of %s fails with a reason, and changes nothing', async (_what, args, reason) => {
    const named = args.map((each) => each.replace('$one', ids[0]!).replace('$two', ids[1]!));
    const { code, stderr } = await cli(['merge', ...named, '--object', 'Contact', ...folders]);
    expect([code === 0, stderr]).toEqual([false, expect.stringMatching(reason)]);
    expect(await contacts()).toHaveLength(2);
  });

  it('works through a running service', async () => {
    const served = await serveForTest();
    const likeness = served.likeness;
    const made = await Promise.all(
      ['A', 'B'].map((LastName) =>
        likeness.upsert({ objectType: 'Contact', objectData: { LastName } }, { clientId: 'test' }),
      ),
    );
    const address = ['--url', served.url, '--token', served.auth.issueToken(served.client.client_id)];
    const all = made.map(({ objectId }) => objectId!);
    const merged = await json<object>(words`merge ${all} --object Contact --master ${all[1]!} --json ${address}`);
    expect(merged).toMatchObject({ masterId: all[1], mergedIds: [all[0]] });
  });
});
