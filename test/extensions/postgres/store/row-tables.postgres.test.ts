import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../../../src/store/config/load.js';
import { makeId } from '../../../../src/records/ids.js';
import type { ObjectType } from '../../../../src/records/object-type.js';
import type { FieldValues, StoredRecord } from '../../../../src/records/record.js';
import type { Likeness } from '../../../../src/service/likeness.js';
import type { Change } from '../../../../src/store/commit-log.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import type { PostgresStore } from '../../../../src/extensions/postgres/store/postgres-store.js';
import { withRestingDatabase } from '../../../../src/extensions/postgres/store/resting-database.js';
import { caller, configurationFolder, insert, openService, upsert } from '../../../service/open-service.js';
import { PostgresServer } from '../../../support/postgres-server.js';
import { contact } from '../../../store/contact.js';
import { emptyDatabase, newDatabase, postgres, type TestDatabase } from './postgres.js';

type Fields = readonly Readonly<Record<string, unknown>>[];

const by = { client: 'crm', time: '2026-11-01T10:00:00.000Z', request: 'r1' };

/** Object types with custom fields. */
async function typesWith(fields: Fields = []): Promise<readonly ObjectType[]> {
  const objects = fields.length === 0 ? [] : [{ name: 'Contact', keyPrefix: '003', fields }];
  const { registry } = await loadConfiguration(await configurationFolder({ 'objects.json': objects }));
  return registry.types.filter(({ name }) => ['Account', 'Contact'].includes(name));
}

type Tables = readonly ObjectType[] | 'none' | undefined;

async function open(at: TestDatabase, tables: Tables): Promise<PostgresStore> {
  const store = await openFilled(at, tables);
  onTestFinished(() => store.close());
  return store;
}

async function openFilled(at: TestDatabase, tables: Tables): Promise<PostgresStore> {
  const told: string[] = [];
  const store = await openPostgresStore(at.url(), { tables, trouble: (message) => told.push(message) });
  await store.tablesFilled();
  // Messages about late notifications are normal on a busy machine, so only messages about tables are checked.
  expect(told.filter((message) => message.includes('tables'))).toEqual([]);
  return store;
}

const put = (number: number, fields?: FieldValues): Change => ({ kind: 'put', record: contact(number, fields) });
const line = (number: number, of: number, action: 'create' | 'delete' = 'create'): Change => ({
  kind: 'history',
  entry: { number, recordId: contact(of).id, objectType: 'Contact', action },
});

postgres.describe('records as tables', () => {
  it('lack nothing where they are made before the first commit: after an import nothing is filled in', async () => {
    const at = await emptyDatabase();
    const store = await openPostgresStore(at.url(), { tables: await typesWith() });
    onTestFinished(() => store.close());
    const tables = `select since, filled from ${at.schema}.sql_tables`;
    expect(new Set((await at.query(tables)).map((table) => JSON.stringify(table)))).toEqual(
      new Set(['{"since":"0","filled":null}']),
    );
  });

  it('have the values of each field in a column of its type, and their history', async () => {
    const at = await emptyDatabase();
    const store = await open(at, await typesWith([{ name: 'Score__c', type: 'number' }]));
    const likeness = await openService({
      store,
      files: {
        'objects.json': [{ name: 'Contact', keyPrefix: '003', fields: [{ name: 'Score__c', type: 'number' }] }],
      },
    });
    const id = await insert(likeness, 'Contact', { LastName: 'Ash', Birthdate: '1980-02-29', Score__c: 1.5 });
    await upsert(likeness, 'Contact', { Id: id, LastName: 'Birch' });
    const [row] = await at.query<Record<string, unknown>>(
      `select lastname, birthdate::text, score__c, donotcall, createddate, _position from ${at.schema}.record_contact where id = $1`,
      [id],
    );
    expect(row).toEqual({
      ...{ lastname: 'Birch', birthdate: '1980-02-29', score__c: '1.5', donotcall: false, _position: '2' },
      createddate: expect.any(Date) as Date,
    });
    expect(await at.query(`select "Last Name" from ${at.schema}.view_contact`)).toEqual([{ 'Last Name': 'Birch' }]);
    const history = await at.query(
      `select action, client, position, before from ${at.schema}.history where record_id = $1 order by number`,
      [id],
    );
    expect(history).toMatchObject([
      { action: 'create', client: 'test-client', position: '1', before: null },
      { action: 'update', client: 'test-client', position: '2', before: { LastName: 'Ash' } },
    ]);
    await likeness.deleteRecord('Contact', id, caller);
    expect(await at.query(`select from ${at.schema}.record_contact`)).toEqual([]);
    expect(await store.tableFaults()).toEqual([]);
    await likeness.erase(id, caller);
    expect(await at.query(`select from ${at.schema}.history`)).toEqual([]);
    expect(await store.tableFaults()).toEqual([]);
  });

  it('take what no column takes: it is replaced or left out, and the commit is kept', async () => {
    const at = await emptyDatabase();
    const store = await open(at, await typesWith());
    const values = {
      ...{ LastName: 'a\0b\\u0000\ud800', FirstName: '\\\0', Birthdate: '2026-02-30', HasOptedOutOfEmail: 'maybe' },
      ...{ CreatedDate: 'infinity', Title: 12, MailingLatitude: 'north', Email: '"\\\\\0\0' },
    };
    await store.append({ changes: [put(1, values), line(1, 1)], by });
    const [row] = await at.query(
      `select lastname, firstname, birthdate, hasoptedoutofemail, createddate, title, mailinglatitude, email
       from ${at.schema}.record_contact`,
    );
    expect(row).toEqual({
      ...{ lastname: 'a\ufffdb\\u0000\ufffd', firstname: '\\\ufffd', birthdate: null, hasoptedoutofemail: null },
      ...{ createddate: null, title: '12', mailinglatitude: null, email: '"\\\\\ufffd\ufffd' },
    });
    expect(store.get(contact(1).id)!.fields).toEqual(values);
    expect(await store.tableFaults()).toEqual([]);
  });

  it('keep what fits a page of a record with very many values', async () => {
    const at = await emptyDatabase();
    const fields = Array.from({ length: 700 }, (_, i) => ({ name: `F${i}__c`, type: 'string' }));
    const store = await open(at, await typesWith(fields));
    const values = Object.fromEntries(fields.map(({ name }) => [name, 'x'.repeat(23)]));
    await store.append({ changes: [put(1, values)] });
    const [row] = await at.query<object>(`select * from ${at.schema}.record_contact`);
    expect(Object.values(row!).filter((value) => value === 'x'.repeat(23))).toHaveLength(300);
    expect(await store.tableFaults()).toEqual([]);
  });

  it('have names that PostgreSQL accepts, whatever the names of objects and fields', async () => {
    const at = await emptyDatabase();
    const long = 'L'.repeat(75);
    const names = ['Order', 'Select__c', `${long}1__c`, `${long}2__c`, 'xmin', 'position'];
    const fields = names.map((name) => ({ name, type: 'string', label: 'Name "of" it' }));
    const objects = [`O${'o'.repeat(78)}`, 'History', 'Table', 'Contact_0'].map((name, i) => ({
      ...{ name, keyPrefix: `a0${i}`, label: name, fields },
    }));
    const { registry } = await loadConfiguration(await configurationFolder({ 'objects.json': objects }));
    const store = await open(
      at,
      registry.types.filter(({ keyPrefix }) => /^a0|003/.test(keyPrefix)),
    );
    const records: StoredRecord[] = objects.map(({ name, keyPrefix }) => ({
      ...{ id: makeId(keyPrefix, 1), type: name },
      fields: Object.fromEntries(names.map((field) => [field, field])),
    }));
    await store.append({ changes: records.map((record) => ({ kind: 'put', record })) });
    const views = await at.query<{ view: string }>(
      `select oid::regclass::text as view from pg_class where relnamespace = $1::regnamespace and relkind = 'v' order by 1`,
      [at.schema],
    );
    expect(views).toHaveLength(5);
    const rows = await at.query<Record<string, unknown>>(
      `select * from ${at.schema}.record_history h join ${at.schema}.record_contact_0 c on c."order" = h."order"`,
    );
    expect(Object.values(rows[0]!)).toEqual(expect.arrayContaining(names));
    expect(await store.tableFaults()).toEqual([]);
  });

  it('are of their own where an object is declared again in another case, in addition to those of the others', async () => {
    const at = await emptyDatabase();
    const named = async (...names: string[]) => {
      const objects = names.map((name, i) => ({ name, keyPrefix: `a0${i}`, fields: [] }));
      const { registry } = await loadConfiguration(await configurationFolder({ 'objects.json': objects }));
      return registry.types.filter(({ keyPrefix }) => keyPrefix.startsWith('a0'));
    };
    const made = (type: string, number: number): Change => ({
      kind: 'put',
      record: { id: makeId('a00', number), type, fields: { Name: type } },
    });
    const before = await openFilled(at, await named('Visit'));
    await before.append({ changes: [made('Visit', 1)] });
    await before.close();
    const store = await open(at, await named('VISIT', 'visit_2'));
    await store.append({ changes: [made('VISIT', 2)] });
    const rows = `select name from ${at.schema}.record_visit union all select "Name" from ${at.schema}.view_visit_2`;
    expect(await at.query(rows)).toEqual([{ name: 'Visit' }, { name: 'VISIT' }]);
    expect(await at.query(`select from ${at.schema}.record_visit_2_2`)).toEqual([]);
    expect(await store.tableFaults()).toEqual([]);
  });

  it('a commit that is sent again is in them once, and one that is refused not at all', async () => {
    const at = await emptyDatabase();
    const [store, other] = [await open(at, await typesWith()), await open(at, await typesWith())];
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        [store, other][i % 2]!.append({ changes: [put(i % 8, { LastName: `L${i}` }), line(i + 1, i % 8)], by }),
      ),
    );
    for (const each of [store, other]) {
      await each.waitFor(40);
      expect(await each.tableFaults()).toEqual([]);
    }
    const append = `select from ${at.schema}.append(0, null, null, gen_random_uuid(), 1, $1, 1, 1)`;
    const body = JSON.stringify({ t: [put(99)] });
    await expect(at.query(append, [[body]])).rejects.toThrow('another writer decides');
    expect(await at.query(`select from ${at.schema}.record_contact`)).toHaveLength(8);
  });
});

postgres.describe('tables of a database that has records already', () => {
  it('are filled by several nodes at once, in parallel with those that commit, and continue after a stop', async () => {
    const at = await emptyDatabase();
    const before = await open(at, undefined);
    let change = 0;
    for (let from = 0; from < 4_000; from += 500) {
      const numbers = Array.from({ length: 500 }, (_, i) => from + i);
      await before.append({ changes: numbers.flatMap((number) => [put(number), line(++change, number)]), by });
    }
    const types = await typesWith();
    const first = await openPostgresStore(at.url(), { tables: types });
    await expect
      .poll(() => at.query(`select from ${at.schema}.sql_tables where filled <> ''`), { interval: 5 })
      .not.toEqual([]);
    await first.close();
    expect(await at.query(`select from ${at.schema}.sql_tables where filled is not null`)).not.toEqual([]);
    const nodes = await Promise.all([1, 2].map(() => openPostgresStore(at.url(), { tables: types })));
    for (const node of nodes) onTestFinished(() => node.close());
    let isFilled = false;
    const filled = Promise.all(nodes.map((node) => node.tablesFilled())).then(() => (isFilled = true));
    for (let i = 0; !isFilled; i++) {
      const number = (i * 977) % 4_100;
      const { id } = contact(number);
      const changes: Change[][] = [
        [put(number, { LastName: `new ${i}` }), line(++change, number)],
        [{ kind: 'delete', id }, line(++change, number, 'delete')],
        [{ kind: 'erase', id }],
      ];
      await before.append({ changes: changes[i % 3]!, by });
    }
    await filled;
    for (const node of nodes) {
      await node.waitFor(before.position);
      expect(await node.tableFaults()).toEqual([]);
    }
    const rows = await at.query<{ id: string }>(`select id from ${at.schema}.record_contact order by id`);
    expect(rows.map(({ id }) => id)).toEqual([...before.scan('Contact')].map(({ id }) => id));
  });

  it('are emptied where they are not wanted, no longer written, and filled again where they are wanted again', async () => {
    const at = await emptyDatabase();
    const types = await typesWith();
    const store = await open(at, types);
    await store.append({ changes: [put(1), put(2), line(1, 1)], by });
    const off = await open(at, 'none');
    await store.append({ changes: [put(3), { kind: 'erase', id: contact(1).id }] });
    for (const table of ['record_contact', 'history'])
      expect(await at.query(`select from ${at.schema}.${table}`)).toEqual([]);
    expect(await off.tableFaults()).toEqual([]);
    const on = await open(at, types);
    const rows = await at.query(`select lastname from ${at.schema}.record_contact order by 1`);
    expect(rows).toEqual([{ lastname: 'L2' }, { lastname: 'L3' }]);
    expect(await on.tableFaults()).toEqual([]);
  });

  it('are filled with what was moved into the database', async () => {
    const [from, at] = [await emptyDatabase(), await emptyDatabase()];
    const types = await typesWith();
    const source = await openPostgresStore(from.url());
    await source.append({ changes: [put(1), put(2), line(1, 1)], by });
    await source.close();
    // Created earlier for an empty store.
    await (await openFilled(at, types)).close();
    await withRestingDatabase(from.url(), 'source', async (moved) => {
      const state = await moved.load();
      await withRestingDatabase(at.url(), 'target', (target) => target.save(state));
    });
    const node = await open(at, types);
    expect(await at.query(`select lastname from ${at.schema}.record_contact order by 1`)).toHaveLength(2);
    expect(await at.query(`select from ${at.schema}.history`)).toHaveLength(1);
    expect(await node.tableFaults()).toEqual([]);
  });

  it('get a column for a field that is declared later, with the values that records have of it', async () => {
    const at = await emptyDatabase();
    const old = await open(at, await typesWith());
    await old.append({ changes: [put(1, { LastName: 'A', Late__c: 'x' }), put(2, { LastName: 'B' })] });
    const late: Fields = [{ name: 'Late__c', type: 'string', label: 'Came late' }];
    const newer = await open(at, await typesWith(late));
    // A node with an older configuration continues without removing columns.
    await old.append({ changes: [put(3, { LastName: 'C', Late__c: 'y' })] });
    await open(at, await typesWith());
    const rows = await at.query<Record<string, unknown>>(
      `select "Last Name", "Came late" from ${at.schema}.view_contact order by 1`,
    );
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['A', 'x'],
      ['B', null],
      ['C', 'y'],
    ]);
    await newer.waitFor(old.position);
    expect(await newer.tableFaults()).toEqual([]);
  });

  it('get a new column where a field changes its type; views upon them stay', async () => {
    const at = await emptyDatabase();
    const of = (type: string, label: string) => typesWith([{ name: 'Size__c', type, label }]);
    const store = await open(at, await of('string', 'Size'));
    await store.append({ changes: [put(1, { Size__c: '12' }), put(2, { Size__c: 'large' })] });
    await at.query(`create view ${at.schema}.mine as select "Size" from ${at.schema}.view_contact`);
    const numbers = await open(at, await of('number', 'Length'));
    await store.append({ changes: [put(1, { Size__c: 12 })] });
    const rows = await at.query(`select size__c, size__c__text from ${at.schema}.record_contact order by id`);
    expect(rows).toEqual([
      { size__c: '12', size__c__text: null },
      { size__c: null, size__c__text: null },
    ]);
    expect(await at.query(`select "Length" from ${at.schema}.view_contact where "Length" > 11`)).toHaveLength(1);
    expect(await at.query(`select from ${at.schema}.mine`)).toHaveLength(2);
    await numbers.waitFor(store.position);
    expect(await numbers.tableFaults()).toEqual([]);
    const back = await open(at, await of('string', 'Size'));
    expect(await at.query(`select size__c from ${at.schema}.record_contact order by id`)).toEqual([
      { size__c: '12' },
      { size__c: 'large' },
    ]);
    expect(await back.tableFaults()).toEqual([]);
  });

  it('forget the history that nodes forget', async () => {
    const at = await emptyDatabase();
    const now = Date.parse(by.time);
    const options = { tables: await typesWith(), historyDays: 2 };
    const store = await openPostgresStore(at.url(), { ...options, now: () => now + 5 * 86_400_000 });
    onTestFinished(() => store.close());
    await store.tablesFilled();
    await store.append({ changes: [put(1), line(1, 1)], by });
    const later = new Date(now + 4.5 * 86_400_000).toISOString();
    await store.append({ changes: [put(1), line(2, 1)], by: { ...by, time: later } });
    await store.compact();
    expect(await at.query(`select number from ${at.schema}.history`)).toEqual([{ number: '2' }]);
    expect(await store.tableFaults()).toEqual([]);
  });

  it('one that somebody has dropped lets no commit through in part, and can be made again', async () => {
    const at = await emptyDatabase();
    const types = await typesWith();
    const store = await openPostgresStore(at.url(), { tables: types, patience: 100 });
    onTestFinished(() => store.close());
    await store.tablesFilled();
    await store.append({ changes: [put(1), line(1, 1)], by });
    await at.query(`drop table ${at.schema}.record_contact cascade`);
    const refused = store.append({ changes: [put(2), line(2, 2)], by });
    await expect(refused).rejects.toThrow(/the tables for SQL take no commit: relation .*record_contact/);
    expect(await at.query(`select from ${at.schema}.commits`)).toHaveLength(1);
    expect(await at.query(`select from ${at.schema}.history`)).toHaveLength(1);
    await at.query(`delete from ${at.schema}.sql_tables where name = 'record_contact'`);
    await open(at, types);
    await expect.poll(() => store.writable).toBe(true);
    await store.append({ changes: [put(3), line(3, 3)], by });
    const rows = await at.query(`select "Last Name" as name from ${at.schema}.view_contact order by 1`);
    expect(rows).toEqual([{ name: 'L1' }, { name: 'L3' }]);
  });

  it('a check says why they cannot be made, instead of waiting until they can', async () => {
    const at = await emptyDatabase();
    await (await openFilled(at, undefined)).close();
    await at.query(`create table ${at.schema}.record_contact (of_others text)`);
    const store = await openPostgresStore(at.url(), { tables: await typesWith() });
    onTestFinished(() => store.close());
    const why = expect.stringContaining('relation "record_contact" already exists') as string;
    expect(await store.tableFaults()).toEqual([why]);
    await at.query(`drop table ${at.schema}.record_contact`);
    await store.tablesFilled();
    expect(await store.tableFaults()).toEqual([]);
  });

  it('a check names what differs', async () => {
    const at = await emptyDatabase();
    const store = await open(at, await typesWith());
    await store.append({ changes: [1, 2, 3, 4].flatMap((number) => [put(number), line(number, number)]), by });
    const [one, two, , four] = [1, 2, 3, 4].map((number) => contact(number).id);
    await at.query(`update ${at.schema}.record_contact set lastname = 'wrong' where id = $1`, [one]);
    await at.query(`delete from ${at.schema}.record_contact where id = $1`, [two]);
    await at.query(`update ${at.schema}.record_contact set id = '003ZZZZZZZZZZZZZZZ' where id = $1`, [four]);
    await at.query(`delete from ${at.schema}.history where number = 3`);
    expect(await store.tableFaults()).toEqual([
      'table history differs from the log in 3',
      `table record_contact differs from the log in ${[one, two, four].join(', ')}, 003ZZZZZZZZZZZZZZZ`,
    ]);
  });
});

postgres.describe('who reads the tables', () => {
  it('finds what SQL.md asks for', async () => {
    const at = await emptyDatabase();
    await open(at, await typesWith());
    const text = readFileSync(new URL('../../../../src/extensions/postgres/store/SQL.md', import.meta.url), 'utf8');
    const statements = Array.from(text.matchAll(/^```sql\n([^]*?)^```/gm), ([, block]) => block!.split(/;$/m))
      .flat()
      .map((each) =>
        each
          .replaceAll(/^--.*$/gm, '')
          .replaceAll('likeness.', `${at.schema}.`)
          .trim(),
      )
      .filter((each) => each.startsWith('select') && !each.includes('grant_reader'));
    expect(statements.length).toBeGreaterThan(4);
    for (const statement of statements) await at.query(statement);
  });

  it('may read them, those that come later too, and nothing else', async () => {
    const at = await emptyDatabase();
    const role = `reader_${at.schema}`;
    await at.query(`create role ${role}`);
    onTestFinished(async () => {
      await at.query(`drop owned by ${role}`);
      await at.query(`drop role ${role}`);
    });
    const types = await typesWith();
    const store = await open(at, types.slice(0, 1));
    await at.query(`select ${at.schema}.grant_reader('${role}')`);
    await open(at, types);
    await store.append({ changes: [put(1), line(1, 1)], by });
    const read = (what: string) => at.query(`set role ${role}; select * from ${at.schema}.${what}`);
    for (const what of ['record_contact', 'view_contact', 'record_account', 'view_account', 'history'])
      await read(what);
    const tables = await at.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'v', 'S')
        and has_table_privilege('${role}', oid, 'select, insert, update, delete') order by 1`,
      [at.schema],
    );
    expect(tables.map(({ name }) => name)).toEqual([
      ...['history', 'record_account', 'record_contact', 'view_account', 'view_contact'],
    ]);
    for (const what of ['commits', 'documents', 'read_log(0)', 'sql_tables'])
      await expect(read(what)).rejects.toThrow('permission denied');
    const forget = `set role ${role}; select ${at.schema}.forget_rows(9)`;
    await expect(at.query(forget)).rejects.toThrow('permission denied');
    await expect(at.query(`set role ${role}; delete from ${at.schema}.history`)).rejects.toThrow('permission denied');
  });

  it('may follow them by logical decoding', async () => {
    const server = await PostgresServer.start(['fsync=off', 'wal_level=logical']);
    onTestFinished(() => server.close());
    const at = await newDatabase(server.url);
    const store = await open(at, await typesWith());
    await at.query(
      `create publication likeness_records for table ${at.schema}.record_contact, ${at.schema}.history
       with (publish_via_partition_root = true)`,
    );
    await at.query(`select pg_create_logical_replication_slot('cdc', 'pgoutput')`);
    await store.append({ changes: [put(1, { LastName: 'Followed' }), line(1, 1)], by });
    const changes = await at.query<{ data: Buffer }>(
      `select data from pg_logical_slot_peek_binary_changes('cdc', null, null,
        'proto_version', '1', 'publication_names', 'likeness_records')`,
    );
    const texts = changes.map(({ data }) => data.toString('latin1'));
    expect(
      texts.filter((text) => text.startsWith('R')).map((text) => /record_contact|history/.exec(text)?.[0]),
    ).toEqual(expect.arrayContaining(['record_contact', 'history']));
    expect(texts.filter((text) => text.startsWith('I') && text.includes('Followed'))).toHaveLength(1);
  });
});

const step = fc.record({
  node: fc.nat(1),
  what: fc.constantFrom('create', 'update', 'update', 'delete', 'merge', 'undo', 'erase', 'declare'),
  which: fc.nat(1_000),
  name: fc.constantFrom('Ash', 'Birch', 'Cedar', 'Äpfel "\\u0000'),
});

postgres.describe('random operations at two nodes', () => {
  it('leave the tables as the nodes have the records', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const at = await newDatabase();
        const nodes = [await node(at, []), await node(at, [])];
        const late: Fields = [{ name: 'Late__c', type: 'number' }];
        try {
          for (const { node: at_, what, which, name } of steps) {
            if (what === 'declare') {
              await nodes[at_]!.likeness.close();
              nodes[at_] = await node(at, late);
              continue;
            }
            const { likeness, store } = nodes[at_]!;
            await store.waitFor(nodes[1 - at_]!.store.position);
            await doStep(likeness, what, which, name).catch(refused);
          }
          const end = Math.max(...nodes.map(({ store }) => store.position));
          for (const { store } of nodes) {
            await store.waitFor(end);
            expect(await store.tableFaults()).toEqual([]);
            const [row] = await at.query<{ records: string }>(
              `select count(*) as records from ${at.schema}.record_contact`,
            );
            expect(Number(row!.records)).toBe(store.count('Contact'));
          }
        } finally {
          for (const { likeness } of nodes) await likeness.close();
          await at.drop();
        }
      }),
      { numRuns: Number(process.env['LIKENESS_MODEL_RUNS'] ?? 3), interruptAfterTimeLimit: 100_000 },
    );
  });

  async function node(at: TestDatabase, fields: Fields) {
    const store = await openPostgresStore(at.url(), { tables: await typesWith(fields) });
    const files = fields.length === 0 ? {} : { 'objects.json': [{ name: 'Contact', keyPrefix: '003', fields }] };
    return { store, likeness: await openService({ store, files }) };
  }

  async function doStep(likeness: Likeness, what: string, which: number, name: string): Promise<void> {
    const ids = [...likeness.records('Contact')].map((record) => String(record['Id']));
    const id = ids[which % Math.max(1, ids.length)];
    const other = ids[(which + 1) % Math.max(1, ids.length)];
    if (what === 'create' || id === undefined || other === undefined)
      await insert(likeness, 'Contact', { LastName: name, Title: String(which) });
    else if (what === 'update') {
      const late = likeness.objectType('Contact').field('Late__c') === undefined ? {} : { Late__c: which };
      await upsert(likeness, 'Contact', { Id: id, LastName: name, ...late });
    } else if (what === 'delete') await likeness.deleteRecord('Contact', id, caller);
    else if (what === 'merge')
      await likeness.merging.merge({ objectType: 'Contact', masterId: id, ids: [other] }, caller);
    else if (what === 'erase') await likeness.erase(id, caller);
    else {
      const { records } = await likeness.history(id, { page: 1, pageSize: 10 });
      await likeness.undo(records[which % records.length]!.id, caller);
    }
  }

  /** Some changes are rejected: a record cannot be merged with itself, and not every change can be undone. */
  function refused(error: unknown): void {
    expect((error as Error).name).toMatch(/RequestError/);
  }
});
