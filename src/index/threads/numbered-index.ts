import { BitSet } from '../../memory/bit-set.js';
import { share } from '../../memory/image.js';
import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { Scenario } from '../../matching/scenario.js';
import { Dictionary } from '../../memory/dictionary.js';
import { KeyLists } from '../../memory/key-lists.js';
import { createMemoryIndex, MemoryIndex } from '../memory-index.js';
import { Postings } from '../postings.js';
import type { IndexedField, IndexedFieldImage } from '../values/indexed-field.js';
import { packTexts } from './column-chunk.js';
import { partitionColumns } from './column-partition.js';
import type { IndexWork, NumberedColumn } from './index-thread.js';
import { packMethods, packScenario } from './portable-scenario.js';
import { BuildingThread } from './threaded-index.js';

/** A column that rows are to be given values of, and not one that is made of others. */
export type NumberedField = Pick<IndexedField, 'fields' | 'method'>;

/** An index, to be joined with itself, of columns that have all their rows: these are known by their numbers. */
export function indexOfColumns(
  scenarios: readonly Scenario[],
  fields: readonly IndexedFieldImage[],
  rows: number,
): MemoryIndex {
  const live = new BitSet();
  for (let row = rows; row > 0; row--) live.add(row);
  // The Id of each is the one empty text that the first byte says.
  const { byHash } = new Dictionary().image();
  const texts = { pages: [new Uint8Array(1)], fill: 1, offsets: new Int32Array(rows + 1), size: rows };
  const image = { fields, ids: { texts, byHash }, live: live.image(), records: rows };
  return new MemoryIndex(scenarios, { isJoined: true }, share(image));
}

/** A column without that by which similar values are found: enough to join rows whose similar values are known. */
export function withoutKeys(image: IndexedFieldImage): IndexedFieldImage {
  const { keys, ...rest } = { ...image };
  delete rest.signatures;
  const none = { starts: new Int32Array(2), entries: new Int32Array(0) };
  return {
    ...rest,
    postings: new Postings().image(),
    // Where there are none they are made anew of the texts.
    keys: keys && ('entries' in keys ? none : new KeyLists().image()),
  };
}

/** The columns of an index that hold values of their own. */
export function numberedFields(scenarios: readonly Scenario[]): NumberedField[] {
  const { fields } = createMemoryIndex({ scenarios, options: { isJoined: true } });
  return fields.filter(({ parts }) => parts.length === 0);
}

export interface NumberedIndexSettings {
  readonly scenarios: readonly Scenario[];
  /** Options that the scenarios' methods were made with: each thread makes its own. */
  readonly methods: MethodOptions;
  readonly threads: number;
}

/**
 * An index, to be joined with itself, of rows whose values an engine has found and numbered: in the order in which rows
 * bring them, so that it equals an index that all rows were `put` into. Each column is built by one of several threads.
 */
export class NumberedIndex {
  private readonly threads: readonly { readonly thread: BuildingThread; readonly names: ReadonlySet<string> }[];
  private rows = 0;

  constructor(private readonly settings: NumberedIndexSettings) {
    const { scenarios, methods, threads } = settings;
    this.threads = partitionColumns(scenarios, threads, []).map(({ scenario, fields }) => {
      const work: IndexWork = {
        scenario: packScenario(scenario),
        methods: packMethods(methods),
        isBackground: false,
        isJoined: true,
      };
      return { thread: new BuildingThread(work), names: new Set(fields) };
    });
  }

  /** The next normal forms of a column, in the order of their numbers. @throws Error when a thread has failed */
  async addValues(field: NumberedField, normals: readonly string[]): Promise<void> {
    await this.send(field, { normals: packTexts(normals) });
  }

  /** @param values by row, from 1 on; to be called when all values of the column are there */
  async addRows(field: NumberedField, values: Int32Array): Promise<void> {
    this.rows = values.length - 1;
    await this.send(field, { values });
  }

  /** To be called when all columns have their rows. @throws Error when a thread has failed */
  async finish(): Promise<MemoryIndex> {
    const images = await Promise.all(this.threads.map(({ thread }) => thread.finish()));
    return indexOfColumns(this.settings.scenarios, images.flat(), this.rows);
  }

  /** Ends the threads of an index that is not to be finished. */
  async end(): Promise<void> {
    await Promise.all(this.threads.map(({ thread }) => thread.end()));
  }

  private async send(
    { fields, method }: NumberedField,
    part: Pick<NumberedColumn, 'normals' | 'values'>,
  ): Promise<void> {
    const { thread } = this.threads.find(({ names }) => fields.every((field) => names.has(field)))!;
    await thread.send({ ...part, fields, method: method.name });
  }
}
