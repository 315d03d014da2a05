import type { TextRows } from '../../matching/text-rows.js';
import { BitSet } from '../../runtime/memory/bit-set.js';
import { share } from '../../runtime/memory/image.js';
import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { Scenario, ScenarioField } from '../../matching/scenario.js';
import { Dictionary } from '../../runtime/memory/dictionary.js';
import { KeyLists } from '../../runtime/memory/key-lists.js';
import { createMemoryIndex, MemoryIndex } from '../memory-index.js';
import { Postings } from '../postings.js';
import { NO_KEYS } from '../retrieval/bulk-keys.js';
import type { IndexedField, IndexedFieldImage } from '../values/indexed-field.js';
import { progress } from '../../runtime/notes.js';
import { packTexts } from './column-chunk.js';
import { partitionColumns } from './column-partition.js';
import { fillFields } from './fill-fields.js';
import type { IndexWork, NumberedColumn } from './index-thread.js';
import { packMethods, packScenario } from './portable-scenario.js';
import { BuildingThread } from './threaded-index.js';

export type NumberedField = Pick<IndexedField, 'fields' | 'method'>;

export function indexOfColumns(
  scenarios: readonly Scenario[],
  fields: readonly IndexedFieldImage[],
  rows: number,
): MemoryIndex {
  const live = new BitSet();
  for (let row = rows; row > 0; row--) live.add(row);
  // All Ids are the same empty string, for which one byte of the page suffices.
  const { byHash } = new Dictionary().image();
  const texts = { pages: [new Uint8Array(1)], fill: 1, offsets: new Int32Array(rows + 1), size: rows };
  const image = { fields, ids: { texts, byHash }, live: live.image(), records: rows };
  return new MemoryIndex(scenarios, { isJoined: true }, share(image));
}

/** Removes keys and signatures, which a join with known similar values does not need. */
export function withoutKeys(image: IndexedFieldImage): IndexedFieldImage {
  const { keys, ...rest } = { ...image };
  delete rest.signatures;
  return {
    ...rest,
    postings: new Postings().image(),
    // If the image had no keys, the index would rebuild them from the strings.
    keys: keys && ('members' in keys ? NO_KEYS : new KeyLists().image()),
  };
}

export function numberedFields(scenarios: readonly Scenario[]): NumberedField[] {
  const { fields } = createMemoryIndex({ scenarios, options: { isJoined: true } });
  return fields.filter(({ parts }) => parts.length === 0);
}

/** Creates an index for a self-join. Rows are numbered from 1. @throws Error if a thread has failed */
export async function indexOfTexts(
  rows: TextRows,
  { scenarios, methods, threads }: NumberedIndexSettings,
): Promise<MemoryIndex> {
  if (threads <= 1) {
    const { fields } = createMemoryIndex({ scenarios, options: { isJoined: true } });
    fillFields(fields, rows.image(fields.flatMap((field) => field.fields)));
    return indexOfColumns(
      scenarios,
      fields.map((field) => field.image()),
      rows.length,
    );
  }
  const valuesOf = ({ fields }: ScenarioField): number =>
    fields.length > 1 ? rows.length : (rows.column(fields[0]!)?.texts.size ?? 0);
  const parts = partitionColumns(scenarios, threads, valuesOf).map(({ scenario, fields }) => {
    const thread = new BuildingThread({
      scenario: packScenario(scenario),
      methods: packMethods(methods),
      isBackground: false,
      isJoined: true,
    });
    return { thread, image: rows.image(fields) };
  });
  const bar = progress('columns', parts.length);
  let done = 0;
  try {
    const images = await Promise.all(
      parts.map(async ({ thread, image }) => {
        await thread.send(image);
        const built = await thread.finish();
        bar.update(++done, '');
        return built;
      }),
    );
    return indexOfColumns(scenarios, images.flat(), rows.length);
  } finally {
    bar.stop();
    await Promise.all(parts.map(({ thread }) => thread.end()));
  }
}

interface NumberedIndexSettings {
  readonly scenarios: readonly Scenario[];
  readonly methods: MethodOptions;
  readonly threads: number;
}

/** Index for a self-join of rows whose values a batch engine has already numbered in row order, as `put` would. */
export class NumberedIndex {
  private readonly threads: readonly { readonly thread: BuildingThread; readonly names: ReadonlySet<string> }[];
  private rows = 0;

  constructor(private readonly settings: NumberedIndexSettings) {
    const { scenarios, methods, threads } = settings;
    this.threads = partitionColumns(scenarios, threads).map(({ scenario, fields }) => {
      const work: IndexWork = {
        scenario: packScenario(scenario),
        methods: packMethods(methods),
        isBackground: false,
        isJoined: true,
      };
      return { thread: new BuildingThread(work), names: new Set(fields) };
    });
  }

  /** Adds values in ascending order of their numbers. @throws Error if a thread has failed */
  async addValues(field: NumberedField, normals: readonly string[]): Promise<void> {
    await this.send(field, { normals: packTexts(normals) });
  }

  /** Adds the rows of a column, after all of its values. @param values by row, from 1 */
  async addRows(field: NumberedField, values: Int32Array): Promise<void> {
    this.rows = values.length - 1;
    await this.send(field, { values });
  }

  /** Completes the index. Call after the rows of all columns are added. @throws Error if a thread has failed */
  async finish(): Promise<MemoryIndex> {
    const images = await Promise.all(this.threads.map(({ thread }) => thread.finish()));
    return indexOfColumns(this.settings.scenarios, images.flat(), this.rows);
  }

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
