import type { Configuration } from '../config/configuration.js';
import type { CandidateIndex } from '../index/candidate-index.js';
import { MemoryIndex } from '../index/memory-index.js';
import type { Scenario } from '../matching/scenario.js';
import type { StoredRecord } from '../records/record.js';
import type { RecordStore } from '../store/record-store.js';
import { buildIndex, catchUp, fillIndex, type IndexSource } from './build-index.js';
import { Formulas } from './formulas.js';
import { keepUp } from './index-upkeep.js';
import type { IndexSnapshots } from './index-snapshot/index-snapshots.js';
import { Ledger } from './ledger.js';
import type { Likeness } from './likeness.js';
import { ResultText } from './result-text.js';
import { RollUps } from './roll-ups.js';
import { Saver } from './save.js';
import { ScenarioChoice } from './scenario-choice.js';
import { SearchTexts } from './search-texts.js';
import { Service } from './service.js';
import { KnownUsers, type Users } from './users.js';

export interface OpenOptions {
  readonly configuration: Configuration;
  readonly store: RecordStore;
  /** The users behind clients; absent: only the system's own. */
  readonly users?: Users;
  /** The clock; only tests set it. */
  readonly now?: () => Date;
  /** Retrieval for one object type, empty; the index in memory unless said otherwise. */
  readonly createIndex?: (scenarios: readonly Scenario[]) => CandidateIndex;
  /** Records of a type from which on its index in memory is built by several threads. Default 50,000. */
  readonly fewestForThreads?: number;
  /** Takes the indexes from where an earlier service over the same store left them, and leaves them there. */
  readonly snapshots?: IndexSnapshots;
}

/** Opens the service over a store: takes the indexes from a snapshot, or builds them from what is stored. Closing it closes the store. */
export async function openLikeness({
  configuration,
  store,
  users,
  now = () => new Date(),
  createIndex,
  fewestForThreads,
  snapshots,
}: OpenOptions): Promise<Likeness> {
  const formulas = new Formulas(configuration);
  const scenarios = new ScenarioChoice(configuration.scenarios);
  const texts = new SearchTexts(scenarios, formulas);
  const rollUps = new RollUps(configuration.registry);
  const textsOf = (record: StoredRecord) => texts.of(configuration.registry.byName(record.type)!, record.fields);
  const restored = await snapshots?.restore(configuration, scenarios);
  const { lists, settings } = configuration;
  const methods = { lists, defaultCountry: settings.defaultCountry };
  const build = async (source: IndexSource): Promise<CandidateIndex> => {
    const building = { scenarios: scenarios.all(source.type.name), methods, fewestForThreads };
    const follow = (record: StoredRecord): void => rollUps.change(undefined, record);
    if (createIndex === undefined) return buildIndex(source, building, follow);
    const index = createIndex(building.scenarios);
    await fillIndex(index, source, follow);
    return index;
  };
  const indexes = new Map<string, CandidateIndex>();
  for (const type of configuration.registry.types) {
    const source = { store, type, texts: textsOf };
    const known = restored?.indexes.get(type.name);
    indexes.set(type.name, known ?? (await build(source)));
    if (known === undefined) continue;
    await catchUp(known, source, restored!.changed);
    if (rollUps.reads(type.name)) for (const record of store.scan(type.name)) rollUps.change(undefined, record);
  }
  const saveIndexes = async (): Promise<void> => {
    if (snapshots === undefined || !(await snapshots.isDue())) return;
    const inMemory = [...indexes].filter((entry): entry is [string, MemoryIndex] => entry[1] instanceof MemoryIndex);
    await snapshots.save(configuration, scenarios, new Map(inMemory));
  };
  await saveIndexes();
  const ledger = new Ledger({
    store,
    indexes,
    texts: textsOf,
    followers: [rollUps],
  });
  for (const index of indexes.values()) if (index instanceof MemoryIndex) keepUp(index, (id) => ledger.mayComeBack(id));
  const known = new KnownUsers(users);
  const saver = new Saver(configuration.onSave, rollUps, known);
  const results = new ResultText(configuration.settings.apiVersion, formulas, {
    get: (id) => known.record(id, ledger.committed(id)),
    getJson: (id) => known.json(id, ledger.committedJson(id)),
  });
  const parts = {
    configuration,
    store,
    indexes,
    ledger,
    saver,
    formulas,
    texts,
    results,
    scenarios,
    users: known,
    now,
  };
  return new Service({ ...parts, beforeClose: saveIndexes });
}
