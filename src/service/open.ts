import type { Configuration } from '../config/configuration.js';
import type { CandidateIndex } from '../index/candidate-index.js';
import { createMemoryIndex } from '../index/memory-index.js';
import type { Scenario } from '../matching/scenario.js';
import type { RecordStore } from '../store/record-store.js';
import { Formulas } from './formulas.js';
import { Ledger } from './ledger.js';
import type { Likeness } from './likeness.js';
import { RollUps } from './roll-ups.js';
import { Saver } from './save.js';
import { ScenarioChoice } from './scenario-choice.js';
import { SearchTexts } from './search-texts.js';
import { Service } from './service.js';

export interface OpenOptions {
  readonly configuration: Configuration;
  readonly store: RecordStore;
  /** The clock; only tests set it. */
  readonly now?: () => Date;
  /** Retrieval for one object type; the index in memory unless said otherwise. */
  readonly createIndex?: (scenarios: readonly Scenario[]) => CandidateIndex;
}

const inMemory = (scenarios: readonly Scenario[]): CandidateIndex => createMemoryIndex({ scenarios });

/** Opens the service over a store: builds the indexes from what is stored. Closing it closes the store. */
export async function openLikeness({
  configuration,
  store,
  now = () => new Date(),
  createIndex = inMemory,
}: OpenOptions): Promise<Likeness> {
  const formulas = new Formulas(configuration);
  const scenarios = new ScenarioChoice(configuration.scenarios);
  const texts = new SearchTexts(scenarios, formulas);
  const rollUps = new RollUps(configuration.registry);
  const indexes = new Map<string, CandidateIndex>();
  for (const type of configuration.registry.types) {
    const index = createIndex(scenarios.all(type.name));
    // Of a deleted record that may come back the index must know the Id: new ones have to be the largest.
    const deleted = store.deletedIds(type.name)[Symbol.iterator]();
    let next = deleted.next();
    const reserve = async (until?: string): Promise<void> => {
      for (; next.done !== true && (until === undefined || next.value < until); next = deleted.next()) {
        await index.put(next.value, {});
        await index.delete(next.value);
      }
    };
    for (const record of store.scan(type.name)) {
      await reserve(record.id);
      await index.put(record.id, texts.of(type, record.fields));
      rollUps.change(undefined, record);
    }
    await reserve();
    indexes.set(type.name, index);
  }
  const ledger = new Ledger({
    store,
    indexes,
    texts: (record) => texts.of(configuration.registry.byName(record.type)!, record.fields),
    followers: [rollUps],
  });
  const saver = new Saver(configuration.onSave, rollUps);
  return new Service({ configuration, store, indexes, ledger, saver, formulas, texts, scenarios, now });
}
