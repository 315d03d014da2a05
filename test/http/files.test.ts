import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { ShownFile } from '../../src/service/import/file-job.js';
import { workbook } from '../files/read/workbook.js';
import { Documented } from './documented.js';
import { UPSERT, type Reply, type ServeOptions, serveForTest, BASE } from './serve.js';

const PATH = `${BASE}/files`;
/** A picture with the extension of another file type. */
const PICTURE = readFileSync(new URL('../../data/pictures/search.webp', import.meta.url)).subarray(0, 15_000);
const CSV = 'Vorname,Nachname,E-Mail\nRobert,Smyth,bob@example.com\nAda,,ada@example.com\nRob,Smyth,bob@example.com\n';

async function served(options: ServeOptions = {}) {
  const service = await serveForTest(options);
  const documented = await Documented.by(service);
  const fileOf = ({ body }: Reply): ShownFile => body as unknown as ShownFile;
  const send = (name: string, body: string | Uint8Array, headers = {}) =>
    service.call('POST', `${PATH}?name=${encodeURIComponent(name)}`, {
      body,
      headers: { 'content-type': 'application/octet-stream', ...headers },
    });
  const ended = async (id: string): Promise<ShownFile> => {
    let file: ShownFile | undefined;
    await expect
      .poll(async () => (file = fileOf(await service.call('GET', `${PATH}/${id}`))).status)
      .toMatch(/completed|failed|cancelled/);
    return file!;
  };
  const run = async (id: string, task: object): Promise<ShownFile> => {
    const begun = await service.post(`${PATH}/${id}/run`, task);
    expect(begun.status, begun.text).toBe(202);
    expect(documented.faults(begun, `${PATH}/{fileId}/run`, 'post')).toEqual([]);
    return ended(id);
  };
  return { service, documented, send, run, ended, fileOf };
}

/** Names of files about uploads, except the file with notes about all of them. */
async function filesIn(dataFolder: string): Promise<string[]> {
  const names = await readdir(join(dataFolder, 'files'));
  return names.filter((name) => name.startsWith('file-'));
}

it('what a file is cleaned to has its form: a workbook of a workbook, its encoding, delimiter and line ends of CSV', async () => {
  const { service, documented, send, run, fileOf } = await served();
  const resultOf = async (id: string, name: string): Promise<Buffer> => {
    const { clientId, status } = { clientId: service.client.client_id, status: 200 };
    const reply = await service.call('GET', `${PATH}/${id}/results/${name}`);
    expect([reply.status, documented.faults(reply, `${PATH}/{fileId}/results/{result}`, 'get')]).toEqual([status, []]);
    const pieces: Uint8Array[] = [];
    for await (const piece of await service.administration.files.result(clientId, id, name)) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const rows = Array.from({ length: 5 }, () => ['Zoë', 'Müller', 'zoe@example.com']);
  const table = [['FirstName', 'LastName', 'Email'], ...rows, ['Bert', 'Maas', 'bert@maas.example']];

  const text = table.map((row) => `${row.join(';')}\r\n`).join('');
  const sent = fileOf(await send('kunden.csv', Buffer.from(text, 'latin1')));
  const { id, inspection } = sent;
  expect(inspection).toMatchObject({
    said: {},
    readAs: { encoding: 'windows-1252', delimiter: ';', header: true },
    sheets: [],
  });
  await run(id, { action: 'clean', objectType: 'Contact', mapping: inspection!.mapping });
  const expected = [table[0]!, table[1]!, table[6]!].map((row) => `${row.join(';')}\r\n`).join('');
  expect((await resultOf(id, 'clean.csv')).equals(Buffer.from(expected, 'latin1'))).toBe(true);

  const book = fileOf(await send('kunden.xlsx', workbook([['Notes']], table)));
  const looked = await service.post(`${PATH}/${book.id}/inspect`, { sheet: 'S2' });
  expect(documented.faults(looked, `${PATH}/{fileId}/inspect`, 'post')).toEqual([]);
  expect(fileOf(looked).inspection).toMatchObject({
    objectType: 'Contact',
    said: { sheet: 'S2' },
    readAs: { sheet: 'S2', header: true },
    sheets: ['S1', 'S2'],
    rows: 6,
  });
  const task = { action: 'clean', objectType: 'Contact', mapping: fileOf(looked).inspection!.mapping };
  const done = await run(book.id, task);
  expect(done.results).toEqual('clean.xlsx crosswalk.csv merged-away.csv pairs.csv review.csv report.html'.split(' '));
  const again = fileOf(await send('clean.xlsx', await resultOf(book.id, 'clean.xlsx')));
  expect(again.inspection!.sheets).toEqual(['S1', 'S2']);
  const cleaned = fileOf(await service.post(`${PATH}/${again.id}/inspect`, { sheet: '2' })).inspection!;
  expect([cleaned.rows, cleaned.columns[0]?.samples]).toEqual([2, ['Zoë', 'Bert']]);
});

it('a file of neither people nor companies is not treated as people, and says why nothing of it is merged', async () => {
  const { service, send, run, fileOf } = await served();
  const goods = [4, 5, 8, 16, 24].flatMap((ports) =>
    ['D-Link', 'Netgear', 'Cisco'].map((maker) => `${maker} ${ports}-port switch,${ports * 11}.90,${ports}\n`),
  );
  const content = `Title,Price,Ports\n${goods.join('')}`;
  const { id, inspection } = fileOf(await send('switches.csv', content));
  expect(inspection).toMatchObject({ objectType: 'auto', mapping: [], rows: 15 });
  const path = `${PATH}/${id}/run`;
  expect((await service.post(path, { action: 'import', objectType: 'auto', mapping: [] })).status).toBe(404);
  const mapping = [{ field: 'Name', positions: [0] }];
  expect((await service.post(path, { action: 'clean', objectType: 'auto', mapping })).error.message).toMatch(
    /mapping: not allowed/,
  );
  const cleaned = await run(id, { action: 'clean', objectType: 'auto', mapping: [] });
  expect(cleaned).toMatchObject({
    status: 'completed',
    cleaned: { rows: 15, merged: 0, records: 15, notMerged: { why: /./, help: /review\.csv/ } },
  });
  // The user can choose the object that the columns are guessed for.
  const asked = fileOf(await service.post(`${PATH}/${id}/inspect`, { objectType: 'account' })).inspection!;
  expect(asked).toMatchObject({ objectType: 'Account', sheets: [] });
});

it('the settings for reading a file apply to the run: delimiter, header, encoding', async () => {
  const { service, send, run, fileOf } = await served();
  const { id } = fileOf(await send('people.txt', 'Doe~john@example.com\nRoe~jane@example.com\n'));
  const looked = fileOf(
    await service.post(`${PATH}/${id}/inspect`, { delimiter: '~', header: false, objectType: 'Contact' }),
  );
  expect(looked.inspection).toMatchObject({ rows: 2, readAs: { delimiter: '~', header: false } });
  const mapping = [
    { field: 'LastName', positions: [0] },
    { field: 'Email', positions: [1] },
  ];
  const done = await run(id, { action: 'import', objectType: 'Contact', mapping });
  expect(done).toMatchObject({
    status: 'completed',
    counts: { read: 2, created: 2 },
    task: { delimiter: '~', header: false },
  });
  for (const wrong of [{ delimiter: 'ab' }, { encoding: 'klingon' }, { sheet: 'S1' }])
    expect((await service.post(`${PATH}/${id}/inspect`, wrong)).status).toBe(400);
});

it('a packed file whose bytes show only far down what it is written in is imported as it reads', async () => {
  const { service, send, run, fileOf } = await served();
  const ascii = `LastName;Description\n${`Doe;${'x'.repeat(20_000)}\n`.repeat(20)}`;
  const packed = gzipSync(Buffer.concat([Buffer.from(ascii), Buffer.from('M\xfcller;Stra\xdfe\n', 'latin1')]));
  const { id, inspection } = fileOf(await send('Kontakte.CSV.gz', packed));
  expect(inspection!.notes).toEqual([expect.stringContaining('read as windows-1252')]);
  const done = await run(id, { action: 'import', objectType: 'Contact', mapping: inspection!.mapping });
  expect(done).toMatchObject({ status: 'completed', counts: { read: 21, created: 21 } });
  const stored = [...service.likeness.records('Contact')];
  expect(stored).toContainEqual(expect.objectContaining({ LastName: 'Müller', Description: 'Straße' }));
  expect((await send('book.xlsx.gz', packed)).status).toBe(400);
});

it('what is too large, no file of records, or of a hostile name is refused or harmless', async () => {
  const { service, send, fileOf } = await served({ settings: { uploadLimit: 20_000 } });
  expect((await send('big.csv', `LastName\n${'x'.repeat(20_000)}`)).status).toBe(413);
  for (const [name, content] of [
    ['script.html', '<script>'],
    ['print.csv', '%PDF-1.7 and so on'],
    ['picture.csv', PICTURE],
    ['noise.csv.gz', gzipSync(PICTURE)],
    ['empty.csv', ''],
    ['book.xlsx', 'no workbook'],
  ] as const)
    expect([(await send(name, content)).status, name]).toEqual([400, name]);
  expect((await send('packed.csv', 'A\n1\n', { 'content-encoding': 'gzip' })).status).toBe(415);
  const named = await send('../../<img src=x onerror=alert(1)>\n.csv', 'LastName\nDoe\n');
  expect(fileOf(named).name).toBe('<img src=x onerror=alert(1)>.csv');
  expect(await filesIn(service.dataFolder)).toEqual([fileOf(named).id]);
});

it('no client sees the file of another client', async () => {
  const { service, send, fileOf } = await served();
  const { id } = fileOf(await send('a.csv', 'LastName\nDoe\n'));
  const other = service.addClient();
  const headers = { authorization: `Bearer ${service.auth.issueToken(other.client_id)}` };
  expect((await service.call('GET', `${PATH}/${id}`, { headers })).status).toBe(404);
  expect((await service.call('DELETE', `${PATH}/${id}`, { headers })).status).toBe(404);
  expect((await service.call('GET', PATH, { headers })).body).toEqual([]);
});

it.each([
  [['Lead'], CSV, 'Lead'],
  [['Account', 'Lead'], CSV, 'Lead'],
  [['Contact', 'Lead'], CSV, 'Contact'],
  [['Contact', 'Account'], 'FirstName,LastName,Company,Birthdate\nAnn,Doe,Acme,1980-01-01\n', 'Contact'],
])('of a client that is limited to %j, only its objects are guessed', async (objects, content, guessed) => {
  const { service, send, fileOf } = await served();
  const limited = service.addClient({ scopes: ['upsert'], objects });
  const as = { authorization: `Bearer ${service.auth.issueToken(limited.client_id)}` };
  const { inspection } = fileOf(await send('a.csv', content, as));
  expect(inspection!.objectType).toBe(guessed);
  expect(inspection!.mapping.length).toBeGreaterThan(1);
});

it('a client with many small files leaves room to others; an administrator sees them all and removes one', async () => {
  const { service, documented, send, fileOf } = await served();
  const hoarder = service.addClient({ name: 'hoarder', scopes: ['upsert'] });
  const as = { authorization: `Bearer ${service.auth.issueToken(hoarder.client_id)}` };
  const { id } = fileOf(await send('tiny.csv', 'LastName\nDoe\n', as));
  // Nineteen unfinished uploads.
  const sender = { clientId: hoarder.client_id };
  let end = (): void => undefined;
  const ended = new Promise<void>((_, reject) => (end = () => reject(new Error('left'))));
  const begun = Array.from({ length: 19 }, (_, i) =>
    service.administration.files.receive(sender, `${i}.csv`, () => ended, { size: 10, limit: 1_000 }).catch(() => i),
  );
  const listed = async () => (await service.administration.files.uploads()).length;
  await expect.poll(listed).toBe(20);
  const full = await send('tiny.csv', 'LastName\nDoe\n', as);
  expect([full.status, full.error.errorCode]).toEqual([409, 'LIMIT_EXCEEDED']);
  expect(full.error.message).toMatch(/^This client uses .* One client can use at most half of .*: delete a file/);
  expect(documented.faults(full, PATH, 'post')).toEqual([]);
  expect((await send('other.csv', 'LastName\nDoe\n')).status).toBe(201);

  const shown = await service.call('GET', `${BASE}/uploads`);
  expect(documented.faults(shown, `${BASE}/uploads`, 'get')).toEqual([]);
  expect(shown.body).toContainEqual({
    ...{ id, clientId: hoarder.client_id, clientName: 'hoarder', name: 'tiny.csv', size: 13, status: 'ready' },
    ...{ action: null, objectType: null, created: expect.any(String) as string, expires: expect.any(String) as string },
  });
  const gone = await service.call('DELETE', `${BASE}/uploads/${id}`);
  expect(documented.faults(gone, `${BASE}/uploads/{fileId}`, 'delete')).toEqual([]);
  expect([gone.status, (await service.call('GET', `${PATH}/${id}`, { headers: as })).status]).toEqual([204, 404]);
  expect((await service.call('DELETE', `${BASE}/uploads/${id}`)).status).toBe(404);
  const noted = expect.objectContaining({ target: [id], detail: 'DELETE uploads/{fileId}' }) as object;
  await expect.poll(() => service.auth.audit.search({ most: 5 })).toContainEqual(noted);
  end();
  await Promise.all(begun);
});

/** Values of all contacts, without the time and author of the last change. */
function contacts(service: Awaited<ReturnType<typeof served>>['service']): object[] {
  const modified = new Set(['LastModifiedDate', 'LastModifiedById', 'SystemModstamp']);
  const records = [...service.likeness.records('Contact')];
  return records.map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => !modified.has(name))));
}

it('an import is undone completely: every value is as before, and it can be imported again', async () => {
  const { service, documented, send, run, ended, fileOf } = await served();
  const upsert = (objectData: object) =>
    service.post(`${BASE}/dc3DataApi`, { input: { objectType: 'Contact', objectData } });
  await upsert({ FirstName: 'Robert', LastName: 'Smyth', Email: 'bob@example.com', Title: 'Director' });
  await upsert({ FirstName: 'Olga', LastName: 'Petrova', Email: 'olga@example.com' });
  const before = contacts(service);
  const csv = `FirstName,LastName,Email,Phone
Robert,Smyth,bob@example.com,+1 415 555 0132
Bob,Smyth,bob@example.com,+1 415 555 0133
Ada,Lovelace,ada@example.com,
Ada,Lovelace,ada@example.com,+44 20 7946 0958
Nobody,,nobody@example.com,
`;
  const { id, inspection } = fileOf(await send('people.csv', csv));
  const task = { action: 'import', objectType: 'Contact', mapping: inspection!.mapping };
  const counts = { read: 5, created: 1, updated: 3, rejected: 1 };
  const imported = await run(id, task);
  expect(imported).toMatchObject({ counts, imported: { objectType: 'Contact', counts, undo: null } });
  expect(imported.counts!.reasons).toMatchObject([
    {
      reason: 'REQUIRED_FIELD_MISSING',
      rows: 1,
      example: { row: 5, message: expect.stringContaining('LastName') as string },
    },
  ]);
  const page = await service.call('GET', `${PATH}/${id}/changes?pageSize=3`);
  expect(documented.faults(page, `${PATH}/{fileId}/changes`, 'get')).toEqual([]);
  expect(page.body).toMatchObject({
    records: [
      { action: 'update', reason: 'duplicate', objectType: 'Contact' },
      { action: 'update' },
      { action: 'create', name: 'Ada Lovelace' },
    ],
    next: expect.any(String) as string,
  });
  const { next } = page.body as unknown as { next: string };
  expect((await service.call('GET', `${PATH}/${id}/changes?after=${next}`)).body).toMatchObject({
    records: [{ action: 'update', name: 'Ada Lovelace' }],
    next: null,
  });
  expect((await service.call('GET', `${PATH}/${id}/changes?after=x`)).status).toBe(400);

  const undo = await service.post(`${PATH}/${id}/undo`, {});
  expect([undo.status, documented.faults(undo, `${PATH}/{fileId}/undo`, 'post')]).toEqual([202, []]);
  expect(await ended(id)).toMatchObject({
    status: 'completed',
    imported: { counts, undo: { undone: 4, left: 0 } },
    results: ['rejects.csv'],
  });
  expect(contacts(service)).toEqual(before);
  expect(await run(id, task)).toMatchObject({ status: 'completed', counts, imported: { undo: null } });
  expect(await run(id, task)).toMatchObject({ status: 'failed', reason: /already imported/ });
});

it('changes of an import that others have built on stay, and are listed', async () => {
  const { service, send, run, ended, fileOf } = await served();
  const { id, inspection } = fileOf(
    await send('two.csv', 'LastName,Email\nSmyth,bob@example.com\nPetrova,olga@example.com\n'),
  );
  await run(id, { action: 'import', objectType: 'Contact', mapping: inspection!.mapping });
  const olga = [...service.likeness.records('Contact')].find(({ LastName }) => LastName === 'Petrova')!;
  const changed = { objectType: 'Contact', objectData: { Id: olga['Id'], Title: 'Chemist' } };
  await service.post(`${BASE}/dc3DataApi`, { input: changed });
  await service.post(`${PATH}/${id}/undo`, {});
  expect(await ended(id)).toMatchObject({ imported: { undo: { undone: 1, left: 1 } }, results: ['not-undone.csv'] });
  expect(contacts(service)).toMatchObject([{ LastName: 'Petrova', Title: 'Chemist' }]);
  const left = await service.call('GET', `${PATH}/${id}/results/not-undone.csv`);
  expect(left.text).toMatch(/^Id,change,reason\n\w{18},change-\d+,.*change-\d+ of .* changed the record.*\n$/);
  // Once the later change is undone, the remaining row can be undone too.
  const [{ id: change } = { id: '' }] = (await service.likeness.history(String(olga['Id']), { page: 1, pageSize: 1 }))
    .records;
  await service.likeness.undo(change, { clientId: 'test', requestId: 'test' });
  await service.post(`${PATH}/${id}/undo`, {});
  expect(await ended(id)).toMatchObject({ imported: { undo: { undone: 2, left: 0 } }, results: [] });
  expect(contacts(service)).toEqual([]);
});

it('an import that was broken off starts again once it is undone', async () => {
  const { service, send, run, ended, fileOf } = await served();
  const rows = Array.from({ length: 3_000 }, (_, i) => `Smyth${i},s${i}@example.com\n`);
  const { id, inspection } = fileOf(await send('many.csv', `LastName,Email\n${rows.join('')}`));
  const task = { action: 'import', objectType: 'Contact', mapping: inspection!.mapping };
  await service.post(`${PATH}/${id}/run`, task);
  await expect.poll(() => contacts(service).length, { interval: 5 }).toBeGreaterThan(0);
  await service.post(`${PATH}/${id}/cancel`, {});
  await ended(id);
  expect((await service.post(`${PATH}/${id}/undo`, {})).status).toBe(202);
  expect(await ended(id)).toMatchObject({ status: 'completed', imported: { ended: null, undo: { left: 0 } } });
  expect(contacts(service)).toEqual([]);
  expect(await run(id, task)).toMatchObject({ status: 'completed', counts: { created: 3_000 } });
});

it('duplicates of an import update, fill blanks, or wait for people, as it says', async () => {
  const { service, send, run, fileOf } = await served();
  const stored = { FirstName: 'Robert', LastName: 'Smyth', Email: 'bob@example.com', Title: 'Director' };
  await service.post(`${BASE}/dc3DataApi`, { input: { objectType: 'Contact', objectData: stored } });
  const csv = 'FirstName,LastName,Email,Title,Phone\nRobert,Smyth,bob@example.com,Clerk,+14155550132\n';
  const { id, inspection } = fileOf(await send('bob.csv', csv));
  const task = { objectType: 'Contact', mapping: inspection!.mapping, again: true };
  for (const action of ['dryRun', 'import'])
    expect(await run(id, { ...task, action, duplicates: 'fillBlanks' })).toMatchObject({ counts: { updated: 1 } });
  expect(contacts(service)).toMatchObject([{ Title: 'Director', Phone: '+14155550132' }]);
  for (const action of ['dryRun', 'import'])
    expect(await run(id, { ...task, action, duplicates: 'review' })).toMatchObject({ counts: { created: 1 } });
  expect(service.likeness.suspectedPairs({ page: 1, pageSize: 5 })).toMatchObject({ totalSize: 1 });
  await service.post(`${PATH}/${id}/undo`, {});
  await expect.poll(() => contacts(service)).toMatchObject([{ Title: 'Director' }]);
  await expect.poll(() => contacts(service).length).toBe(1);
  expect(service.likeness.suspectedPairs({ page: 1, pageSize: 5 })).toMatchObject({ totalSize: 0 });
});

it('nothing is undone for a file of which nothing was imported', async () => {
  const { service, send, fileOf } = await served();
  const { id } = fileOf(await send('kontakte.csv', CSV));
  const { status, text } = await service.post(`${PATH}/${id}/undo`, {});
  expect([status, text]).toEqual([409, expect.stringContaining('nothing to undo')]);
  expect((await service.post(`${PATH}/file-000000000099/undo`, {})).status).toBe(404);
});

it('a column of full names is split, as shown by a preview before', async () => {
  const { service, send, run, fileOf } = await served();
  const csv =
    'Name,E-Mail\nAda Lovelace,ada@example.com\n"Beethoven, Ludwig",lvb@example.com\nJohn Smith Jr.,j@example.com\n';
  const { id, inspection } = fileOf(await send('whole.csv', csv));
  expect(inspection).toMatchObject({
    objectType: 'Contact',
    columns: [
      {
        names: [
          { first: 'Ada', last: 'Lovelace' },
          { first: 'Ludwig', last: 'Beethoven' },
          { first: 'John', last: 'Smith Jr.' },
        ],
      },
      { label: 'E-Mail' },
    ],
    mapping: [
      { field: 'FirstName', positions: [0], part: 'first' },
      { field: 'LastName', positions: [0], part: 'last' },
      { field: 'Email', positions: [1] },
    ],
  });
  const task = { objectType: 'Contact', mapping: inspection!.mapping };
  expect(await run(id, { ...task, action: 'import' })).toMatchObject({ counts: { created: 3 } });
  expect(contacts(service)).toMatchObject([
    { FirstName: 'Ada', LastName: 'Lovelace' },
    { FirstName: 'Ludwig', LastName: 'Beethoven' },
    { FirstName: 'John', LastName: 'Smith Jr.' },
  ]);
  expect(await run(id, { ...task, action: 'clean' })).toMatchObject({ status: 'completed', cleaned: { rows: 3 } });
});

it('an undo says where the history does not reach back to the beginning of the import any more', async () => {
  const { service, send, run, ended, fileOf } = await served();
  const csv = 'LastName,Email\nSmyth,bob@example.com\nPetrova,olga@example.com\n';
  const { id, inspection } = fileOf(await send('two.csv', csv));
  await run(id, { action: 'import', objectType: 'Contact', mapping: inspection!.mapping });
  const [first] = [...service.likeness.records('Contact')];
  await service.likeness.erase(String(first!['Id']), { clientId: 'test', requestId: 'test' });
  await service.post(`${PATH}/${id}/undo`, {});
  expect(await ended(id)).toMatchObject({
    status: 'completed',
    reason: expect.stringMatching(/no longer includes the start/) as string,
    imported: { undo: { undone: 1, left: 0 } },
  });
  expect(contacts(service)).toEqual([]);
});

it('suspected pairs are counted by the file or client that created their records, and by owner', async () => {
  const { service, documented, send, run, fileOf } = await served();
  const person = { LastName: 'Smyth', Phone: '+1 415 555 0132', Email: 'bob@example.com' };
  for (const FirstName of ['Robert', 'Ulrike'])
    await service.post(UPSERT, {
      input: { objectType: 'Contact', duplicateCheck: true, objectData: { ...person, FirstName } },
    });
  const { id, inspection } = fileOf(
    await send('fair.csv', 'FirstName,LastName,Email\nRobert,Smyth,bob@example.com\nRob,Smyth,bob@example.com\n'),
  );
  const task = { action: 'import', objectType: 'Contact', mapping: inspection!.mapping, duplicates: 'review' };
  expect(await run(id, task)).toMatchObject({ status: 'completed', counts: { created: 2 } });
  const path = '/services/apexrest/dupcheck/suspectedPairs';
  const counted = await service.call('GET', `${path}?counts=sources`);
  expect(documented.faults(counted, path, 'get')).toEqual([]);
  const { client_id: clientId } = service.client;
  const name = service.auth.nameOf(clientId)!;
  const { OwnerId: owner } = service.likeness.readRecord('Contact', idOfFirst(counted)) as { OwnerId: string };
  expect(counted.body).toMatchObject({
    totalSize: 3,
    sources: [
      { kind: 'file', id, name: null, pairs: 2 },
      { kind: 'client', id: clientId, name, pairs: 1 },
      { kind: 'owner', id: owner, pairs: 3 },
    ],
  });
  expect((await service.call('GET', path)).body).not.toHaveProperty('sources');

  // The source of a record with many changes is unknown, because its whole history would have to be read.
  const created = idOfFirst(counted);
  for (let n = 0; n < 20; n++)
    await service.send('PATCH', `/services/data/v60.0/sobjects/Contact/${created}`, { Description: `${n}` });
  const { sources } = (await service.call('GET', `${path}?counts=sources`)).body as unknown as {
    sources: { kind: string; pairs: number }[];
  };
  const counts = (isOwner: boolean) =>
    sources.filter(({ kind }) => (kind === 'owner') === isOwner).reduce((sum, { pairs }) => sum + pairs, 0);
  expect(counts(true)).toBe(3);
  expect(counts(false)).toBeLessThan(3);
});

const idOfFirst = ({ body }: Reply): string =>
  (body as unknown as { records: readonly { createdId: string }[] }).records[0]!.createdId;
