import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { needs } from '../support/needs.js';
import { PLACES } from '../../src/service/config/erasure/places.js';
import type { RestingPlace } from '../../src/service/config/erasure/resting-place.js';
import { keptProposalSchema } from '../../src/service/config/proposal.js';
import { ProposalStore } from '../../src/service/config/proposal-store.js';
import { FolderHome } from '../../src/store/home/folder/folder-home.js';
import { PostgresHome } from '../../src/extensions/postgres/home/postgres-home.js';
import { NodeDatabase } from '../../src/extensions/postgres/store/node-database.js';
import { done, json, newToken, words } from '../support/command-line.js';
import { postgresPrograms } from '../support/postgres-server.js';
import { serve } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';
import { newDatabase, postgres } from '../extensions/postgres/store/postgres.js';

const BASE = '/services/apexrest/dupcheck';
const PERSON = {
  FirstName: 'Quirinus',
  LastName: 'Größenwahn',
  Email: 'Q.Zsombor@example.org',
  Phone: '+353 86 765 4321',
  MailingStreet: '77 Nonesuch Alley',
};
/** Values of the person, as sent and as normalized for comparison. */
const VALUES = [...Object.values(PERSON), 'grossenwahn', '353867654321', 'tel 7654321', 'Formerly-Known'];
const OTHER = { FirstName: 'Bola', LastName: 'Adeyemi', Email: 'bola@adeyemi.example', Phone: '+353 86 111 2222' };
const CSV = 'FirstName,LastName,Email,Phone\n';
const MENTIONS = `${CSV}Ada,Byron,ada@example.com,\nQuirinus,,q.zsombor@example.org,tel 7654321\n`;

/** A proposal in an earlier format, in which models contain such values and not digests. */
function plainProposal() {
  const level = (from: number, evidence: number) => ({ from, evidence, adjusted: 1_000 });
  const field = (...values: string[]) => ({
    levels: [level(10_000, 9_000), level(0, -4_000)],
    frequencies: { others: 500, listed: values.map((value, i): [string, number] => [value, -1_000 - i]) },
  });
  const scenario = {
    ...{ id: 'contact-learned', name: 'Learned', object: 'Contact', threshold: 50, usage: ['restSearch'] },
    scoreMethod: 'probabilistic',
    fields: [
      { field: 'LastName', method: 'personName', weight: 1 },
      { field: 'Email', method: 'email', weight: 1 },
      { field: 'Phone', method: 'phone', weight: 1 },
    ],
    model: {
      ...{ version: 1, prior: -8_000 },
      fields: [
        field('grossenwahn', 'adeyemi'),
        field('q.zsombor@example.org', 'bola@adeyemi.example'),
        field('+353867654321', '+353861112222'),
      ],
    },
  };
  const expected = { expectedMatches: 1, expectedPrecision: 1, expectedRecall: 1 };
  const kept = { version: 1, object: 'Contact', status: 'proposed', time: '2026-11-22T07:18:02.643Z', records: 2 };
  return keptProposalSchema.parse({ ...kept, proposal: { scenario, leftOut: [], ...expected } });
}

/** Returns the text, and the text with its hexadecimal and base64 parts decoded. */
function decoded(text: string): string[] {
  const hex = (text.match(/(?:[0-9a-f]{2}){40,}/g) ?? []).map((run) => Buffer.from(run, 'hex').toString('utf8'));
  const plain = [text, ...hex];
  const base64 = plain.flatMap((each) => each.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? []);
  return [...plain, ...base64.map((run) => Buffer.from(run, 'base64').toString('utf8'))];
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Returns the files, and `dump`, that contain one of the strings. */
function naming(texts: readonly string[], folders: readonly string[], dump: string): string[] {
  const all = folders.flatMap((folder) =>
    filesIn(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  return [...all, ['dump', dump]].flatMap(([name, text]) => {
    const contents = decoded(text!).join('\n').toLowerCase();
    return texts.filter((each) => contents.includes(each.toLowerCase())).map((each) => `${name}: ${each}`);
  });
}

interface Kept {
  readonly data: string;
  readonly config: string;
  /** Options that select the store for commands and for `serve`. */
  readonly store: string[];
  readonly token: string;
  readonly proposals: ProposalStore;
  dump(): Promise<string>;
}

/** Stores values in every place. @returns the Ids of the person's records, and of the other record */
async function fill({ data, config, store, token, proposals }: Kept): Promise<{ ids: string[]; other: string }> {
  mkdirSync(config);
  const hook = { id: 'warehouse', url: 'http://127.0.0.1:9/', objects: ['Contact'] };
  writeFileSync(join(config, 'webhooks.json'), JSON.stringify([hook]));
  await proposals.put(plainProposal());
  const served = await serve(data, ['--config', config, ...store.filter((each) => each !== data && each !== '--data')]);
  const send = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> => {
    const isFile = typeof body === 'string';
    const response = await fetch(served.url + BASE + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': isFile ? 'application/octet-stream' : 'application/json',
        ...headers,
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const upsert = async (objectData: object, more: object = {}, key = 'none') => {
    const input = { objectType: 'Contact', objectData, ...more };
    return (await send<{ objectId: string }>('POST', '/dc3DataApi', { input }, { 'Idempotency-Key': key })).objectId;
  };
  const until = (path: string) =>
    vi.waitFor(async () => expect((await send<{ status: string }>('GET', path)).status).toBe('completed'), 60_000);

  const other = await upsert(OTHER, {}, 'o');
  const first = await upsert({ ...PERSON, LastName: 'Formerly-Known' }, {}, 'p');
  await upsert({ Id: first, LastName: PERSON.LastName }, {}, 'q');
  // Leaves a suspected pair, a decision, a merge and its undo.
  const second = await upsert({ ...PERSON, FirstName: 'Quirin' }, { duplicateCheck: true, duplicateScore: 100 }, 'r');
  await send('POST', '/decisions', { verdict: 'later', recordIds: [first, second] });
  const merged = await send<{ changeId: string }>('POST', '/merge', { objectType: 'Contact', ids: [first, second] });
  await send('POST', `/undo/${merged.changeId}`);
  const third = await upsert({ ...PERSON, Phone: null }, { duplicateCheck: true, duplicateScore: 100 }, 's');
  const job = await send<{ id: string }>('POST', '/jobs', { objectType: 'Contact' });
  await until(`/jobs/${job.id}`);
  for (const action of ['import', 'clean', undefined]) {
    const { id, inspection } = await send<{ id: string; inspection: { mapping: unknown } }>(
      ...([
        'POST',
        `/files?name=people-${action}.csv`,
        action === undefined ? `${CSV}Ada,Byron,ada@example.com,\n` : MENTIONS,
      ] as const),
    );
    if (action === undefined) continue;
    await send('POST', `/files/${id}/run`, { action, objectType: 'Contact', mapping: inspection.mapping });
    await until(`/files/${id}`);
  }
  await send('POST', '/scenarios/accept', { id: 'contact-learned' });
  await vi.waitFor(async () => {
    const [hook] = await send<{ failed: number }[]>('GET', '/webhooks');
    expect(hook!.failed).toBeGreaterThan(0);
  });
  await served.stop();
  return { ids: [first, second, third], other };
}

async function erasesEverywhere(
  kept: Kept,
  tables: () => Promise<string[]>,
  documents: () => Promise<string[]>,
  contents: () => Promise<string[]>,
): Promise<void> {
  const { ids, other } = await fill(kept);
  const { data, config, store } = kept;
  const folders = [data, config];
  const before = naming(VALUES, folders, await kept.dump()).join('\n');
  for (const value of VALUES) expect(before).toContain(value);

  // The register of places lists every document, file and table.
  const unnamed = (names: readonly string[], known: (name: string) => boolean) => names.filter((name) => !known(name));
  const isNamed = (patterns: (place: RestingPlace) => readonly RegExp[]) => (name: string) =>
    PLACES.some((place) => patterns(place).some((each) => each.test(name)));
  expect(
    unnamed(
      await documents(),
      isNamed(({ documents = [] }) => documents),
    ),
  ).toEqual([]);
  expect(
    unnamed(
      await contents(),
      isNamed(({ files = [] }) => files),
    ),
  ).toEqual([]);
  expect(
    unnamed(
      filesIn(data),
      isNamed(({ documents = [], files = [] }) => [...documents, ...files]),
    ),
  ).toEqual([]);
  const own = (await tables()).filter((name) => name !== 'documents' && name !== 'contents');
  expect(
    unnamed(
      own,
      isNamed(({ tables = [] }) => tables),
    ),
  ).toEqual([]);

  const told: { elsewhere: string[]; outOfReach: string[] }[] = [];
  for (const id of ids) told.push(await json(['erase', id, ...store, '--config', config, '--json']));
  expect(told.flatMap(({ elsewhere }) => elsewhere).join('\n')).toMatch(
    /removed file-\S+ 'people-import\.csv'[\s\S]*'people-clean\.csv'/,
  );
  expect(told[0]!.outOfReach.join('\n')).toContain('backups');

  const left = await kept.dump();
  expect(naming(VALUES, folders, left)).toEqual([]);
  // Only the audit log still contains the Id, as a record of the erasure.
  expect(naming(ids, folders, left).filter((each) => !each.startsWith('audit.log'))).toEqual([]);
  // Other people's data is unchanged.
  expect(naming(['Adeyemi', 'bola@adeyemi.example', other, 'people-undefined.csv'], folders, left).join()).toMatch(
    /Adeyemi.*bola/s,
  );
  expect(await json(['verify', ...store, '--config', config, '--json'])).toMatchObject({ ok: true });
}

it('after an erasure no file of data and configuration folder contains a value of the person', async () => {
  const root = newFolder();
  const [data, config] = [join(root, 'data'), join(root, 'config')];
  const store = ['--data', data];
  const token = await newToken(data);
  await erasesEverywhere(
    { data, config, store, token, proposals: new ProposalStore(new FolderHome(data)), dump: () => Promise.resolve('') },
    () => Promise.resolve([]),
    () => Promise.resolve([]),
    () => Promise.resolve([]),
  );
});

it('what was merged into a record is erased with it, and where a record was merged, the target is named', async () => {
  const data = newFolder();
  const at = ['--data', data];
  const names = ['Alder', 'Birch', 'Cedar'];
  const rows = names.map((name) => `${name},${name}@x.example\n`);
  await done(words`import ${fileIn(newFolder(), 'people.csv', `LastName,Email\n${rows.join('')}`)} --object
    Contact ${at}`);
  const stored = (await done(['export', '--object', 'Contact', '--format', 'ndjson', ...at])).trim().split('\n');
  const ids = stored.map((line) => (JSON.parse(line) as { Id: string }).Id);
  const merge = (master: string, other: string) =>
    done(['merge', master, other, '--object', 'Contact', '--master', master, ...at]);
  type Erased = { merged: string[]; outOfReach: string[] };
  const erase = (id: string) => json<Erased>(['erase', id, ...at, '--json']);
  await merge(ids[1]!, ids[0]!);
  await merge(ids[2]!, ids[1]!);
  const first = await erase(ids[1]!);
  expect([first.merged, first.outOfReach[0]]).toEqual([[], expect.stringContaining(`${ids[2]}: ${ids[1]} was merged`)]);
  expect(naming(names, [data], '').length).toBeGreaterThan(0);
  expect((await erase(ids[2]!)).merged).toEqual([ids[0]]);
  expect(naming(names, [data], '')).toEqual([]);
});

postgres.describe('erase', () => {
  const programs = postgresPrograms();
  it('nor does a dump of the database', needs('postgres-programs'), async () => {
    const root = newFolder();
    const [data, config] = [join(root, 'data'), join(root, 'config')];
    const made = await newDatabase();
    const database = await NodeDatabase.open(made.url());
    onTestFinished(async () => {
      await database.close();
      await made.drop();
    });
    const store = ['--store', made.url(), '--data', data];
    const address = made.url().replace(/[?&]schema=\w+/, '');
    const dump = async (): Promise<string> => {
      const options = [`--schema=${made.schema}`, `--exclude-table-data=${made.schema}.contents`];
      const { stdout } = await promisify(execFile)(join(programs!, 'pg_dump'), [...options, address], {
        maxBuffer: 1e9,
      });
      // Exclude the audit log, which keeps Ids to prove that a record was erased.
      const contents = await made.query<{ name: string; text: string }>(
        `select name, encode(bytes, 'escape') as text from ${made.schema}.contents where name <> 'audit.log'`,
      );
      return stdout + contents.map(({ name, text }) => `${name}\n${text}`).join('\n');
    };
    // By then, a node has created the tables for SQL.
    const tables = async (): Promise<string[]> => {
      const sql = 'select tablename from pg_tables where schemaname = $1';
      const names = (await made.query<{ tablename: string }>(sql, [made.schema])).map(({ tablename }) => tablename);
      expect(names).toEqual(expect.arrayContaining(['record_contact', 'history']));
      return names;
    };
    const token = await newToken(made.url(), '--store');
    const proposals = new ProposalStore(new PostgresHome(database));
    const namesIn = async (table: string): Promise<string[]> =>
      (await made.query<{ name: string }>(`select name from ${made.schema}.${table}`)).map(({ name }) => name);
    await erasesEverywhere(
      { data, config, store, token, proposals, dump },
      tables,
      () => namesIn('documents'),
      () => namesIn('contents'),
    );
  });
});
