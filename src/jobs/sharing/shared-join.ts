import type { FoundPairs, ValueStretch } from '../../index/self-join/join-messages.js';
import type { JoinTable } from '../../index/self-join/join-table.js';
import { JoinThreads } from '../../index/self-join/join-threads.js';
import { PairColumns } from '../../index/self-join/pair-columns.js';
import type { SelfJoinOptions } from '../../index/self-join/self-join.js';
import { ThreadedJoin, type Join, type JoinSettings } from '../../index/self-join/threaded-join.js';
import { valueStretches } from '../../index/self-join/value-stretches.js';
import type { MemoryIndex } from '../../index/memory-index.js';
import { packMethods, packScenario } from '../../index/threads/portable-scenario.js';
import { share } from '../../memory/image.js';
import { JoinShares, type JoinSharesSettings } from './join-shares.js';
import { PatientDatabase } from './patient-database.js';
import { ShareList } from './share-list.js';
import { offerWork, rowStretches, sharedTable } from './shared-work.js';

/** Where the shares of a job's work are. */
export interface WorkPlace {
  readonly url: string;
  readonly work: string;
  /** Values, and rows, of a stretch at the most; the defaults take a node some tenths of a second. */
  readonly mostValues?: number | undefined;
  readonly mostRows?: number | undefined;
}

const MOST_ROWS = 4_096;
/** Rows of a stretch at the least: what the database does for it takes a hundredth of the time. */
const FEWEST_ROWS = 256;
/** There are so many where stretches are large enough. */
const STRETCHES = 256;

/**
 * Joins beside other nodes where some want to take part, and else alone.
 *
 * @param bounds what a job bears
 */
export async function joinBesideOthers(
  index: MemoryIndex,
  settings: JoinSettings,
  place: WorkPlace,
  bounds: Pick<JoinSharesSettings, 'mostPairs' | 'tooMany'>,
): Promise<Join> {
  const database = await PatientDatabase.open(place.url);
  const [row] = await database.query<{ is_wanted: boolean }>(
    `select is_wanted from ${database.schema}.job_work where id = $1`,
    [place.work],
  );
  if (row?.is_wanted === true) return new SharedJoin(index, settings, place, bounds, database);
  await database.close();
  return new ThreadedJoin(index, settings);
}

/** A self-join by several nodes: its stretches stand in a list in the database, and what they gave. */
class SharedJoin implements Join {
  readonly #values: readonly ValueStretch[];
  readonly #length: number;
  readonly #threads: JoinThreads;
  readonly #list: ShareList;
  readonly #shares: JoinShares;
  #made: Promise<JoinTable> | undefined;

  constructor(
    private readonly index: MemoryIndex,
    private readonly settings: JoinSettings,
    private readonly place: WorkPlace,
    bounds: Pick<JoinSharesSettings, 'mostPairs' | 'tooMany'>,
    private readonly database: PatientDatabase,
  ) {
    const { scenarios, methods, threads: count } = settings;
    const values = valueStretches(index, scenarios, place);
    this.#values = values;
    const { mostRows = Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, Math.ceil(index.lastRow / STRETCHES))) } = place;
    this.#length = mostRows;
    const image = share(index.image({ scenarios }));
    const { options } = index;
    this.#threads = new JoinThreads({ scenarios, methods, options, image, values, threads: count });
    this.#list = new ShareList(database, place.work);
    this.#shares = new JoinShares({ list: this.#list, threads: this.#threads, count, ...bounds });
  }

  table(): Promise<JoinTable> {
    return (this.#made ??= this.#makeTable());
  }

  async *pairs({ scenarios, progress }: SelfJoinOptions): AsyncGenerator<PairColumns> {
    const table = await this.table();
    const from = this.#values.length;
    const to = from + rowStretches(this.index, this.#length);
    const rows = table.order.length;
    this.#threads.joinRows(table, scenarios, this.#length);
    // A failure here ends the waiting for results.
    void this.#shares.work(from, to).catch((error: unknown) => this.database.fail(error as Error));
    for await (const { stretch, piece } of this.#list.results(from, to)) {
      yield new PairColumns(piece as FoundPairs);
      if (piece.isLast) progress?.(Math.min((stretch + 1 - from) * this.#length, rows), rows);
    }
  }

  async end(): Promise<void> {
    await this.#threads.end();
    await this.database.close();
    await this.#list.close();
  }

  async #makeTable(): Promise<JoinTable> {
    const { index, database, place } = this;
    const { scenarios, methods, sources } = this.settings;
    const [values, length] = [this.#values, this.#length];
    await this.#list.begin(values.length + rowStretches(index, length));
    this.#list.follow();
    const packed = scenarios.map(packScenario);
    const content = { scenarios: packed, methods: packMethods(methods), options: index.options, values, length };
    const offered = offerWork(database, place.work, content, { image: index.image({ scenarios }), sources });
    // Others join when they have the index; this node begins.
    offered.catch((error: unknown) => database.fail(error as Error));
    await this.#shares.work(0, values.length);
    return sharedTable(this.#list, index, scenarios, { values, sources });
  }
}
