import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { needs } from '../../../support/needs.js';
import { makeId } from '../../../../src/records/ids.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import type { PostgresStore } from '../../../../src/extensions/postgres/store/postgres-store.js';
import { textOf } from '../../../deploy/deployment.js';
import { done } from '../../../support/command-line.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { lead, serve, UPSERT, type Served, serveForTest } from '../../../http/serve.js';
import { loseTail } from './lost-tail.js';
import { emptyDatabase, postgres, type TestDatabase } from './postgres.js';

interface Node {
  readonly store: PostgresStore;
  readonly served: Served;
  /** @returns the Id */
  upsert(values: Record<string, unknown>): Promise<string>;
  remove(id: string): Promise<void>;
}

/** Opens a service on a database in this process. @param folder Folder of the node, if any */
async function open(database: TestDatabase, folder?: string): Promise<Node> {
  const store = await openPostgresStore(database.url(), { folder });
  const served = await serveForTest({ store });
  return {
    store,
    served,
    upsert: async (values) => {
      const input = { objectType: 'Lead', objectData: values, duplicateCheck: false };
      const { status, body, text } = await served.post(UPSERT, { input });
      expect([status, body.isSuccess], text).toEqual([200, true]);
      return body.objectId;
    },
    remove: async (id) => {
      const { status } = await served.call('DELETE', `/services/data/v60.0/sobjects/Lead/${id}`);
      expect(status).toBe(204);
    },
  };
}

interface KeptLine {
  readonly diverged?: { readonly position: number; readonly common: { readonly change: number } };
  readonly change?: { readonly recordId: string; readonly action: string; readonly values?: Record<string, unknown> };
  readonly record?: { readonly recordId: string };
  readonly end?: { readonly changes: number };
}

/** Returns the lines of the node's file of lost changes; an empty array if there is no file. */
function keptIn(folder: string): KeptLine[] {
  const names = readdirSync(folder).filter((name) => name.startsWith('diverged-'));
  expect(names.length).toBeLessThan(2);
  if (names[0] === undefined) return [];
  expect(names[0]).toMatch(/^diverged-\d{8}T\d{9}Z\.jsonl$/);
  expect(statSync(join(folder, names[0])).mode & 0o777).toBe(0o600);
  const lines = readFileSync(join(folder, names[0]), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as KeptLine);
}

const changesIn = (lines: readonly KeptLine[]) => lines.flatMap(({ change }) => (change === undefined ? [] : [change]));

/** Waits until a node has noticed the loss and saved the lost changes. */
async function settled({ store }: Node): Promise<string> {
  const why = await store.diverged;
  await why.settled;
  return why.message;
}

/** Runs a code block of the page, selected by the word after `sh`, and returns its output. */
function pasted(block: string, cwd: string): string {
  const commands = new RegExp(`^\`\`\`sh ${block}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(
    textOf('data/deploy/OPERATIONS.md'),
  )![1]!;
  return execFileSync('bash', ['-eu', '-o', 'pipefail', '-c', commands], { cwd, encoding: 'utf8', timeout: 300_000 });
}

const COMMON = 3;

/** Another node commits to the shortened log, using the same positions and Ids. */
async function goOn(database: TestDatabase, isCompacted: boolean): Promise<void> {
  await loseTail(database, COMMON);
  const store = await openPostgresStore(database.url());
  const served = await serve({ store });
  for (const name of ['Other', 'Another', 'Third', 'Fourth', 'Fifth', 'Sixth']) {
    const input = { objectType: 'Lead', objectData: lead({ LastName: name }), duplicateCheck: false };
    expect((await served.post(UPSERT, { input })).status).toBe(200);
  }
  if (isCompacted) await compacted(database, store);
  await served.close();
}

/** Compacts the log into a snapshot. */
async function compacted(database: TestDatabase, store: PostgresStore): Promise<void> {
  await store.compact();
  expect(await database.query(`select from ${database.schema}.commits`)).toEqual([]);
}

/** Ways in which the log loses its end after both nodes have read it, each with an optional step before the loss. */
const LOSSES: readonly [string, (database: TestDatabase) => Promise<void>, typeof compacted?][] = [
  ['is shorter', (database) => loseTail(database, COMMON)],
  ['begins where it was cut', (database) => loseTail(database, COMMON), compacted],
  ['has gone on', (database) => goOn(database, false)],
  ['has gone on, and begins behind that,', (database) => goOn(database, true)],
];

postgres.describe('a node over a log that lost its end', () => {
  it.each(LOSSES)('that %s keeps what was lost, and nothing else, for people', async (_name, lose, before) => {
    const database = await emptyDatabase();
    const folder = newFolder();
    const writer = await open(database);
    const idle = await open(database, folder);
    const kept = await writer.upsert(lead({ LastName: 'Kept' }));
    const changed = await writer.upsert(lead({ LastName: 'Before' }));
    const gone = await writer.upsert(lead({ LastName: 'Gone' }));
    await before?.(database, writer.store);
    // The following changes will be lost.
    await writer.upsert({ Id: changed, LastName: 'Between' });
    await writer.upsert({ Id: changed, LastName: 'After' });
    await writer.remove(gone);
    const made = await writer.upsert(lead({ LastName: 'Made' }));
    await idle.store.waitFor(7);
    // No registered node prevents trimming the log.
    await database.query(`delete from ${database.schema}.nodes`);
    await lose(database);

    expect(await settled(idle)).toMatch(/; diverged-\S+\.jsonl in .* has 4 changes that the log has lost$/);
    const lines = keptIn(folder);
    expect(lines[0]!.diverged).toMatchObject({ position: 7, common: { change: COMMON } });
    expect(lines.at(-1)!.end).toEqual({ changes: 4, decisions: 0 });
    expect(changesIn(lines)).toMatchObject([
      { recordId: changed, action: 'update', before: { LastName: 'Before' } },
      { recordId: changed, action: 'update', values: { LastName: 'After', Company: 'Example Ltd' } },
      { recordId: gone, action: 'delete', before: { LastName: 'Gone' }, values: null },
      { recordId: made, action: 'create', values: { LastName: 'Made' } },
    ]);
    expect(changesIn(lines)[0]).not.toHaveProperty('values');
    expect(JSON.stringify(lines)).not.toContain(kept);
    expect(await settled(writer)).toMatch(/has no data folder in which to keep the changes/);
    const next = await open(database);
    expect([next.store.get(made)?.fields['LastName'] === 'Made', next.store.get(gone)?.fields['LastName']]).toEqual([
      ...[false, 'Gone'],
    ]);
  });

  it('keeps it so that it can be sent again, as OPERATIONS.md says', needs('jq'), async () => {
    const database = await emptyDatabase();
    const folder = newFolder();
    const node = await open(database, folder);
    const there = await node.upsert(lead({ LastName: 'There', Email: 'there@example.org' }));
    await node.upsert(lead({ LastName: 'Made', Email: 'made@example.org' }));
    const short = await node.upsert(lead({ LastName: 'Short', Email: 'short@example.org' }));
    await node.remove(short);
    await node.upsert({ Id: there, Street: 'Elsewhere 1' });
    await loseTail(database, 1);
    await settled(node);
    const listed = pasted('list', folder).trimEnd().split('\n');
    expect(listed.map((line) => (JSON.parse(line) as string[])[2])).toEqual(['create', 'create', 'delete', 'update']);
    pasted('lost', folder);
    const next = await open(database);
    const to = ['--url', next.served.url, '--token', next.served.token];
    await done(['import', join(folder, 'leads.jsonl'), '--object', 'Lead', ...to]);
    const names = [...next.store.scan('Lead')].map(({ fields }) => fields['LastName']);
    expect(names).toEqual(['There', 'Made']);
  });

  it('keeps all its contents if the log is empty', async () => {
    const database = await emptyDatabase();
    const folder = newFolder();
    const idle = await open(database, folder);
    const id = await idle.upsert(lead());
    const another = makeId('00Q', 4_000);
    await idle.store.append({ changes: [{ kind: 'put', record: { ...idle.store.get(id)!, id: another } }] });
    await loseTail(database, 0);
    await settled(idle);
    const lines = keptIn(folder);
    expect(changesIn(lines)).toMatchObject([{ recordId: id, action: 'create', values: { LastName: 'Doe' } }]);
    expect(lines.flatMap(({ record }) => record?.recordId ?? [])).toEqual([another]);
  });

  it('keeps nothing if it has read less than the log contains', async () => {
    const database = await emptyDatabase();
    const folder = newFolder();
    const slow = await open(database, folder);
    await slow.upsert(lead());
    const holding = await slow.store.shared.hold();
    const writer = await open(database);
    await writer.upsert(lead({ LastName: 'Later' }));
    // A node that is absent for a long time no longer prevents trimming.
    await database.query(`delete from ${database.schema}.nodes`);
    await writer.store.compact();
    holding();
    expect(await settled(slow)).toMatch(/begins after position 2.*; the log has lost no changes that .* read$/);
    expect(keptIn(folder)).toEqual([]);
  });
});
