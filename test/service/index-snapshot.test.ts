import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Configuration } from '../../src/store/config/configuration.js';
import { loadConfiguration } from '../../src/store/config/load.js';
import { IndexSnapshots, type RestoredIndexes } from '../../src/service/index-snapshot/index-snapshots.js';
import type { Likeness } from '../../src/service/likeness.js';
import { openLikeness } from '../../src/service/open.js';
import type { FileStore } from '../../src/store/file-store.js';
import type { SnapshotPlace } from '../../src/store/snapshot-place.js';
import { FrozenArrays, willChange } from '../../src/runtime/memory/frozen-arrays.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { freshSeed, Random } from '../index/random.js';
import { draws } from '../support/draws.js';
import { caller, insert, upsert } from './open-service.js';

const SNAPSHOT = 'index.snapshot';

/** Records the result of a restore. */
class Watched extends IndexSnapshots {
  restored: RestoredIndexes | undefined;

  override async restore(...of: Parameters<IndexSnapshots['restore']>): Promise<RestoredIndexes | undefined> {
    return (this.restored = await super.restore(...of));
  }
}

interface Opened {
  readonly likeness: Likeness;
  readonly store: FileStore;
  readonly configuration: Configuration;
  readonly restored: RestoredIndexes | undefined;
  readonly notes: string[];
  close(): Promise<void>;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'likeness-snapshot-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** @param fewestChanges 1 saves a snapshot after every change @param besides callbacks during a save */
async function open(
  folder: string,
  fewestChanges = 1,
  configuration?: Configuration,
  compactAt?: number,
  besides?: Besides,
): Promise<Opened> {
  configuration ??= await loadConfiguration();
  const store = await openFileStore(folder, compactAt === undefined ? {} : { compactAt });
  const notes: string[] = [];
  const snapshots = new Watched(store, besides === undefined ? store : savingBesides(store, besides), {
    note: (message) => notes.push(message),
    fewestRecords: 1,
    fewestChanges,
    ...(besides && { lookMs: 1, pauseMs: besides.isOnce ? 1e9 : 0 }),
  });
  const likeness = await openLikeness({ configuration, store, snapshots });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= likeness.close());
  onTestFinished(close);
  return { likeness, store, configuration, restored: snapshots.restored, notes, close };
}

interface Besides {
  /** Called with the signal that aborts a save. */
  readonly saving?: (signal: AbortSignal) => void;
  /** Called before each write of a save. */
  readonly write?: (bytes: Buffer) => Promise<void>;
  readonly isOnce?: boolean;
}

function savingBesides(store: FileStore, { write, saving }: Besides): SnapshotPlace {
  return {
    folder: store.folder,
    continues: (position) => store.continues(position),
    checkInPlace: () => store.checkInPlace(),
    save: (work) =>
      store.save((signal) => {
        saving?.(signal);
        return work(signal);
      }),
    files: {
      ...store.files,
      open: async (path, mode) => {
        const file = await store.files.open(path, mode);
        if (mode !== 'create') return file;
        return {
          ...file,
          write: async (bytes, at) => {
            await write?.(bytes);
            await file.write(bytes, at);
          },
        };
      },
    },
  };
}

/** Copies the files that a killed process would leave to another folder. */
async function killed(folder: string): Promise<string> {
  const left = await newFolder();
  for (const name of await readdir(folder))
    if (!name.startsWith('lock'))
      await cp(join(folder, name), join(left, name), { recursive: true }).catch((error: unknown) => {
        // A snapshot in progress was completed or abandoned in the meantime.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !name.startsWith(SNAPSHOT)) throw error;
      });
  return left;
}

const first = ['Anna', 'Ana', 'John', 'Jon', 'Bert', 'Ada'];
const last = ['Keller', 'Kellar', 'Moss', 'Smith', 'Smyth', 'Okafor', 'Brien'];
const cities = ['Springfield', 'Springfeld', 'Abilene'];

function drawPerson(random: Random): Record<string, string> {
  const person: Record<string, string> = { LastName: random.pick(last) };
  if (random.chance(0.8)) person['FirstName'] = random.pick(first);
  if (random.chance(0.7)) person['Email'] = `${random.pick(first)}.${random.pick(last)}@x.example`.toLowerCase();
  if (random.chance(0.5)) person['Phone'] = `+1 212 555 010${random.below(10)}`;
  if (random.chance(0.5)) person['MailingStreet'] = `${1 + random.below(4)} Main Street`;
  if (random.chance(0.5)) person['MailingCity'] = random.pick(cities);
  if (random.chance(0.5)) person['MailingPostalCode'] = `1234${random.below(10)}`;
  return person;
}

function draw(type: string, random: Random): Record<string, string> {
  const { LastName, FirstName, Email, Phone, ...address } = drawPerson(random);
  const person = {
    LastName: LastName!,
    ...(FirstName && { FirstName }),
    ...(Email && { Email }),
    ...(Phone && { Phone }),
  };
  return type === 'Lead'
    ? { ...person, Company: random.pick(['Acme Inc', 'Globex', 'Acme']) }
    : { ...person, ...address };
}

/** Builds a service from the same store, with new indexes. For searches only: do not write or close. */
function rebuilt({ store, configuration }: Opened, fewestForThreads = Infinity): Promise<Likeness> {
  return openLikeness({ configuration, store, fewestForThreads });
}

async function expectSameAnswers(opened: Opened, random: Random, where: string, other?: Likeness): Promise<number> {
  other ??= await rebuilt(opened);
  let hits = 0;
  for (let n = 0; n < 12; n++) {
    const search = { objectPrefix: random.pick(['003', '00Q']), objectData: {} as Record<string, string> };
    search.objectData = draw(search.objectPrefix === '003' ? 'Contact' : 'Lead', random);
    const answer = await opened.likeness.search(search);
    const expected = await other.search(search);
    expect(answer.output, `${where}, search ${n}`).toEqual(expected.output);
    hits += answer.output[search.objectPrefix]!.length;
  }
  const { indexes } = opened.likeness.statistics();
  for (const [type, { records }] of other.statistics().indexes) expect(indexes.get(type)!.records, where).toBe(records);
  return hits;
}

it('a service restarted from the snapshot answers every search as one rebuilt: random programs with stops, kills, deletions, undone ones, erasures and compactions', async () => {
  const seed = freshSeed('index snapshot');
  const counts = { restored: 0, built: 0, changed: 0, hits: 0 };
  for (let n = 0; n < draws(40); n++) {
    const random = new Random(seed + n);
    const where = `seed ${seed + n}`;
    let folder = await newFolder();
    const openAgain = (): Promise<Opened> =>
      open(folder, random.pick([1, 1_000]), undefined, undefined, random.pick([undefined, {}]));
    let opened = await openAgain();
    const live: { type: string; id: string }[] = [];
    const gone: string[] = [];
    for (let step = 0; step < 60; step++) {
      const { likeness } = opened;
      const kind = random.below(20);
      const one = live.length > 0 ? random.pick(live) : undefined;
      if (kind < 9 || one === undefined) {
        const type = random.pick(['Contact', 'Lead']);
        live.push({ type, id: await insert(likeness, type, draw(type, random)) });
      } else if (kind < 12) {
        await upsert(likeness, one.type, { Id: one.id, ...draw(one.type, random) });
      } else if (kind < 14) {
        await likeness.deleteRecord(one.type, one.id, caller);
        live.splice(live.indexOf(one), 1);
        gone.push(one.id);
      } else if (kind === 14 && gone.length > 0) {
        const id = random.pick(gone);
        const [deletion] = (await likeness.history(id, { page: 1, pageSize: 1 })).records;
        const undone = await likeness.undo(deletion!.id, caller);
        expect(undone).toBeDefined();
        gone.splice(gone.indexOf(id), 1);
        live.push({ type: id.startsWith('003') ? 'Contact' : 'Lead', id });
      } else if (kind === 15 && random.chance(0.3)) {
        await likeness.erase(one.id, caller);
        live.splice(live.indexOf(one), 1);
      } else if (kind === 16 && random.chance(0.3)) {
        await opened.store.compact();
      } else if (kind >= 18) {
        if (random.chance(0.5)) await opened.close();
        else folder = await killed(folder);
        opened = await openAgain();
        expect(opened.notes, where).toEqual([]);
        if (opened.restored) counts.restored++;
        else counts.built++;
        counts.changed += opened.restored?.changed.size ?? 0;
        counts.hits += await expectSameAnswers(opened, random, `${where}, after step ${step}`);
      }
    }
    counts.hits += await expectSameAnswers(opened, random, `${where}, at the end`);
    // Uses threads in only one iteration, because they start slowly.
    if (n === 0)
      counts.hits += await expectSameAnswers(opened, random, `${where}, by threads`, await rebuilt(opened, 1));
  }
  console.log(`index snapshot: ${JSON.stringify(counts)}`);
  expect(counts.restored).toBeGreaterThan(10);
  expect(counts.changed).toBeGreaterThan(10);
  expect(counts.hits).toBeGreaterThan(60);
});

it('an index built by threads knows the Ids of deleted records: they come back, and new ones stand above them', async () => {
  const folder = await newFolder();
  const opened = await open(folder);
  const ids: string[] = [];
  for (const LastName of ['Keller', 'Moss', 'Okafor']) ids.push(await insert(opened.likeness, 'Contact', { LastName }));
  await opened.likeness.deleteRecord('Contact', ids[0]!, caller);
  await opened.likeness.deleteRecord('Contact', ids[2]!, caller);
  const again = await rebuilt(opened, 1);
  for (const id of [ids[2]!, ids[0]!]) {
    const [deletion] = (await again.history(id, { page: 1, pageSize: 1 })).records;
    await again.undo(deletion!.id, caller);
  }
  ids.push(await insert(again, 'Contact', { LastName: 'Smith' }));
  expect(await again.checkConsistency({ sample: 10 })).toEqual([]);
  expect(again.statistics().indexes.get('Contact')!.records).toBe(4);
});

/** Creates a closed folder with a few contacts and an index snapshot. */
async function prepared(): Promise<{ folder: string; ids: string[] }> {
  const folder = await newFolder();
  const opened = await open(folder);
  const random = new Random(11);
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.push(await insert(opened.likeness, 'Contact', draw('Contact', random)));
  await opened.close();
  expect(await readdir(folder)).toContain(SNAPSHOT);
  return { folder, ids };
}

async function expectRebuilt(opened: Opened, reason: RegExp): Promise<void> {
  expect(opened.restored).toBeUndefined();
  expect(opened.notes).toEqual([expect.stringMatching(reason)]);
  expect(await expectSameAnswers(opened, new Random(3), 'rebuilt')).toBeGreaterThan(0);
}

it('a damaged snapshot is never used, says why, and is replaced', async () => {
  const { folder } = await prepared();
  const path = join(folder, SNAPSHOT);
  const whole = await readFile(path);
  const random = new Random(freshSeed('damage'));
  for (let n = 0; n < 12; n++) {
    let damaged = Buffer.from(whole);
    if (n % 3 === 0) damaged = damaged.subarray(0, random.below(damaged.length));
    else damaged[random.below(damaged.length)]! ^= 1 << random.below(8);
    await writeFile(path, damaged);
    const opened = await open(folder);
    await expectRebuilt(opened, /^index\.snapshot is not used \(.*\); rebuilding the indexes: all$/);
    await opened.close();
    const again = await open(folder);
    expect(again.notes).toEqual([]);
    expect(again.restored).toBeDefined();
    await again.close();
  }
});

it('a snapshot of another state of the store is not used: of a later one, of another one, or before a compaction', async () => {
  const { folder, ids } = await prepared();
  const earlier = await killed(folder);
  const opened = await open(folder);
  await upsert(opened.likeness, 'Contact', { Id: ids[0]!, LastName: 'Smith' });
  await opened.close();
  // The earlier store, with the later snapshot.
  await cp(join(folder, SNAPSHOT), join(earlier, SNAPSHOT));
  const back = await open(earlier);
  await expectRebuilt(back, /another state of the store/);
  // The same number of transactions with different content.
  await upsert(back.likeness, 'Contact', { Id: ids[1]!, LastName: 'Okafor' });
  await back.close();
  await cp(join(folder, SNAPSHOT), join(earlier, SNAPSHOT));
  const other = await open(earlier);
  await expectRebuilt(other, /another state of the store/);
  await other.store.compact();
  expect(await readdir(earlier)).not.toContain(SNAPSHOT);
  await other.close();
  await cp(join(folder, SNAPSHOT), join(earlier, SNAPSHOT));
  await expectRebuilt(await open(earlier), /another state of the store/);
});

it('a snapshot fits only the configuration that it was made for; weights and thresholds do not matter', async () => {
  const { folder } = await prepared();
  const configuration = await loadConfiguration();
  const milder = {
    ...configuration,
    scenarios: configuration.scenarios.map((scenario) => ({ ...scenario, threshold: 6_000 })),
  };
  const same = await open(folder, 1, milder);
  expect(same.notes).toEqual([]);
  expect(same.restored?.indexes.has('Contact')).toBe(true);
  await expectSameAnswers(same, new Random(5), 'other thresholds');
  await same.close();
  const abroad = { ...configuration, settings: { ...configuration.settings, defaultCountry: 'DE' } };
  const other = await open(folder, 1, abroad);
  expect(other.notes).toEqual([expect.stringMatching(/another configuration.*: Contact$/)]);
  expect(other.restored?.indexes.has('Contact')).toBe(false);
  await expectSameAnswers(other, new Random(5), 'another country');
  await other.close();
  expect((await open(folder, 1, abroad)).notes).toEqual([]);
});

it('nothing of erased records, and no value of deleted ones, is in a snapshot that is saved later', async () => {
  const folder = await newFolder();
  const opened = await open(folder);
  const keep = { FirstName: 'Wilhelmina', LastName: 'Throckmorton', Email: 'w.t@keep.example' };
  const kept = await insert(opened.likeness, 'Contact', keep);
  const erased = await insert(opened.likeness, 'Contact', { LastName: 'Quackenbush', Email: 'quack@gone.example' });
  const deleted = await insert(opened.likeness, 'Contact', { LastName: 'Featherstone', Email: 'f@gone.example' });
  await opened.close();
  const held = async () => (await readFile(join(folder, SNAPSHOT))).toString('latin1').toLowerCase();
  for (const text of ['throckmorton', 'quackenbush', 'quack@gone', 'featherstone', erased.toLowerCase()])
    expect(await held()).toContain(text);
  const again = await open(folder);
  await again.likeness.erase(erased, caller);
  expect(await readdir(folder)).not.toContain(SNAPSHOT);
  await again.likeness.deleteRecord('Contact', deleted, caller);
  await again.close();
  for (const text of ['throckmorton', kept.toLowerCase(), deleted.toLowerCase()]) expect(await held()).toContain(text);
  for (const text of ['quackenbush', 'gone', 'featherstone', erased.toLowerCase()])
    expect(await held()).not.toContain(text);
});

it('is taken by the start after an import, whose last rows made the store compact itself, too', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({ LastName: `Keller ${i}` }));
  for (const compactAt of [1, 100_000, Infinity]) {
    const folder = await newFolder();
    const opened = await open(folder, 1, undefined, compactAt);
    for (let batch = 0; batch < 2; batch++)
      await opened.likeness.importBatch('Contact', rows, { check: false }, caller);
    await opened.close();
    const again = await open(folder, 1, undefined, compactAt);
    expect([again.notes, again.restored?.indexes.has('Contact')], `compacted at ${compactAt}`).toEqual([[], true]);
    await again.close();
  }
});

it('small stores have none; a snapshot that cannot be read or written is no failure', async () => {
  const folder = await newFolder();
  const store = await openFileStore(folder);
  const likeness = await openLikeness({
    configuration: await loadConfiguration(),
    store,
    snapshots: new IndexSnapshots(store, store),
  });
  await insert(likeness, 'Contact', { LastName: 'Keller' });
  await likeness.close();
  expect(await readdir(folder)).not.toContain(SNAPSHOT);
  await mkdir(join(folder, SNAPSHOT, 'in the way'), { recursive: true });
  const opened = await open(folder);
  await opened.close();
  expect(opened.notes).toEqual([
    expect.stringMatching(/not used \(.*\)/),
    expect.stringMatching(/could not be saved for the next start/),
    expect.stringMatching(/could not be saved for the next start/),
  ]);
});

it('records of one transaction count one by one: many of them are worth a new snapshot', async () => {
  const folder = await newFolder();
  const random = new Random(1);
  const rows = (count: number) => Array.from({ length: count }, () => draw('Contact', random));
  const by = { clientId: 'test', requestId: 'test' };
  const fill = async (count: number): Promise<Opened> => {
    const opened = await open(folder, 20);
    await opened.likeness.importBatch('Contact', rows(count), { check: false }, by);
    return opened;
  };
  await (await fill(5)).close();
  for (const [count, changed] of [
    [5, 0],
    // Includes the changes of the previous run.
    [15, 5],
    [3, 0],
  ] as const) {
    const opened = await fill(count);
    expect(opened.restored?.changed.size).toBe(changed);
    await opened.close();
  }
});

/** Runs one function before each write of a save. */
function between(things: (() => Promise<unknown>)[]): Besides & { readonly writes: number[]; left: () => number } {
  const writes: number[] = [];
  return {
    isOnce: true,
    writes,
    left: () => things.length,
    write: async (bytes) => {
      writes.push(bytes.length);
      await things.shift()?.();
    },
  };
}

/** Resolves when a pending save has ended. */
async function saved(folder: string, { writes }: { readonly writes: readonly number[] }): Promise<void> {
  await expect.poll(() => writes.length).toBeGreaterThan(0);
  await expect.poll(async () => (await readdir(folder)).includes(`${SNAPSHOT}.tmp`)).toBe(false);
}

it('a snapshot that was saved while records changed is one of the moment when it was begun', async () => {
  const seed = freshSeed('saved beside changes');
  for (let n = 0; n < 6; n++) {
    const random = new Random(seed + n);
    const where = `seed ${seed + n}`;
    const { folder, ids } = await prepared();
    const gone: string[] = [];
    let isUnfinished: string | undefined;
    const change = async (): Promise<void> => {
      const { likeness } = opened;
      const kind = random.below(6);
      const id = random.pick(ids);
      if (kind < 2) ids.push(await insert(likeness, 'Contact', draw('Contact', random)));
      else if (kind < 4) await upsert(likeness, 'Contact', { Id: id, ...draw('Contact', random) });
      else if (kind === 4 && ids.length > 5) {
        await likeness.deleteRecord('Contact', id, caller);
        gone.push(...ids.splice(ids.indexOf(id), 1));
      } else if (gone.length > 0) {
        const back = gone.splice(random.below(gone.length), 1)[0]!;
        const [deletion] = (await likeness.history(back, { page: 1, pageSize: 1 })).records;
        await likeness.undo(deletion!.id, caller);
        ids.push(back);
      }
      if (random.chance(0.05)) isUnfinished ??= await killed(folder);
    };
    const besides = between(Array.from({ length: 60 }, () => change));
    const opened: Opened = await open(folder, 1, undefined, undefined, besides);
    // Triggers a save.
    await insert(opened.likeness, 'Contact', draw('Contact', random));
    await saved(folder, besides);
    expect(besides.left(), where).toBe(0);
    const again = await open(await killed(folder));
    expect(again.notes, where).toEqual([]);
    expect(again.restored?.changed.size, where).toBeGreaterThan(5);
    await expectSameAnswers(again, random, where);
    for (let more = 0; more < 10; more++) await insert(again.likeness, 'Contact', draw('Contact', random));
    await expectSameAnswers(again, random, `${where}, with more records`);
    if (isUnfinished === undefined) continue;
    const torn = await open(isUnfinished);
    // The previous snapshot is used.
    expect(torn.restored, where).toBeDefined();
    await expectSameAnswers(torn, random, `${where}, killed before the end of the save`);
  }
});

it('a save is abandoned for an erasure, leaves nothing of the record, and is begun anew', async () => {
  const { folder } = await prepared();
  const rare = { LastName: 'Quackenbush', Email: 'quack@gone.example' };
  const before = await open(folder);
  const id = await insert(before.likeness, 'Contact', rare);
  await before.close();
  let erasure: Promise<unknown> | undefined;
  let saving = new AbortController().signal;
  const besides = between([
    () => Promise.resolve(),
    async () => {
      const isGivenUp = once(saving, 'abort');
      erasure = opened.likeness.erase(id, caller);
      await isGivenUp;
    },
  ]);
  const told = { ...besides, saving: (signal: AbortSignal) => (saving = signal) };
  const opened: Opened = await open(folder, 1, undefined, undefined, told);
  await insert(opened.likeness, 'Contact', { LastName: 'Okafor' });
  await expect.poll(() => erasure).toBeDefined();
  await erasure;
  const held = async (): Promise<string> => {
    // Reads a copy, because the next save may replace the file.
    const copy = await killed(folder);
    return Buffer.concat(await Promise.all((await readdir(copy)).map((name) => readFile(join(copy, name)))))
      .toString('latin1')
      .toLowerCase();
  };
  expect(await held()).not.toContain('quack');
  await expect.poll(async () => readdir(folder)).toContain(SNAPSHOT);
  expect(await held()).not.toContain('quack');
  const again = await open(await killed(folder));
  expect([again.notes, again.restored?.indexes.has('Contact')]).toEqual([[], true]);
});

it('one that contains what was erased since is used, and is not kept', async () => {
  const { folder } = await prepared();
  const before = await open(folder);
  const id = await insert(before.likeness, 'Contact', { LastName: 'Quackenbush' });
  await before.close();
  const killedBefore = await open(folder);
  // The record was erased before the store was compacted.
  await killedBefore.store.append({ changes: [{ kind: 'erase', id }] });
  const left = await killed(folder);
  const held = async () => (await readFile(join(left, SNAPSHOT))).toString('latin1').toLowerCase();
  expect(await held()).toContain('quack');
  const again = await open(left);
  expect(again.restored?.indexes.has('Contact')).toBe(true);
  expect(await held()).not.toContain('quack');
  await expectSameAnswers(again, new Random(3), 'after an erasure');
});

it('no step of a save is long: a megabyte at the most, and other work has its turn after each', async () => {
  const { folder } = await prepared();
  let turns = 0;
  const count = (): void => void (turns++, (timer = setImmediate(count)));
  let timer = setImmediate(count);
  onTestFinished(() => clearImmediate(timer));
  const seen: number[] = [];
  const besides = between(Array.from({ length: 1_000 }, () => () => Promise.resolve(seen.push(turns))));
  const opened = await open(folder, 1, undefined, undefined, besides);
  await insert(opened.likeness, 'Contact', { LastName: 'Okafor' });
  await saved(folder, besides);
  await opened.close();
  expect(Math.max(...besides.writes)).toBeLessThanOrEqual(1 << 20);
  expect(seen.length).toBeGreaterThan(50);
  for (const [i, turn] of seen.entries()) if (i > 0) expect(turn).toBeGreaterThan(seen[i - 1]!);
});

it('what is abandoned because it would take too much memory is reported, and does no harm', async () => {
  const array = new Int32Array(1 << 26);
  const frozen = new FrozenArrays([array]);
  // Changes every kilobyte of the array before it is read.
  for (let i = 0; i < array.length; i += 256) willChange(array, i, i + 1);
  const { folder } = await prepared();
  const opened = await open(folder);
  const { store } = opened;
  const notes: string[] = [];
  const snapshots = new IndexSnapshots(store, store, { note: (message) => notes.push(message), fewestRecords: 1 });
  const position = { position: store.position, last: store.commitAt(store.position) };
  const document = { version: 0, program: '', position, types: [] };
  expect(await snapshots.save({ document, arrays: frozen, bytes: array.byteLength, changes: 0 })).toBe(true);
  expect(notes).toEqual([expect.stringMatching(/could not be saved for the next start: 256 MB changed/)]);
  expect(frozen.keptBytes).toBe(0);
  await opened.close();
});
