import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Change } from '../../src/store/commit-log.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import type { FileStore } from '../../src/store/file-store.js';
import { StoreUnavailableError } from '../../src/store/store-errors.js';
import { contact } from './contact.js';
import { Model, pictureOf, randomTransaction } from './conformance.js';
import { PowerCut, PowerCutFiles } from './power-cut-files.js';

type Step = 'compact' | Change[][];

/** The clock of all stores. */
const now = (): number => 1_000_000;

/** States that may be found after a cut: those after the last acknowledged transaction. */
class Allowed {
  #model = new Model();
  #submitted: Change[][] = [];
  #pictures = [this.#model.picture()];
  #acknowledged = 0;

  /** Number of acknowledged transactions. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  submit(changes: Change[]): { acknowledged: () => void } {
    this.#model.apply(changes);
    this.#submitted.push(changes);
    this.#pictures.push(this.#model.picture());
    const place = this.#submitted.length;
    return { acknowledged: () => (this.#acknowledged = Math.max(this.#acknowledged, place)) };
  }

  /** Continues from the found state. A later cut must not lose this state, because it was visible. */
  check(found: string): void {
    const place = this.#pictures.lastIndexOf(found);
    expect(place, 'the state is that after some whole number of transactions').toBeGreaterThanOrEqual(0);
    expect(place, 'every acknowledged transaction is there').toBeGreaterThanOrEqual(this.#acknowledged);
    this.#acknowledged = place;
    this.#submitted.length = place;
    this.#pictures.length = place + 1;
    this.#model = new Model();
    for (const changes of this.#submitted) this.#model.apply(changes);
  }
}

/** Runs the program. The power may fail at any point. */
async function run(store: FileStore, steps: readonly Step[], allowed: Allowed): Promise<void> {
  let compaction: Promise<void> | undefined;
  for (const step of steps) {
    if (step === 'compact') {
      compaction = store.compact().catch(() => undefined);
      continue;
    }
    const commits = step.map(async (changes) => {
      if (!store.writable) return;
      const { acknowledged } = allowed.submit(changes);
      await store.append({ changes }).then(acknowledged, (error: unknown) => {
        expect(error).toBeInstanceOf(StoreUnavailableError);
      });
    });
    await Promise.all(commits);
  }
  await compaction;
}

/** Runs one process on a folder. The files may stop at any point. */
async function live(folder: string, files: PowerCutFiles, steps: readonly Step[], allowed: Allowed): Promise<void> {
  try {
    const store = await openFileStore(folder, { files, now, compactAt: Infinity });
    try {
      allowed.check(pictureOf(store));
      await run(store, steps, allowed);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof PowerCut)) throw error;
  }
}

/** Checks that the folder opens twice, has an allowed state, and accepts writes. */
async function expectWhole(folder: string, allowed: Allowed): Promise<void> {
  for (let i = 0; i < 2; i++) {
    const store = await openFileStore(folder, { now });
    allowed.check(pictureOf(store));
    if (i === 0) {
      const { acknowledged } = allowed.submit([{ kind: 'put', record: contact(4_000) }]);
      await store.append({ changes: [{ kind: 'put', record: contact(4_000) }] });
      acknowledged();
    }
    await store.close();
  }
}

const step = fc.oneof(
  { weight: 2, arbitrary: fc.constant('compact' as const) },
  { weight: 3, arbitrary: fc.array(randomTransaction, { minLength: 1, maxLength: 4 }) },
);
/** One process: its steps, and how and when it ends. */
const life = fc.record({
  steps: fc.array(step, { maxLength: 8 }),
  cutAt: fc.nat(40),
  dies: fc.constantFrom('process', 'power'),
  chances: fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
});

/** A program with several crashes and power cuts. */
export const randomLives = fc.array(life, { minLength: 1, maxLength: 5 });
export type Lives = typeof randomLives extends fc.Arbitrary<infer L> ? L : never;

/** @throws AssertionError if anything acknowledged is lost or half done @returns acknowledged transactions */
export async function liveAll(lives: Lives): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'likeness-store-'));
  try {
    const allowed = new Allowed();
    let folder = await empty(root, 'first');
    let files = new PowerCutFiles();
    for (const [i, { steps, cutAt, dies, chances }] of lives.entries()) {
      files = files.nextProcess(cutAt);
      await live(folder, files, steps, allowed);
      if (dies === 'process') continue;
      folder = join(root, `left-${i}`);
      await files.leave(folder, () => chances.next().value as number);
      files = await new PowerCutFiles().adopt(folder);
    }
    const left = join(root, 'left');
    await files.leave(left, () => 0);
    await expectWhole(left, allowed);
    return allowed.acknowledged;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function empty(root: string, name: string): Promise<string> {
  const folder = join(root, name);
  await new PowerCutFiles().makeFolder(folder);
  return folder;
}

const program: Step[] = [
  [[{ kind: 'put', record: contact(1) }], [{ kind: 'put', record: contact(2) }]],
  [
    [
      { kind: 'put', record: contact(3) },
      { kind: 'delete', id: contact(1).id },
    ],
  ],
  'compact',
  [[{ kind: 'put', record: contact(4) }], [{ kind: 'delete', id: contact(2).id }]],
  [[{ kind: 'counter', name: 'id:003', value: 4 }]],
  [[{ kind: 'put', record: contact(5) }]],
  'compact',
  [[{ kind: 'put', record: contact(3, { LastName: 'again' }) }]],
];

/** Share of the nth unsynced change that survives: 0 nothing, 0.999 everything. */
const SURVIVALS: readonly ((turn: number) => number)[] = [
  () => 0,
  () => 0.999,
  (turn) => (turn % 2 === 0 ? 0 : 0.999),
  (turn) => (turn % 2 === 0 ? 0.999 : 0),
  () => 0.5,
];

/** Cuts one program at each disk operation, with different shares of surviving data. @throws AssertionError */
export async function cutAtOperations(root: string, step: number): Promise<{ deaths: number; acknowledged: number }> {
  const whole = new PowerCutFiles();
  await live(await empty(root, 'whole'), whole, program, new Allowed());
  let deaths = 0;
  let acknowledged = 0;
  for (let cutAt = Math.floor(Math.random() * step); cutAt < whole.operations; cutAt += step)
    for (const [i, survival] of SURVIVALS.entries()) {
      const allowed = new Allowed();
      const folder = await empty(root, `${cutAt}-${i}`);
      const files = new PowerCutFiles(cutAt);
      await live(folder, files, program, allowed);
      let turn = 0;
      await files.leave(`${folder}-left`, () => survival(turn++));
      await expectWhole(`${folder}-left`, allowed);
      deaths++;
      acknowledged += allowed.acknowledged;
    }
  return { deaths, acknowledged };
}
