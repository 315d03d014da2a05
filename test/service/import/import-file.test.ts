import { describe, expect, it, onTestFinished } from 'vitest';
import type { FileBatch } from '../../../src/files/import/file-messages.js';
import type { Counts } from '../../../src/service/import/file-job.js';
import { importFile, runOf } from '../../../src/service/import/import-file.js';
import { UnkeptNotes, type BatchNote } from '../../../src/service/import/import-notes.js';
import type { Likeness } from '../../../src/service/likeness.js';
import type { Commit } from '../../../src/store/commit-log.js';
import { createMemoryStore } from '../../../src/store/memory-store.js';
import type { RecordStore } from '../../../src/store/record-store.js';
import { StoreUnavailableError } from '../../../src/store/store-errors.js';
import { caller, openService } from '../open-service.js';

const BATCHES = 4;

/** A store whose commits can be blocked, then released or rejected. */
function heldStore() {
  const inner = createMemoryStore();
  const waiting: { readonly letThrough: () => void; readonly refuse: () => void }[] = [];
  let isHeld = false;
  const append = async (commit: Commit): Promise<number> => {
    if (isHeld)
      await new Promise<void>((resolve, reject) =>
        waiting.push({ letThrough: resolve, refuse: () => reject(new StoreUnavailableError('away')) }),
      );
    return inner.append(commit);
  };
  const store = new Proxy(inner, {
    get(target, property) {
      if (property === 'append') return append;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const release = (): void => {
    isHeld = false;
    for (const { letThrough } of waiting.splice(0)) letThrough();
  };
  const hold = (): void => {
    isHeld = true;
    // Release the commits before the service closes, because closing waits for all writes.
    onTestFinished(release);
  };
  return { store, waiting, hold, release };
}

/** Batches of two rows; the second row is rejected. */
async function* batchesBehind(done: number): AsyncIterable<FileBatch> {
  await Promise.resolve();
  for (let row = done + 1; row <= BATCHES * 2; row += 2)
    yield {
      upTo: row + 1,
      columns: ['LastName', 'FirstName'],
      rows: [
        { number: row, values: { LastName: `Weiss ${row}` } },
        { number: row + 1, values: { FirstName: 'Ann' } },
      ],
      cells: [
        [`Weiss ${row}`, ''],
        ['', 'Ann'],
      ],
      faulty: [],
      bytesRead: row,
      bytesTotal: BATCHES * 2,
    };
}

class SeenNotes extends UnkeptNotes {
  readonly notes: BatchNote[] = [];

  override keep(note?: BatchNote): Promise<void> {
    this.notes.push(note!);
    return Promise.resolve();
  }
}

const importing = (likeness: Likeness, notes: SeenNotes): Promise<Counts> =>
  importFile({
    likeness,
    task: { action: 'import', objectType: 'Contact', check: false, again: false },
    caller,
    key: 'a',
    batches: batchesBehind,
    notes,
    completed: 0,
    begun: () => Promise.resolve(),
    tell: () => undefined,
  });

const lastNames = (likeness: Likeness): unknown[] =>
  [...likeness.records('Contact')].map(({ LastName }) => LastName).sort();
const ALL = Array.from({ length: BATCHES }, (_, batch) => `Weiss ${batch * 2 + 1}`);

describe('a file that is imported', () => {
  const opened = async (store: RecordStore, limits = {}): Promise<Likeness> =>
    openService({ store, files: { 'settings.json': { limits } } });

  it('has a batch decided while the one before is on its way, and no further one', async () => {
    const { store, waiting, hold } = heldStore();
    const likeness = await opened(store);
    hold();
    const notes = new SeenNotes();
    const counts = importing(likeness, notes);
    for (let batch = 0; batch < BATCHES; batch++) {
      const ahead = Math.min(batch + 2, BATCHES);
      await expect.poll(() => waiting.length).toBe(ahead);
      expect(notes.notes.map(({ upTo }) => upTo)).toEqual(Array.from({ length: ahead }, (_, i) => (i + 1) * 2));
      await expect.poll(() => likeness.checkpoint(runOf('a', 0))).toBe(batch * 2);
      waiting[batch]!.letThrough();
    }
    await expect.poll(() => waiting.length).toBe(BATCHES + 1);
    waiting[BATCHES]!.letThrough();
    expect(await counts).toMatchObject({ read: 8, created: 4, rejected: 4 });
    expect(notes.notes.map((note) => note.counts?.created)).toEqual([1, 2, 3, 4]);
    expect(lastNames(likeness)).toEqual(ALL);
  });

  it('continues after the last batch that was committed, when one is refused that others build on', async () => {
    for (const refused of [0, 1, 2]) {
      const { store, waiting, hold, release } = heldStore();
      const likeness = await opened(store);
      hold();
      const counts = importing(likeness, new SeenNotes());
      counts.catch(() => undefined);
      for (let batch = 0; batch <= refused + 1; batch++) {
        await expect.poll(() => waiting.length).toBeGreaterThan(batch);
        if (batch < refused) waiting[batch]!.letThrough();
      }
      for (const each of waiting.slice(refused)) each.refuse();
      await expect(counts).rejects.toThrow('away');
      release();
      expect(likeness.checkpoint(runOf('a', 0))).toBe(refused * 2);
      expect(lastNames(likeness)).toEqual(ALL.slice(0, refused));
      await importing(likeness, new SeenNotes());
      expect(lastNames(likeness)).toEqual(ALL);
    }
  });

  it('is imported where one request may write at once', async () => {
    const likeness = await opened(createMemoryStore(), { writesAtOnce: 1 });
    expect(await importing(likeness, new SeenNotes())).toMatchObject({ created: 4, rejected: 4 });
    expect(lastNames(likeness)).toEqual(ALL);
  });
});
