import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MemoryIndex } from '../../src/index/memory-index.js';
import type { Likeness } from '../../src/service/likeness.js';
import { LANE_QUOTA_MS } from '../../src/runtime/event-loop-scheduler.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { StoreUnavailableError } from '../../src/store/store-errors.js';
import type { RecordStore } from '../../src/store/record-store.js';
import type { Commit } from '../../src/store/commit-log.js';
import { caller, insert, openService, searchIds, upsert } from './open-service.js';

const jane = { FirstName: 'Jane', LastName: 'Okafor', Email: 'jane.okafor@example.org' };

/** A real store with a slow disk: commits block until released, or fail as on a full disk. */
function slowStore(): { store: RecordStore; hold: () => void; letThrough: () => void; failAll: () => void } {
  const inner = createMemoryStore();
  let gate: Promise<void> = Promise.resolve();
  let open: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  let isFull = false;
  const store = new Proxy(inner, {
    get(target, property) {
      if (property === 'append') {
        return async (transaction: Commit) => {
          await gate;
          if (isFull) throw new StoreUnavailableError('no space left on device');
          await target.append(transaction);
        };
      }
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return {
    store,
    hold: () => {
      gate = new Promise((resolve, reject) => {
        open = resolve;
        fail = reject;
      });
      gate.catch(() => undefined);
    },
    letThrough: () => open(),
    failAll: () => {
      isFull = true;
      fail(new StoreUnavailableError('no space left on device'));
    },
  };
}

/** A store whose commits can be blocked, and released one by one. */
function queuedStore(): {
  store: RecordStore;
  waiting: (() => void)[];
  commits: { readonly begun: number; readonly ended: number };
  hold: () => void;
} {
  const waiting: (() => void)[] = [];
  const commits = { begun: 0, ended: 0 };
  let isHeld = false;
  const store = new Proxy(createMemoryStore(), {
    get(target, property) {
      if (property === 'append')
        return async (transaction: Commit) => {
          if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
          commits.begun++;
          await target.append(transaction);
          commits.ended++;
        };
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const hold = () => {
    isHeld = true;
    // Release the commits before the service closes, because closing waits for all writes.
    onTestFinished(() => {
      isHeld = false;
      for (const letThrough of waiting.splice(0)) letThrough();
    });
  };
  return { store, waiting, commits, hold };
}

/** A store whose log may reject a commit and continue, as after a serialization failure. Appends wait for release. */
function refusingStore() {
  const inner = createMemoryStore();
  const waiting: { commit: Commit; resolve: (position: number) => void; reject: (error: Error) => void }[] = [];
  let isRefusing = false;
  let isHeld = false;
  const refusal = () => new StoreUnavailableError('could not serialise access');
  const append = (commit: Commit): Promise<number> => {
    if (isRefusing) return Promise.reject(refusal());
    if (!isHeld) return inner.append(commit);
    return new Promise((resolve, reject) => waiting.push({ commit, resolve, reject }));
  };
  const store = new Proxy(inner, {
    get(target, property) {
      if (property === 'append') return append;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  /** @param refused index of the blocked commit to reject; default: none */
  const letThrough = async (refused = Infinity): Promise<void> => {
    const batch = waiting.splice(0);
    for (const each of batch.slice(0, refused)) each.resolve(await inner.append(each.commit));
    if (refused >= batch.length) return;
    isRefusing = true;
    setImmediate(() => (isRefusing = false));
    for (const each of [...batch.slice(refused), ...waiting.splice(0)]) each.reject(refusal());
    await settle();
    await settle();
  };
  return { store, waiting, letThrough, hold: () => (isHeld = true), release: () => (isHeld = false) };
}

/** Runs everything that is ready to run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Runs turns until a condition is true. On a busy machine, decisions may need several turns. */
async function turnsUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await settle();
}

describe('while a write is in flight', () => {
  it('readers do not see it, and a second equal upsert does', async () => {
    const { store, hold, letThrough } = slowStore();
    const likeness = await openService({ store });
    hold();
    const first = upsert(likeness, 'Contact', jane);
    const second = upsert(likeness, 'Contact', { ...jane, Title: 'Buyer' });
    await settle();
    expect(await searchIds(likeness, '003', { Email: jane.Email })).toEqual([]);
    letThrough();
    expect(await first).toMatchObject({ isSuccess: true, isCreated: true });
    expect(await second).toMatchObject({ isSuccess: true, isCreated: false, objectId: (await first).objectId });
    expect(await searchIds(likeness, '003', { Email: jane.Email })).toEqual([(await first).objectId]);
  });

  it('readers see the old values of a record that is being changed, and one that is being deleted', async () => {
    const { store, hold, letThrough } = slowStore();
    const likeness = await openService({ store });
    const id = await insert(likeness, 'Contact', jane);
    const other = await insert(likeness, 'Contact', { ...jane, Email: 'other@example.org' });
    hold();
    const change = upsert(likeness, 'Contact', { Id: id, Email: 'new@example.org' });
    const deletion = likeness.deleteRecord('Contact', other, caller);
    await settle();
    expect(await searchIds(likeness, '003', { Email: jane.Email })).toEqual([id]);
    expect(await searchIds(likeness, '003', { Email: 'new@example.org' })).toEqual([]);
    expect(await searchIds(likeness, '003', { Email: 'other@example.org' })).toEqual([other]);
    expect(likeness.readRecord('Contact', id)).toMatchObject({ Email: jane.Email });
    letThrough();
    await Promise.all([change, deletion]);
    expect(await searchIds(likeness, '003', { Email: jane.Email })).toEqual([]);
    expect(await searchIds(likeness, '003', { Email: 'new@example.org' })).toEqual([id]);
    expect(await searchIds(likeness, '003', { Email: 'other@example.org' })).toEqual([]);
  });
});

describe('while several changes of one record are in flight', () => {
  it('readers see each as soon as it is on disk, and no later one', async () => {
    const { store, waiting, hold } = queuedStore();
    const likeness = await openService({ store });
    const id = await insert(likeness, 'Contact', jane);
    hold();
    const emails = ['first@example.org', 'second@example.org', 'third@example.org'];
    const changes = emails.map((Email) => upsert(likeness, 'Contact', { Id: id, Email }));
    await turnsUntil(() => waiting.length === emails.length);
    const seen = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const Email of [jane.Email, ...emails])
        if ((await searchIds(likeness, '003', { Email })).length > 0) found.push(Email);
      return found;
    };
    expect(await seen()).toEqual([jane.Email]);
    for (const [i, change] of changes.entries()) {
      waiting[i]!();
      await change;
      expect(await seen()).toEqual([emails[i]]);
    }
  });
});

describe('a search of many records, in steps between which others write', () => {
  it('answers with what is on disk when it answers: nothing in flight, nothing overlooked', async () => {
    let inSteps = 0;
    let compared = 0;
    // Simulates a machine so slow that each turn has time for only one step.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += LANE_QUOTA_MS));
    onTestFinished(() => clock.mockRestore());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { minLength: 5, maxLength: 60 }), fc.nat(), async (acts, first) => {
        const { store, waiting, hold, commits } = queuedStore();
        const options = { rowsPerStep: 3, comparisonsPerStep: 4 };
        const likeness = await openService({ store, index: options });
        const ids: string[] = [];
        for (let n = 0; n < 40; n++)
          ids.push(await insert(likeness, 'Contact', { ...jane, LastName: n % 3 === 0 ? 'Adeyemi' : jane.LastName }));
        hold();
        const writes: Promise<unknown>[] = [];
        // The record may already be deleted.
        const send = (write: Promise<unknown>) => writes.push(write.catch(() => undefined));
        const act = (kind: number, n: number): void => {
          const id = ids[(first + n * 7) % ids.length]!;
          if (kind === 0) send(insert(likeness, 'Contact', { ...jane, Title: `new ${n}` }));
          else if (kind === 1)
            send(upsert(likeness, 'Contact', { Id: id, LastName: n % 2 === 0 ? 'Adeyemi' : jane.LastName }));
          else if (kind === 2) send(likeness.deleteRecord('Contact', id, caller));
          else waiting.shift()?.();
        };
        // Some changes are pending when the search starts.
        acts.slice(0, 4).forEach(act);
        await settle();
        const search = (of: Likeness) =>
          of.search({ objectPrefix: '003', objectData: { LastName: jane.LastName, FirstName: 'Jane' } });
        const found: string[] = [];
        let answeredAt = -1;
        const searching = search(likeness).then(({ json }) => {
          found.push(json);
          answeredAt = commits.begun === commits.ended ? commits.ended : -1;
        });
        for (const [n, kind] of acts.slice(4).entries()) {
          if (found.length > 0) break;
          act(kind, n);
          await settle();
          if (n > 1) inSteps++;
        }
        await searching;
        // A new service knows only what is on disk.
        const expected = (await search(await openService({ store }))).json;
        // The last released commit may be visible in the response, or only after it.
        if (commits.begun === answeredAt) {
          expect(found).toEqual([expected]);
          compared++;
        }
        let isDone = false;
        void Promise.all(writes).then(() => (isDone = true));
        while (!isDone) {
          waiting.shift()?.();
          await settle();
        }
      }),
      { numRuns: 40, endOnFailure: true },
    );
    expect(inSteps).toBeGreaterThan(10);
    expect(compared).toBeGreaterThan(10);
  });
});

describe('when the store cannot write', () => {
  it('every request in flight is refused and leaves no trace; reads continue', async () => {
    const { store, hold, failAll } = slowStore();
    const likeness = await openService({ store });
    const id = await insert(likeness, 'Contact', jane);
    hold();
    const writes = [
      upsert(likeness, 'Contact', { Id: id, Email: 'changed@example.org' }),
      upsert(likeness, 'Contact', { Id: id, Title: 'Buyer' }),
      upsert(likeness, 'Contact', { LastName: 'Adeyemi', FirstName: 'Bola', Email: 'bola@example.org' }),
      likeness.deleteRecord('Contact', id, caller),
    ];
    await settle();
    failAll();
    for (const write of writes) await expect(write).rejects.toBeInstanceOf(StoreUnavailableError);
    expect(await searchIds(likeness, '003', { Email: jane.Email })).toEqual([id]);
    expect(await searchIds(likeness, '003', { Email: 'changed@example.org' })).toEqual([]);
    expect(await searchIds(likeness, '003', { Email: 'bola@example.org' })).toEqual([]);
    expect(likeness.readRecord('Contact', id)).toMatchObject({ ...jane, Title: null });
  });

  it('a deletion is undone, though the index was renewed in the meantime', async () => {
    const { store, hold, failAll } = slowStore();
    const indexes: MemoryIndex[] = [];
    const likeness = await openService({ store, indexes });
    const id = await insert(likeness, 'Contact', jane);
    const other = await insert(likeness, 'Contact', { LastName: 'Adeyemi', Email: 'bola@example.org' });
    hold();
    const deletion = likeness.deleteRecord('Contact', id, caller);
    await settle();
    for (const index of indexes) {
      index.compact();
      while (index.compactFurther(100));
    }
    failAll();
    await expect(deletion).rejects.toBeInstanceOf(StoreUnavailableError);
    expect(await searchIds(likeness, '003', { Email: jane.Email })).toEqual([id]);
    expect(await searchIds(likeness, '003', { Email: 'bola@example.org' })).toEqual([other]);
    expect(await likeness.checkConsistency({ sample: 10 })).toEqual([]);
  });

  it('an idempotency key is not used up', async () => {
    const { store, hold, failAll } = slowStore();
    const likeness = await openService({ store });
    hold();
    const write = likeness.upsert({ objectType: 'Contact', objectData: jane }, caller, 'key-1');
    await settle();
    failAll();
    await expect(write).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(
      likeness.upsert({ objectType: 'Contact', objectData: { LastName: 'X' } }, caller, 'key-1'),
    ).rejects.toBeInstanceOf(StoreUnavailableError);
  });
});

describe('when the log refuses one commit', () => {
  const bola = { FirstName: 'Bola', LastName: 'Adeyemi', Email: 'bola@example.org' };

  it('it fails, and what builds on it; others that wait behind it are committed', async () => {
    const { store, waiting, letThrough, hold } = refusingStore();
    const likeness = await openService({ store });
    hold();
    const [refused, building, other] = [jane, { ...jane, Title: 'Buyer' }, bola].map((data) =>
      upsert(likeness, 'Contact', data),
    );
    for (const write of [refused, building]) write!.catch(() => undefined);
    await turnsUntil(() => waiting.length === 3);
    await letThrough(0);
    await expect(refused).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(building).rejects.toThrow('a change that this change depends on was rejected');
    await letThrough();
    expect(await other).toMatchObject({ isSuccess: true, isCreated: true });
    expect(await searchIds(likeness, '003', { Email: jane.Email })).toEqual([]);
    expect(await searchIds(likeness, '003', { Email: bola.Email })).toEqual([(await other)!.objectId]);
    expect(await likeness.checkConsistency({ sample: 10 })).toEqual([]);
  });

  it('a batch of an import fails with the batch before it, and both can be imported again', async () => {
    const { store, waiting, letThrough, hold, release } = refusingStore();
    const likeness = await openService({ store });
    const importBatch = (row: object, from: number) =>
      likeness.importBatch(
        'Contact',
        [{ ...row }],
        { check: false, checkpoint: { name: 'import:a', value: from + 1, from } },
        caller,
      );
    await importBatch({ LastName: 'Weiss' }, 0);
    hold();
    const batches = [importBatch(jane, 1), importBatch(bola, 2)];
    for (const batch of batches) batch.catch(() => undefined);
    await turnsUntil(() => waiting.length === 2);
    await letThrough(0);
    await expect(batches[0]).rejects.toThrow('could not serialise access');
    await expect(batches[1]).rejects.toThrow('a change that this change depends on was rejected');
    release();
    expect(likeness.checkpoint('import:a')).toBe(1);
    await Promise.all([importBatch(jane, 1), importBatch(bola, 2)]);
    expect(likeness.checkpoint('import:a')).toBe(3);
    expect([...likeness.records('Contact')]).toHaveLength(3);
  });

  it('a record that was created only because another was deleted fails with the deletion', async () => {
    const { store, waiting, letThrough, hold } = refusingStore();
    const likeness = await openService({ store });
    const id = await insert(likeness, 'Contact', jane);
    hold();
    const writes = [likeness.deleteRecord('Contact', id, caller), upsert(likeness, 'Contact', jane)];
    for (const write of writes) write.catch(() => undefined);
    await turnsUntil(() => waiting.length === 2);
    await letThrough(0);
    for (const write of writes) await expect(write).rejects.toBeInstanceOf(StoreUnavailableError);
    expect(await searchIds(likeness, '003', { Email: jane.Email })).toEqual([id]);
  });

  it('whatever is sent and refused: the service is as one that starts now over what was committed', async () => {
    const command = fc.record({ kind: fc.nat(3), name: fc.nat(3), id: fc.nat(5) });
    const round = fc.record({ commands: fc.array(command, { minLength: 1, maxLength: 6 }), refused: fc.nat(6) });
    let refusals = 0;
    let survivors = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const { store, waiting, letThrough, hold, release } = refusingStore();
        const likeness = await openService({ store });
        const ids: string[] = [];
        for (let n = 0; n < 3; n++) ids.push(await insert(likeness, 'Contact', { ...jane, Email: `${n}@example.org` }));
        hold();
        for (const { commands, refused } of rounds) {
          const writes = commands.map(({ kind, name, id }) => {
            const data = { ...jane, Email: `${name}@example.org` };
            const Id = ids[id % ids.length]!;
            if (kind === 0) return likeness.deleteRecord('Contact', Id, caller);
            if (kind === 1) return upsert(likeness, 'Contact', { Id, Email: data.Email });
            return upsert(likeness, 'Contact', data);
          });
          let areAllAnswered = false;
          const outcomes = Promise.allSettled(writes).finally(() => (areAllAnswered = true));
          await settle();
          await letThrough(refused);
          survivors += waiting.length;
          // One after another, because concurrent releases could change the order.
          while (!areAllAnswered) {
            await letThrough();
            await settle();
          }
          for (const { status } of await outcomes) if (status === 'rejected') refusals++;
        }
        expect(await likeness.checkConsistency({ sample: 10 })).toEqual([]);
        const search = (of: Likeness) => of.search({ objectPrefix: '003', objectData: jane });
        const fresh = await openService({ store });
        expect((await search(likeness)).json).toBe((await search(fresh)).json);
        release();
      }),
      { numRuns: 60 },
    );
    expect(refusals).toBeGreaterThan(10);
    expect(survivors).toBeGreaterThan(10);
  });
});

describe('import in batches', () => {
  it('saves the good rows, reports the bad ones, and moves the checkpoint with them', async () => {
    const likeness = await openService();
    const rows = [jane, { FirstName: 'No last name' }, { LastName: 'Adeyemi' }];
    const outputs = await likeness.importBatch(
      'Contact',
      rows,
      { check: false, checkpoint: { name: 'import:a', value: 3 } },
      caller,
    );
    expect(outputs.map(({ isSuccess }) => isSuccess)).toEqual([true, false, true]);
    expect(likeness.checkpoint('import:a')).toBe(3);
    expect(likeness.checkpoint('import:b')).toBe(0);
  });

  it('with check sends every row through the duplicate-aware upsert, seeing the rows before it', async () => {
    const likeness = await openService();
    const outputs = await likeness.importBatch('Contact', [jane, { ...jane, Title: 'Buyer' }], { check: true }, caller);
    expect(outputs.map(({ isCreated }) => isCreated)).toEqual([true, false]);
  });
});
