import { z } from 'zod';
import { openDatabase } from '../server/database.js';
import { openDataFolder } from '../server/data-folder.js';
import { configurationMeant } from '../server/configuration-meant.js';
import { loadConfiguration } from '../config/load.js';
import type { Caller, ScoreExplanation as ServiceExplanation, Likeness } from '../service/likeness.js';
import {
  searchInputSchema,
  upsertDataInputSchema,
  type SearchOutput,
  type UpsertDataOutput,
} from '../contract/schemas.js';
import { openLikeness } from '../service/open.js';
import { createMemoryStore } from '../store/memory-store.js';
import { LikenessError, told, toldOfEach } from './likeness-error.js';
import { checked } from './option-schemas.js';
import { withNotes } from './with-notes.js';

export interface ServiceOptions {
  /** Data folder, which no other process may have open; made where it is not there. Absent: nothing is kept on disk. */
  readonly data?: string;
  /**
   * Address of a PostgreSQL database instead of a data folder (`postgres://...`), which other processes may use, too.
   */
  readonly store?: string;
  /** Configuration folder; absent: what is built in. */
  readonly config?: string;
  /**
   * Bytes of records and their history that stay in memory, with `data` or `store`; the rest is read from a file.
   * Absent: all do.
   */
  readonly recordMemory?: number;
}

/** Who asks: stands in the history of what is saved. Default: the client `embedded`. */
export type ServiceCaller = Caller;

/** Records, kept free of duplicates, in this process: the use cases behind the endpoints, without HTTP. */
export interface EmbeddedService {
  /** Creates or updates, as the upsert endpoint does. A record that is refused is told in the answer (`isSuccess`). */
  upsert(input: z.input<typeof upsertDataInputSchema>, caller?: ServiceCaller): Promise<UpsertDataOutput>;
  /** Records that are duplicates of the values, best first, as the search endpoint answers. */
  search(input: z.input<typeof searchInputSchema>): Promise<SearchOutput>;
  /** How a score comes about, against a stored record or a second set of values. */
  explain(
    input: z.input<typeof searchInputSchema> &
      ({ readonly recordId: string } | { readonly otherData: Readonly<Record<string, string>> }),
  ): Promise<ServiceExplanation>;
  /** A stored record with all its fields. */
  read(objectType: string, id: string): Promise<Record<string, unknown>>;
  delete(objectType: string, id: string, caller?: ServiceCaller): Promise<void>;
  /** All records of an object, in the order of their Ids. */
  records(objectType: string): Iterable<Record<string, unknown>>;
  /** Ends the service; a data folder can be opened again then. */
  close(): Promise<void>;
}

/** Configuration folder of a database without a configuration: the built-ins. */
const NO_FOLDER = '';
const EMBEDDED: Caller = { clientId: 'embedded' };
const named = z.string().min(1).optional();
const serviceOptions = z
  .strictObject({ data: named, store: named, config: named, recordMemory: z.int().min(0).optional() })
  .refine(({ data, store }) => data === undefined || store === undefined, 'give either data or store, not both')
  .refine(
    ({ data, store, recordMemory }) => recordMemory === undefined || data !== undefined || store !== undefined,
    'recordMemory needs data or store: without them all is in memory',
  );

/**
 * Opens the service in this process, for embedding.
 *
 * @throws LikenessError for a configuration that is wrong, or a data folder that cannot be used
 */
export function createService(options: ServiceOptions = {}): Promise<EmbeddedService> {
  return told(async () => {
    const { data, store, config, recordMemory: bytes } = checked(serviceOptions, options, 'createService');
    const recordMemory = bytes === undefined ? undefined : { bytes };
    if (store !== undefined) {
      // The configuration of all nodes, unless the program says otherwise.
      const shared =
        config === undefined ? configurationMeant({ config: NO_FOLDER, store }) : loadConfiguration(config);
      return embedded(await openDatabase(store, await shared, { recordMemory }));
    }
    const configuration = await loadConfiguration(config);
    const open = () =>
      data === undefined
        ? openLikeness({ configuration, store: createMemoryStore() })
        : openDataFolder(data, configuration, { recordMemory });
    return embedded((await withNotes(open)).result);
  });
}

function embedded(likeness: Likeness): EmbeddedService {
  return {
    upsert: (input, caller = EMBEDDED) =>
      told(() => likeness.upsert(parsed(upsertDataInputSchema, input, 'upsert'), caller)),
    search: (input) => told(async () => (await likeness.search(parsed(searchInputSchema, input, 'search'))).output),
    explain: ({ ...input }) =>
      told(async () => {
        const { recordId, otherData, ...searched } = input as { recordId?: string; otherData?: Record<string, string> };
        const against = { ...(recordId !== undefined && { recordId }), ...(otherData && { otherData }) };
        return Promise.resolve(likeness.explain({ ...parsed(searchInputSchema, searched, 'explain'), ...against }));
      }),
    read: (objectType, id) => told(() => Promise.resolve(likeness.readRecord(objectType, id))),
    delete: (objectType, id, caller = EMBEDDED) => told(() => likeness.deleteRecord(objectType, id, caller)),
    records: (objectType) => toldOfEach(likeness.records(objectType)),
    close: () => likeness.close(),
  };
}

/** @throws LikenessError naming the member and what it expects */
function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown, call: string): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw new LikenessError(`${call}: input${path.map((key) => `.${String(key)}`).join('')}: ${message}`);
}
