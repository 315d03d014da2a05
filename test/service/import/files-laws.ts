import { expect, it, onTestFinished } from 'vitest';
import type { Likeness } from '../../../src/service/likeness.js';
import type { ShownFile } from '../../../src/service/import/file-job.js';
import type { KeptFiles } from '../../../src/service/import/kept-files.js';
import type { IngestJob } from '../../../src/service/import/bulk-job.js';
import { Files } from '../../../src/service/import/files.js';
import { Gate } from '../../support/gate.js';

/** A process of a service, and what its processes share. */
export interface FilesProcess {
  readonly likeness: Likeness;
  readonly place: KeptFiles;
}

/** The service of one test, which can consist of several processes. */
export interface FilesUnderTest {
  /** Starts the next process. On a folder, only one process runs at a time. */
  readonly next: () => Promise<FilesProcess>;
}

const PATIENCE = { interval: 20 };
const CLIENT = 'test';
const AT_MOST = { size: 1_000, limit: 1_000 };
const CSV = 'Vorname,Nachname,E-Mail\nRobert,Smyth,bob@example.com\nAda,,ada@example.com\nRob,Smyth,bob@example.com\n';

/** Tests that every storage of uploaded files must pass. */
export function filesLaws(open: () => Promise<FilesUnderTest>): void {
  it('a file is guessed, tried, imported once, and its rejected rows are read', async () => {
    const { files, run, likeness } = await started(await open());
    const { id, inspection } = await send(files, CSV);
    expect(inspection).toMatchObject({ objectType: 'Contact', rows: 3 });
    const counts = { read: 3, created: 1, updated: 1, rejected: 1 };
    const task = { objectType: 'Contact', mapping: inspection!.mapping, check: true, again: false };
    expect(await run(id, { ...task, action: 'dryRun' })).toMatchObject({ status: 'completed', counts });
    expect(likeness.statistics().store.records).toBe(0);
    const imported = await run(id, { ...task, action: 'import' });
    expect(imported).toMatchObject({ status: 'completed', counts, results: ['rejects.csv'], reason: null });
    expect(likeness.statistics().store.records).toBe(1);
    expect(await read(files, id, 'rejects.csv')).toMatch(
      /^import_row,import_error,Vorname,Nachname,E-Mail\n2,.*LastName.*,Ada,,ada@example.com\n$/,
    );
    const refused = await run(id, { ...task, action: 'import' });
    expect(refused).toMatchObject({ status: 'failed', reason: expect.stringMatching(/already imported/) as string });
    const again = await run(id, { ...task, action: 'import', again: true });
    expect(again).toMatchObject({ counts: { created: 0, updated: 2, rejected: 1 } });
    await files.remove(CLIENT, id);
    expect(await files.list(CLIENT)).toEqual([]);
    await expect(files.get(CLIENT, id)).rejects.toMatchObject({ status: 404 });
  });

  it('a trial counts what the import then does, also of people who come again further down', async () => {
    const { files, run } = await started(await open());
    const once = Array.from({ length: 70 }, (_, i) => `Ada${i},Keller${i},ada${i}@x${i}.example\n`).join('');
    const { id, inspection } = await send(files, `FirstName,LastName,Email\n${once}${once}`);
    const task = { objectType: 'Contact', mapping: inspection!.mapping, check: true, again: false };
    const counts = { read: 140, created: 70, updated: 70, rejected: 0 };
    expect(await run(id, { ...task, action: 'dryRun' })).toMatchObject({ status: 'completed', counts });
    expect(await run(id, { ...task, action: 'import' })).toMatchObject({ status: 'completed', counts });
  });

  it('a trial shows rows by outcome, with the record or the earlier row that each matches', async () => {
    const { files, run, likeness } = await started(await open());
    const ada = { FirstName: 'Ada', LastName: 'Keller', Email: 'ada@example.com' };
    const [saved] = await likeness.importBatch('Contact', [ada], { check: false }, { clientId: CLIENT });
    const rows = 'Ada,Keller,ada@example.com\nRob,Smyth,rob@example.com\nRob,Smyth,rob@example.com\n,,x@example.com\n';
    const { id, inspection } = await send(files, `FirstName,LastName,Email\n${rows}`);
    const task = { objectType: 'Contact', mapping: inspection!.mapping, check: true, again: false };
    const tried = async (duplicates?: 'review') =>
      (await run(id, { ...task, action: 'dryRun', ...(duplicates && { duplicates }) })).counts!.tried;
    const score = expect.any(Number) as number;
    const matches = [
      { row: 1, values: ['Ada', 'Keller', 'ada@example.com'], recordId: saved!.objectId!, score },
      { row: 3, values: ['Rob', 'Smyth', 'rob@example.com'], earlierRow: 2, score },
    ];
    const created = { outcome: 'created', rows: 1, examples: [{ row: 2, values: matches[1]!.values }] };
    expect(await tried()).toEqual([{ outcome: 'updated', rows: 2, examples: matches }, created]);
    expect(await tried('review')).toEqual([{ outcome: 'possible', rows: 2, examples: matches }, created]);
    expect((await run(id, { ...task, action: 'import' })).counts!.tried).toBeUndefined();
  });

  it('a file is cleaned, and the result is read as it was written', async () => {
    const { files, run } = await started(await open());
    const rows = Array.from({ length: 6 }, (_, i) => `Róbert,Smyth,bob@example.com,=cmd|${i}\n`);
    const { id, inspection } = await send(files, `FirstName,LastName,Email,Note\n${rows.join('')}`);
    const task = { objectType: 'Contact', mapping: inspection!.mapping, check: true, again: false };
    const cleaned = await run(id, { ...task, action: 'clean' });
    expect(cleaned).toMatchObject({ status: 'completed', cleaned: { rows: 6, records: 1, merged: 5 } });
    const names = 'clean.csv crosswalk.csv merged-away.csv pairs.csv review.csv report.html'.split(' ');
    expect(cleaned.results).toEqual(names);
    const clean = await read(files, id, 'clean.csv');
    for (const part of ['Róbert', "'=cmd|"]) expect(clean).toContain(part);
    expect(await read(files, id, 'report.html')).toMatch(/<\/html>\s*$/);
    for (const wrong of ['../input.csv', 'file.json', 'rejects.csv'])
      await expect(files.result(CLIENT, id, wrong)).rejects.toMatchObject({ status: 404 });
  });

  it('a content of many parts comes out as it went in', async () => {
    const { files, place } = await started(await open());
    const content = Buffer.from(`LastName\n${'Doe-Österreich\n'.repeat(200_000)}`);
    const { id } = await send(files, content);
    const { item: file } = (await place.queue.get(id))!;
    const input = await place.input(file);
    const { readFile } = await import('node:fs/promises');
    expect((await readFile(input.path)).equals(content)).toBe(true);
    await input.release();
  });

  it('what is refused leaves nothing, and a day later all files are gone', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    const { files, place } = await started(await open(), () => now);
    await send(files, `LastName\n${'x'.repeat(100)}\n`, 110);
    await expect(send(files, '', 200)).rejects.toMatchObject({ status: 400 });
    expect(await place.queue.all()).toHaveLength(1);
    now = new Date('2026-01-01T23:00:00Z');
    await files.expire();
    expect(await place.queue.all()).toHaveLength(1);
    now = new Date('2026-01-02T00:00:01Z');
    await files.expire();
    expect(await place.queue.all()).toEqual([]);
  });

  it('that a file was imported is known as long as its changes are, without a value of its rows, and it can be taken back', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    const { files, place, run, ended } = await started(await open(), () => now);
    const { id, inspection } = await send(files, 'LastName,Birthdate\nSmyth,1980-05-01\nOkafor,yesterday\n');
    const task = { objectType: 'Contact', mapping: inspection!.mapping, check: true, again: false } as const;
    await run(id, { ...task, action: 'import' });
    now = new Date('2026-01-03T00:00:00Z');
    await files.expire();
    const [left] = await place.queue.all();
    expect(left!.item).toMatchObject({ isGone: true, results: [], imported: { counts: { created: 1, rejected: 1 } } });
    expect(JSON.stringify(left)).not.toMatch(/Smyth|yesterday/);
    await expect(files.run(CLIENT, id, { ...task, action: 'import' })).rejects.toMatchObject({ status: 409 });
    await files.undo(CLIENT, id);
    expect(await ended(id)).toMatchObject({ status: 'completed', imported: { undo: { undone: 1, left: 0 } } });
    now = new Date('2026-04-02T00:00:00Z');
    await files.expire();
    expect(await place.queue.all()).toEqual([]);
  });

  it('places and bytes are shared: who has much leaves room to others, and learns what frees some', async () => {
    const { place } = await started(await open());
    const next = (clientId: string, limit: number, size = limit) => ({ clientId, extension: '.csv', limit, size });
    const refusal = (client: string, limit: number, message: RegExp) =>
      expect(place.reserve(next(client, limit))).rejects.toMatchObject({
        ...{ status: 409, errorCode: 'LIMIT_EXCEEDED' },
        message: expect.stringMatching(message) as string,
      });
    const few = async (client: string, limit: number, count: number) => {
      const reserved = [];
      for (let i = 0; i < count; i++) reserved.push(await place.reserve(next(client, limit)));
      return reserved;
    };
    // The total is ten times this size. One client alone gets half, the next one half of the rest, then one file each.
    const large = [...(await few('many', 1_000, 5)), ...(await few('second', 1_000, 2))];
    await refusal('many', 1_000, /^This client uses 5 of 40 files, 5000 of 10000 bytes\. .*leave free: delete a file$/);
    await refusal('second', 1_000, /^This client uses 2 of 40 files/);
    for (const client of ['third', 'fourth', 'fifth']) large.push(...(await few(client, 1_000, 1)));
    await refusal('sixth', 1_000, /^All clients together use 10 of 40 files, 10000 of 10000 bytes: .*administrator/);
    for (const each of large) await each.end();
    // Small files reserve only their announced size.
    const beside = await few('many', 1_000, 5);
    for (let i = 0; i < 10; i++) beside.push(await place.reserve(next('small', 1_000, 10)));
    for (const each of beside) await each.end();
    // The limit is forty files.
    const small = [];
    for (let i = 0; i < 20; i++) small.push(await place.reserve(next('many', 2 ** i)));
    await refusal('many', 2 ** 20, /^This client uses 20 of 40 files/);
    for (let i = 20; i < 30; i++) small.push(await place.reserve(next('second', 2 ** i)));
    await refusal('second', 2 ** 30, /^This client uses 10 of 40 files/);
    for (let i = 30; i < 40; i++) small.push(await place.reserve(next(`client ${i}`, 2 ** i)));
    await refusal('last', 2 ** 40, /^All clients together use 40 of 40 files/);
    for (const each of small) await each.end();
    expect([await place.arriving(), await place.queue.all()]).toEqual([[], []]);
  });

  it('files of all clients are listed, and removed whether on their way, at rest or under way', async () => {
    const { files, place } = await started(await open());
    const kept = await send(files, many().content);
    expect(await files.uploads()).toMatchObject([
      { ...{ id: kept.id, clientId: CLIENT, size: kept.size, status: 'ready' }, ...{ action: null, objectType: null } },
    ]);
    const task = { objectType: 'Contact', mapping: kept.inspection!.mapping, check: false, again: false };
    const held = atThirdBatch(place);
    await files.run(CLIENT, kept.id, { ...task, action: 'import' });
    await held.isReached;
    expect((await files.uploads())[0]).toMatchObject({ status: 'running', action: 'import', objectType: 'Contact' });
    const discarded = files.discard(kept.id);
    held.open();
    await discarded;
    expect([await files.uploads(), await place.queue.get(kept.id)]).toEqual([[], undefined]);
    let id = '';
    const arriving = files.receive(
      { clientId: 'slow' },
      'slow.csv',
      async (take) => {
        await take(Buffer.from(CSV));
        const [shown] = await files.uploads();
        expect(shown).toMatchObject({
          clientId: 'slow',
          status: 'arriving',
          size: AT_MOST.size,
          name: null,
          expires: null,
        });
        id = shown!.id;
        await files.discard(id);
      },
      AT_MOST,
    );
    await expect(arriving).rejects.toMatchObject({ status: 409, errorCode: 'ENTITY_IS_DELETED' });
    expect([await files.uploads(), await place.queue.all()]).toEqual([[], []]);
    await expect(files.discard(id)).rejects.toMatchObject({ status: 404 });
    // The client can send another file.
    expect(await send(files, CSV)).toMatchObject({ status: 'ready' });
  });

  it('a sender that leaves, and a file that takes too long to look into, leave nothing', async () => {
    const { likeness, place } = await (await open()).next();
    const files = new Files({ likeness, place, inspectSeconds: 0.01 });
    onTestFinished(() => files.close());
    const long = `LastName\n${'Doe\n'.repeat(100_000)}`;
    await expect(send(files, long)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/0.01 seconds/) as string,
    });
    const gone = AbortSignal.abort(new Error('left'));
    const sent = files.receive({ clientId: CLIENT }, 'a.csv', (take) => take(Buffer.from(CSV)), AT_MOST, gone);
    await expect(sent).rejects.toThrow('left');
    expect(await place.queue.all()).toEqual([]);
  });

  it('a short trial passes a long import, a short import that of another client, and each knows its place', async () => {
    const { files, place, ended } = await started(await open());
    const rows = (count: number) => `LastName,Title\n${'Doe,Head\n'.repeat(count)}`;
    const [long, trial, own, others, second] = [
      await send(files, rows(6_000)),
      await send(files, rows(9)),
      await send(files, rows(8)),
      await send(files, rows(7), undefined, undefined, 'other'),
      await send(files, rows(6_001)),
    ];
    const task = { objectType: 'Contact', mapping: long.inspection!.mapping, check: false, again: false } as const;
    const held = new Gate();
    const input = place.input.bind(place);
    place.input = async (file) => {
      if (file.id === long.id) await held.pass();
      return input(file);
    };
    await files.run(CLIENT, long.id, { ...task, action: 'import' });
    await held.isReached;
    expect(await files.run(CLIENT, second.id, { ...task, action: 'dryRun' })).toMatchObject({ ahead: 1 });
    expect(await files.run(CLIENT, own.id, { ...task, action: 'import' })).toMatchObject({
      ...{ status: 'queued', ahead: 1 },
      progress: { phase: 'queued', total: long.size },
    });
    await files.run(CLIENT, trial.id, { ...task, action: 'dryRun' });
    expect(await ended(trial.id)).toMatchObject({ status: 'completed', ahead: null, counts: { created: 9 } });
    await files.run('other', others.id, { ...task, action: 'import' });
    const status = async () => (await files.get('other', others.id)).status;
    await expect.poll(status, PATIENCE).toBe('completed');
    expect(await files.get(CLIENT, long.id)).toMatchObject({ status: 'running' });
    expect((await files.list(CLIENT)).map(({ id, ahead }) => [id, ahead])).toEqual([
      ...[
        [second.id, 2],
        [own.id, 1],
      ],
      ...[
        [trial.id, null],
        [long.id, null],
      ],
    ]);
    held.open();
    for (const { id } of [long, own, second]) expect(await ended(id)).toMatchObject({ status: 'completed' });
  });

  it('an import that is cancelled keeps what it has saved, and continues when it is requested again', async () => {
    const { files, likeness, place, run } = await started(await open());
    const { id, inspection } = await send(files, many().content);
    const stored = () => likeness.statistics().store.records;
    const task = { objectType: 'Contact', mapping: inspection!.mapping, check: false, again: false };
    const held = atThirdBatch(place);
    await files.run(CLIENT, id, { ...task, action: 'import' });
    await expect(files.run(CLIENT, id, { ...task, action: 'import' })).rejects.toMatchObject({ status: 409 });
    await expect(files.remove(CLIENT, id)).rejects.toMatchObject({ status: 409 });
    await held.isReached;
    const cancelled = files.cancel(CLIENT, id);
    await expect.poll(async () => (await files.get(CLIENT, id)).status, PATIENCE).toBe('cancelled');
    held.open();
    expect(await cancelled).toMatchObject({ status: 'cancelled' });
    expect(stored()).toBeLessThan(1_600);
    expect(await run(id, { ...task, action: 'import' })).toMatchObject({ status: 'completed', counts: many().counts });
    expect(stored()).toBe(1_600);
    expect(numbers(await read(files, id, 'rejects.csv'))).toEqual(many().rejected);
  });

  it('an import that was taken back in part is not gone on with: what was taken back would be missing', async () => {
    const { files, place, run, ended } = await started(await open());
    const { id, inspection } = await send(files, CSV);
    const task = { objectType: 'Contact', mapping: inspection!.mapping, check: true, again: false } as const;
    await run(id, { ...task, action: 'import' });
    const leftOf = place.leftOf.bind(place);
    place.leftOf = () => Promise.reject(new Error('no room'));
    await files.undo(CLIENT, id);
    expect(await ended(id)).toMatchObject({ status: 'failed' });
    const again = { ...task, action: 'import' as const, again: true };
    const refused = { status: 409, message: expect.stringMatching(/finish the undo first/) as string };
    await expect(files.run(CLIENT, id, again)).rejects.toMatchObject(refused);
    place.leftOf = leftOf;
    await files.undo(CLIENT, id);
    expect(await ended(id)).toMatchObject({ status: 'completed', imported: { undo: { left: 0 } } });
    expect(await run(id, { ...task, action: 'import' })).toMatchObject({ counts: { created: 1, updated: 1 } });
  });

  it('an import saves nothing after it was cancelled, and shows what it has saved and rejected', async () => {
    const service = await open();
    const { files, likeness, place } = await started(service);
    const gate = atThirdBatch(place);
    const { id, inspection } = await send(files, many().content);
    const stored = () => likeness.statistics().store.records;
    const task = { objectType: 'Contact', mapping: inspection!.mapping, check: false, again: false };
    await files.run(CLIENT, id, { ...task, action: 'import' });
    await gate.isReached;
    const ending = files.cancel(CLIENT, id).then((shown) => ({ shown, saved: stored() }));
    await expect.poll(async () => (await files.get(CLIENT, id)).status, PATIENCE).toBe('cancelled');
    gate.open();
    const { shown, saved } = await ending;
    expect(saved).toBeLessThan(1_600);
    expect(shown).toMatchObject({ counts: { created: saved }, results: ['rejects.csv'] });
    await place.queue.idle(id);
    expect(stored()).toBe(saved);
    expect(await files.get(CLIENT, id)).toEqual(shown);
    expect(await files.cancel(CLIENT, id)).toEqual(shown);
    const rejected = numbers(await read(files, id, 'rejects.csv'));
    expect(rejected).toEqual(many().rejected.slice(0, shown.counts!.rejected));
    await files.close();
    const second = await started(service);
    expect(await second.files.get(CLIENT, id)).toEqual(shown);
    expect(second.likeness.statistics().store.records).toBe(saved);
    expect(await second.run(id, { ...task, action: 'import' })).toMatchObject({
      ...{ status: 'completed', counts: many().counts },
    });
    expect(second.likeness.statistics().store.records).toBe(1_600);
    expect(numbers(await read(second.files, id, 'rejects.csv'))).toEqual(many().rejected);
    await second.files.undo(CLIENT, id);
    expect(await second.ended(id)).toMatchObject({ imported: { undo: { undone: 1_600, left: 0 } } });
    expect(second.likeness.statistics().store.records).toBe(0);
    expect(await second.run(id, { ...task, action: 'import' })).toMatchObject({ counts: many().counts });
  });

  it('an import that fails midway shows what it has saved and rejected, and continues from there', async () => {
    const { files, likeness, place, run } = await started(await open());
    const gate = atThirdBatch(place);
    gate.fail(new Error('broken'));
    const { id, inspection } = await send(files, many().content);
    const task = { objectType: 'Contact', mapping: inspection!.mapping, check: false, again: false };
    const failed = await run(id, { ...task, action: 'import' });
    const saved = likeness.statistics().store.records;
    expect(failed).toMatchObject({ status: 'failed', counts: { created: saved }, results: ['rejects.csv'] });
    const rejected = numbers(await read(files, id, 'rejects.csv'));
    expect(rejected).toEqual(many().rejected.slice(0, failed.counts!.rejected));
    expect(await run(id, { ...task, action: 'import' })).toMatchObject({ status: 'completed', counts: many().counts });
    expect(likeness.statistics().store.records).toBe(1_600);
  });

  it('what a process leaves continues in the next, and neither loses nor doubles a row or a rejected line', async () => {
    const service = await open();
    const first = await started(service);
    const { id, inspection } = await send(first.files, many().content);
    const task = { objectType: 'Contact', mapping: inspection!.mapping, check: false, again: false };
    const held = atThirdBatch(first.place);
    await first.files.run(CLIENT, id, { ...task, action: 'import' });
    await held.isReached;
    const closed = first.files.close();
    held.open();
    await closed;
    expect(first.likeness.statistics().store.records).toBeLessThan(1_600);
    const second = await started(service);
    const ended = await second.ended(id);
    expect(ended).toMatchObject({ status: 'completed', counts: many().counts });
    expect(second.likeness.statistics().store.records).toBe(1_600);
    expect(numbers(await read(second.files, id, 'rejects.csv'))).toEqual(many().rejected);
  });

  it('of a bulk job every row is reported once: saved, failed or not reached, whenever its process ends', async () => {
    const service = await open();
    const first = await started(service);
    const { content, counts, rejected } = many();
    const held = atThirdBatch(first.place);
    const id = await bulkInsert(first.files, content);
    await held.isReached;
    const closed = first.files.close();
    held.open();
    await closed;
    const second = await started(service);
    expect(await second.ended(id)).toMatchObject({ status: 'completed', counts });
    const lines = async (name: string) => (await read(second.files, id, name)).trimEnd().split('\n').slice(1);
    const saved = (await lines('saved.csv')).map((line) => /"Name (\d+)"/.exec(line)?.[1]);
    expect(new Set(saved).size).toBe(1_600);
    expect(saved).toHaveLength(1_600);
    expect(await lines('rejects.csv')).toHaveLength(rejected.length);
    const left: unknown[] = [];
    for await (const { rows } of second.files.rowsLeft(CLIENT, id, new AbortController().signal)) left.push(...rows);
    expect(left).toEqual([]);
  });

  it('for a bulk job one content is taken, though it comes twice at once', async () => {
    const { files, place } = await started(await open());
    let go: () => void = () => undefined;
    const isWaiting = new Promise<void>((resolve) => (go = resolve));
    const read = async (take: (piece: Buffer) => Promise<void>) => {
      await isWaiting;
      await take(Buffer.from(CSV));
    };
    const first = files.receive({ clientId: CLIENT }, 'sent.csv', read, AT_MOST, undefined, BULK_JOB);
    await expect.poll(() => place.arriving(), PATIENCE).toHaveLength(1);
    const refused = { status: 409, errorCode: 'INVALIDJOBSTATE' };
    await expect(send(files, CSV, 1_000, BULK_JOB)).rejects.toMatchObject(refused);
    go();
    const { id } = await first;
    await expect(send(files, CSV, 1_000, BULK_JOB)).rejects.toMatchObject(refused);
    expect((await files.bulkJobs(CLIENT)).map(({ file }) => file.id)).toEqual([id]);
  });

  it('of a bulk job that is ended midway the rows that nobody has come to are those behind the others', async () => {
    const service = await open();
    const { files, likeness, place } = await started(service);
    const held = atThirdBatch(place);
    const id = await bulkInsert(files, many().content);
    await held.isReached;
    // Two batches may be pending. These rows count for the job if they are saved before the job ends, and are never
    // saved later.
    const ending = files.cancel(CLIENT, id).then(async (shown) => ({ shown, account: await accountOf(files, id) }));
    await expect.poll(async () => (await files.get(CLIENT, id)).status, PATIENCE).toBe('cancelled');
    held.open();
    const { shown, account } = await ending;
    expect(account.saved + account.rejects + account.left.length).toBe(2_000);
    expect(account.saved).toBeLessThan(1_600);
    expect(account.left.at(-1)).toEqual(['Name 1999', 'Title 1999']);
    expect(account.counts).toMatchObject({ created: account.saved, rejected: account.rejects });
    expect(shown.counts).toEqual(account.counts);
    await place.queue.idle(id);
    expect(likeness.statistics().store.records).toBe(account.saved);
    expect(await accountOf(files, id)).toEqual(account);
    expect(await files.cancel(CLIENT, id)).toEqual(shown);
    expect(await accountOf(files, id)).toEqual(account);
    const task = { action: 'clean' as const, objectType: 'Contact', mapping: [], check: true, again: false };
    await expect(files.run(CLIENT, id, task)).rejects.toMatchObject({
      status: 409,
      message: /bulk job, which imports it only once/,
    });
    await files.close();
    const second = await started(service);
    expect(await accountOf(second.files, id)).toEqual(account);
    expect(second.likeness.statistics().store.records).toBe(account.saved);
    // Undoing the import does not change the finished job.
    await second.files.undo(CLIENT, id);
    expect(await second.ended(id)).toMatchObject({ status: 'completed', imported: { undo: { left: 0 } } });
    expect(second.likeness.statistics().store.records).toBe(0);
    expect(await accountOf(second.files, id)).toEqual(account);
  });

  it('an import whose end was committed and not told is not done again', async () => {
    const service = await open();
    const { files, place, likeness } = await started(service);
    const { id, inspection } = await send(files, CSV);
    const change = place.queue.change.bind(place.queue);
    // Simulates a process that ends between the last commit and the report.
    place.queue.change = (of, work, by) =>
      change(of, (file) => (work(file)?.status === 'completed' ? undefined : work(file)), by);
    const task = { objectType: 'Contact', mapping: inspection!.mapping, check: false, again: true };
    await files.run(CLIENT, id, { ...task, action: 'import' });
    await expect.poll(() => likeness.statistics().store.records, PATIENCE).toBe(2);
    await files.close();
    place.queue.change = change;
    const second = await started(service);
    expect(await second.ended(id)).toMatchObject({ status: 'completed', counts: { read: 3, created: 2, rejected: 1 } });
    expect(second.likeness.statistics().store.records).toBe(2);
  });
}

/** Starts a bulk job that inserts rows. @returns the file's Id */
async function bulkInsert(files: Files, content: string): Promise<string> {
  const { id, inspection } = await send(files, content, undefined, BULK_JOB);
  const mapping = inspection!.columns.map(({ label }, position) => ({ field: label, positions: [position] }));
  const task = { action: 'import', objectType: 'Contact', mapping, check: false, again: false } as const;
  await files.run(CLIENT, id, { ...task, writes: { operation: 'insert', refusesDuplicates: false } });
  return id;
}

/** Returns the rows that a bulk job reports as saved, rejected and unprocessed, and its counts. */
async function accountOf(files: Files, id: string) {
  const told = async (which: 'saved' | 'rejects') => {
    const pieces: Uint8Array[] = [];
    for await (const piece of (await files.rowsDone(CLIENT, id, which)) ?? []) pieces.push(piece);
    return Math.max(Buffer.concat(pieces).toString('utf8').trimEnd().split('\n').length - 1, 0);
  };
  const left: (readonly string[])[] = [];
  for await (const { rows } of files.rowsLeft(CLIENT, id, new AbortController().signal)) left.push(...rows);
  const [job] = await files.bulkJobs(CLIENT);
  const { counts, status } = job!.file;
  return { saved: await told('saved'), rejects: await told('rejects'), left, counts, status };
}

/** Blocks an import between the record of the third batch and the batch's commit. */
export function atThirdBatch(place: KeptFiles): Gate {
  const gate = new Gate();
  const notes = place.notes.bind(place);
  let batches = 0;
  place.notes = (file) => {
    const kept = notes(file);
    return {
      begin: (done) => kept.begin(done),
      close: () => kept.close(),
      keep: async (note) => {
        await kept.keep(note);
        if (++batches === 3) await gate.pass();
      },
    };
  };
  return gate;
}

/** 2,000 rows; every fifth is rejected. */
export function many() {
  const rows = Array.from({ length: 2_000 }, (_, i) =>
    i % 10 === 3 ? `Name ${i},one,too many\n` : i % 10 === 7 ? `,nameless ${i}\n` : `Name ${i},Title ${i}\n`,
  );
  return {
    content: `LastName,Title\n${rows.join('')}`,
    counts: { read: 2_000, created: 1_600, updated: 0, rejected: 400 },
    rejected: rows.flatMap((_, i) => (i % 10 === 3 || i % 10 === 7 ? [i + 1] : [])),
  };
}

/** Line numbers of rejected rows. */
export function numbers(rejects: string): number[] {
  return rejects
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]));
}

async function started(service: FilesUnderTest, now?: () => Date) {
  const { likeness, place } = await service.next();
  const files = new Files({ likeness, place, ...(now && { now }) });
  onTestFinished(() => files.close());
  await files.start();
  const ended = async (id: string): Promise<ShownFile> => {
    let file: ShownFile | undefined;
    const status = async () => (file = await files.get(CLIENT, id)).status;
    await expect.poll(status, PATIENCE).toMatch(/completed|failed|cancelled/);
    return file!;
  };
  const run = async (...[id, task]: [string, Parameters<Files['run']>[2]]): Promise<ShownFile> => {
    await files.run(CLIENT, id, task);
    return ended(id);
  };
  return { files, place, likeness, run, ended };
}

const BULK_JOB: IngestJob = {
  ...{ id: '750000000000001AAA', operation: 'insert', object: 'Contact', duplicates: 'create', created: '' },
  ...{ columnDelimiter: 'COMMA', lineEnding: 'LF' },
};

function send(
  files: Files,
  content: string | Buffer,
  limit = 10_000_000,
  bulkJob?: IngestJob,
  clientId = CLIENT,
): Promise<ShownFile> {
  const read = (take: (piece: Buffer) => Promise<void>) => take(Buffer.from(content));
  return files.receive({ clientId }, 'sent.csv', read, { size: limit, limit }, undefined, bulkJob);
}

async function read(files: Files, id: string, result: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await files.result(CLIENT, id, result)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
