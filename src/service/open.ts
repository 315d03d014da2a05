import type { CandidateIndex } from '../index/candidate-index.js';
import { createMemoryIndex, MemoryIndex } from '../index/memory-index.js';
import type { IndexOwner } from '../index/values/column-compaction.js';
import type { Scenario } from '../matching/scenario.js';
import type { StoredRecord } from '../records/record.js';
import { EventLoopScheduler } from '../runtime/event-loop-scheduler.js';
import type { Configuration } from '../store/config/configuration.js';
import type { RecordStore } from '../store/record-store.js';
import type { ChangeListener } from '../store/transactions/latest-view.js';
import { RollUps } from '../store/transactions/roll-ups.js';
import { TransactionManager } from '../store/transactions/transaction-manager.js';
import { UserRecords, type UserSource } from '../store/user-records.js';
import { buildIndex, catchUp, type IndexBuilding, takeAll } from './build-index.js';
import type { IndexSnapshots, FrozenIndexes } from './index-snapshot/index-snapshots.js';
import { configuredParts, type LiveParts } from './live-parts.js';
import { RecordJsonWriter } from './results/record-json-writer.js';
import { Service } from './service.js';
import { mustBeDeclaredAsStored } from './stored-names.js';
import { Saver } from './upsert/save.js';
import { poll, type Following } from '../runtime/watch.js';

export interface OpenOptions {
  readonly configuration: Configuration;
  readonly store: RecordStore;
  /** The users behind clients. If absent, there is only the system user. */
  readonly users?: UserSource;
  /** The clock; only tests set it. */
  readonly now?: () => Date;
  /** Creates an empty index for one type. Default: in memory. */
  readonly createIndex?: (scenarios: readonly Scenario[]) => CandidateIndex;
  /** Minimum number of records for building an index with several threads. Default: 50,000. */
  readonly fewestForThreads?: number;
  readonly snapshots?: IndexSnapshots;
}

/**
 * Opens the service over a store: loads the indexes from a snapshot, or builds them from the records. Closing the
 * service closes the store.
 * @throws ConfigurationError like `mustBeDeclaredAsStored`
 */
export async function openLikeness(options: OpenOptions): Promise<Service> {
  // Hold other nodes' commits during the build, because their records would be missing from the indexes.
  const goOn = await options.store.shared?.hold();
  try {
    return await open(options);
  } finally {
    goOn?.();
  }
}

async function open({
  configuration,
  store,
  users,
  now = () => new Date(),
  createIndex,
  fewestForThreads = createIndex && Infinity,
  snapshots,
}: OpenOptions): Promise<Service> {
  const { registry } = configuration;
  mustBeDeclaredAsStored(store, registry);
  const configured = configuredParts(configuration);
  const rollUps = new RollUps(registry);
  const follow = (record: StoredRecord): void => rollUps.change(undefined, record);
  const building = ({ settings, lists, scenarios }: Configuration, type: string): IndexBuilding => ({
    scenarios: scenarios.filter(({ object }) => object === type),
    methods: { lists, defaultCountry: settings.defaultCountry },
    create: createIndex ?? ((of) => createMemoryIndex({ scenarios: of })),
    fewestForThreads,
  });
  const restored = await snapshots?.restore(configuration, configured.scenarios);
  const indexes = new Map<string, CandidateIndex>();
  for (const type of registry.types) {
    const source = { store, type, texts: configured.textsOf, follow };
    const known = restored?.indexes.get(type.name);
    indexes.set(type.name, known ?? (await takeAll(buildIndex(source, building(configuration, type.name)))));
    if (known === undefined) continue;
    const current = { get: (id: string) => store.get(id), mayComeBack: (id: string) => store.isDeleted(id) };
    const changed = [...restored!.changed].filter((id) => id.startsWith(type.keyPrefix));
    await takeAll(catchUp(known, source, current, changed));
    if (rollUps.reads(type.name)) for (const record of store.scan(type.name)) follow(record);
  }
  const changed = new Map<string, number>();
  const transactions = new TransactionManager({
    store,
    indexes,
    texts: configured.textsOf,
    listeners: [rollUps, counting(changed)],
  });
  const keep = (index: CandidateIndex): void => {
    if (index instanceof MemoryIndex) compactInBackground(index, (id) => transactions.mayComeBack(id));
  };
  for (const index of indexes.values()) keep(index);
  const known = new UserRecords(users);
  const saver = new Saver(configuration.onSave, rollUps, known);
  const results = new RecordJsonWriter(configuration.settings.apiVersion, configured.formulas, {
    get: (id) => known.record(id, transactions.committed(id)),
    getJson: (id) => known.json(id, transactions.committedJson(id)),
  });
  const service = new Service({
    ...configured,
    store,
    indexes,
    rollUps,
    transactions,
    scheduler: new EventLoopScheduler(),
    saver,
    results,
    users: known,
    now,
    changed,
    reconfiguration: {
      configure: configuredParts,
      building,
      adopt: (index) => {
        snapshots?.outdate();
        keep(index);
      },
    },
    beforeClose: async () => {
      await saving?.end();
      // Tidy up first, because a compaction would remove the index snapshot.
      await store.tidy?.();
      await saving?.saveIfDue();
    },
  });
  const saving = snapshots && new IndexSaving(snapshots, service.live);
  // Save newly built indexes immediately, so that the next startup need not rebuild them, even after a crash.
  if (snapshots?.fits === false) await saving?.saveIfDue();
  saving?.begin();
  return service;
}

function counting(changed: Map<string, number>): ChangeListener {
  return {
    change(before, after) {
      const { type } = (after ?? before)!;
      changed.set(type, (changed.get(type) ?? 0) + 1);
    },
  };
}

/** Number of rows per event-loop turn. These rows take less than a millisecond. */
const ROWS_AT_ONCE = 64;

/** Compacts an index whenever needed, a few rows per event-loop turn. This work does not keep the process running. */
export function compactInBackground(index: MemoryIndex, mayComeBack: IndexOwner['mayComeBack']): void {
  const goOn = (): void => {
    setImmediate(() => {
      if (index.compactFurther(ROWS_AT_ONCE)) goOn();
    }).unref();
  };
  index.ownedBy({ mayComeBack, compactionBegun: goOn });
}

/** Milliseconds between two checks for a due snapshot, and milliseconds to wait after a save. */
const LOOK_MS = 5_000;
const PAUSE_MS = 600_000;

/** Saves the indexes of a service periodically, so that a recent snapshot exists even if the process is killed. */
class IndexSaving {
  #polling: Following | undefined;
  readonly #ending = new AbortController();
  #quietUntil = 0;

  constructor(
    private readonly snapshots: IndexSnapshots,
    private readonly live: Pick<LiveParts, 'parts' | 'atRest'>,
  ) {}

  begin(): void {
    const { lookMs = LOOK_MS, pauseMs = PAUSE_MS, note = () => undefined } = this.snapshots.options;
    this.#quietUntil = performance.now() + lookMs;
    const look = async (): Promise<void> => {
      if (performance.now() >= this.#quietUntil && (await this.saveIfDue()))
        this.#quietUntil = performance.now() + pauseMs;
      const { configuration, scenarios } = this.live.parts;
      await this.snapshots.offer(configuration, scenarios, this.#ending.signal);
    };
    this.#polling = poll(look, lookMs, note);
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await this.#polling?.end();
  }

  async saveIfDue(): Promise<boolean> {
    const { snapshots, live } = this;
    if (!(await snapshots.isDue(changesIn(live.parts.changed)))) return false;
    const frozen = await live.atRest<FrozenIndexes>(({ configuration, scenarios, indexes, changed }) => {
      const all = [...indexes].filter((entry): entry is [string, MemoryIndex] => entry[1] instanceof MemoryIndex);
      return snapshots.freeze(configuration, scenarios, new Map(all), changesIn(changed));
    });
    if (frozen === undefined) return false;
    return snapshots.save(frozen);
  }
}

function changesIn(changed: ReadonlyMap<string, number>): number {
  return [...changed.values()].reduce((sum, count) => sum + count, 0);
}
