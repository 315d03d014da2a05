import type { Worker } from 'node:worker_threads';
import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { Scenario } from '../../matching/scenario.js';
import { BitSet } from '../../runtime/memory/bit-set.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import { Dictionary } from '../../runtime/memory/dictionary.js';
import type { IndexedFieldImage } from '../values/indexed-field.js';
import { MemoryIndex } from '../memory-index.js';
import { packColumn } from './column-chunk.js';
import type { IndexMessage, IndexWork } from './index-thread.js';
import { packMethods, packScenario } from './portable-scenario.js';
import { partitionColumns, valuesIn } from './column-partition.js';
import { startThread } from '../../runtime/entry-points.js';

const MOST_WAITING = 8;

interface ThreadedIndexSettings {
  readonly scenarios: readonly Scenario[];
  readonly methods: MethodOptions;
  readonly threads: number;
  /** Some of the rows, which decide how columns are divided among threads. */
  readonly sample: readonly FieldTexts[];
  /** Whether to run at low priority. */
  readonly isBackground?: boolean;
}

export interface IndexedRow {
  readonly id: string;
  /** `undefined` for a deleted record that may be restored. */
  readonly texts: FieldTexts | undefined;
}

const NO_TEXTS: FieldTexts = {};

/** Builds an index from rows in ascending Id order, with the effect of `put` (or `delete` for rows without values). */
export class ThreadedIndex {
  private readonly ids = new Dictionary();
  private readonly live = new BitSet();
  private records = 0;
  private readonly threads: readonly { readonly thread: BuildingThread; readonly fields: readonly string[] }[];

  constructor(private readonly settings: ThreadedIndexSettings) {
    const { scenarios, methods, threads, sample, isBackground = false } = settings;
    this.threads = partitionColumns(scenarios, threads, valuesIn(sample)).map(({ scenario, fields }) => {
      const work: IndexWork = {
        scenario: packScenario(scenario),
        methods: packMethods(methods),
        isBackground,
        isJoined: false,
      };
      return { thread: new BuildingThread(work), fields };
    });
  }

  /** Adds rows. Await the promise before the next call. @throws Error if a thread has failed */
  async add(rows: readonly IndexedRow[]): Promise<void> {
    const texts: FieldTexts[] = [];
    for (const row of rows) {
      const number = this.ids.add(row.id);
      texts.push(row.texts ?? NO_TEXTS);
      if (row.texts === undefined) continue;
      this.live.add(number);
      this.records++;
    }
    for (const { thread, fields } of this.threads) await thread.send(fields.map((field) => packColumn(field, texts)));
  }

  /** Completes the index. @throws Error if a thread has failed */
  async finish(): Promise<MemoryIndex> {
    const images = await Promise.all(this.threads.map(({ thread }) => thread.finish()));
    const image = {
      fields: images.flat(),
      ids: this.ids.image(),
      live: this.live.image(),
      records: this.records,
    };
    return new MemoryIndex(this.settings.scenarios, {}, image);
  }

  async end(): Promise<void> {
    await Promise.all(this.threads.map(({ thread }) => thread.end()));
  }
}

export class BuildingThread {
  private waiting = 0;
  private images: readonly IndexedFieldImage[] | undefined;
  private failure: Error | undefined;
  private wake = (): void => undefined;

  private readonly thread: Worker;

  constructor(work: IndexWork) {
    const thread = startThread('buildIndex', work);
    this.thread = thread;
    thread.on('message', (answer: readonly IndexedFieldImage[] | undefined) => {
      if (answer) this.images = answer;
      else this.waiting--;
      this.wake();
    });
    thread.on('error', (error) => this.fail(error));
    thread.on('exit', (code) => {
      if (!this.images) this.fail(new Error(`index: a thread exited with code ${code} before it built its columns`));
    });
  }

  async send(message: NonNullable<IndexMessage>): Promise<void> {
    while (this.waiting >= MOST_WAITING) await this.news();
    this.check();
    this.waiting++;
    this.thread.postMessage(message);
  }

  async finish(): Promise<readonly IndexedFieldImage[]> {
    this.thread.postMessage(undefined);
    while (!this.images) await this.news();
    return this.images;
  }

  async end(): Promise<void> {
    await this.thread.terminate();
  }

  private async news(): Promise<void> {
    this.check();
    await new Promise<void>((resolve) => (this.wake = resolve));
    this.check();
  }

  private check(): void {
    if (this.failure) throw this.failure;
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.wake();
  }
}
