import { z } from 'zod';
import { openDatabase } from '../open/database.js';
import { openDataFolder } from '../open/data-folder.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { loadConfiguration } from '../../store/config/load.js';
import type { Likeness } from '../../service/likeness.js';
import type { ScoreExplanation as ServiceExplanation } from '../../service/explain/explanation.js';
import type { Caller } from '../../service/caller.js';
import {
  searchInputSchema,
  upsertDataInputSchema,
  type SearchOutput,
  type UpsertDataOutput,
} from '../../records/contract/schemas.js';
import { openLikeness } from '../../service/open.js';
import { createMemoryStore } from '../../store/memory-store.js';
import { LikenessError, told, toldOfEach, withNotes } from './likeness-error.js';
import { checked } from './option-schemas.js';

export interface ServiceOptions {
  /** Data folder, which no other process may have open. Created if necessary. If absent, no data is stored on disk. */
  readonly data?: string;
  /** URL of a PostgreSQL database instead of a data folder (`postgres://...`). Other processes may use it too. */
  readonly store?: string;
  /** Configuration folder. Default: the built-ins. */
  readonly config?: string;
  /** Memory limit in bytes for records and history, with `data` or `store`. Default: unlimited. */
  readonly recordMemory?: number;
}

/** The caller, recorded in the history. Default: the client `embedded`. */
type ServiceCaller = Caller;

/** The use cases behind the endpoints, without HTTP. */
export interface EmbeddedService {
  /** Creates or updates records, like the upsert endpoint. The result reports rejected records (`isSuccess`). */
  upsert(input: z.input<typeof upsertDataInputSchema>, caller?: ServiceCaller): Promise<UpsertDataOutput>;
  /** Returns the records that may be duplicates of the values, best first, like the search endpoint. */
  search(input: z.input<typeof searchInputSchema>): Promise<SearchOutput>;
  /** Explains the score of a set of values compared with a stored record or a second set of values. */
  explain(
    input: z.input<typeof searchInputSchema> &
      ({ readonly recordId: string } | { readonly otherData: Readonly<Record<string, string>> }),
  ): Promise<ServiceExplanation>;
  read(objectType: string, id: string): Promise<Record<string, unknown>>;
  delete(objectType: string, id: string, caller?: ServiceCaller): Promise<void>;
  /** Iterates over all records of an object, in Id order. */
  records(objectType: string): Iterable<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Without a configuration, use the built-ins. */
const NO_FOLDER = '';
const EMBEDDED: Caller = { clientId: 'embedded' };
const named = z.string().min(1).optional();
const serviceOptions = z
  .strictObject({ data: named, store: named, config: named, recordMemory: z.int().min(0).optional() })
  .refine(({ data, store }) => data === undefined || store === undefined, 'give either data or store, not both')
  .refine(
    ({ data, store, recordMemory }) => recordMemory === undefined || data !== undefined || store !== undefined,
    'recordMemory needs data or store, because otherwise all records are in memory',
  );

/** Opens the service in this process. @throws LikenessError for an invalid configuration or data folder */
export function createService(options: ServiceOptions = {}): Promise<EmbeddedService> {
  return told(async () => {
    const { data, store, config, recordMemory: bytes } = checked(serviceOptions, options, 'createService');
    const recordMemory = bytes === undefined ? undefined : { bytes };
    if (store !== undefined) {
      // Use the nodes' shared configuration unless the caller specifies a configuration.
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

/** @throws LikenessError naming the member and the expected value */
function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown, call: string): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw new LikenessError(`${call}: input${path.map((key) => `.${String(key)}`).join('')}: ${message}`);
}
