import type { Configuration } from '../store/config/configuration.js';
import { RequestError } from '../records/contract/request-error.js';
import type { CandidateIndex } from '../index/candidate-index.js';
import type { RecordJsonWriter } from './results/record-json-writer.js';
import type { DecisionSteps } from '../runtime/decision-quota.js';
import type { EventLoopScheduler } from '../runtime/event-loop-scheduler.js';
import type { RecordStore } from '../store/record-store.js';
import type { RollUps } from '../store/transactions/roll-ups.js';
import type { TransactionManager } from '../store/transactions/transaction-manager.js';
import type { WriterQueue } from '../store/transactions/writer-queue.js';
import type { UpsertParts } from './upsert/upsert.js';
import { type IndexBuilding, buildIndex, catchUp, type IndexSource } from './build-index.js';
import type { StoredRecord } from '../records/record.js';
import { Formulas } from './results/formulas.js';
import { AnswerCache } from './search/answer-cache.js';
import { ScenarioChoice } from './search/scenario-choice.js';
import { SearchTexts } from './search/search-texts.js';
import { PairJudge } from './upsert/pair-judge.js';
import type { MatchMethod } from '../matching/method.js';
import type { Scenario } from '../matching/scenario.js';
import type { ObjectType } from '../records/object-type.js';
import { typeDigest } from './index-snapshot/program-digest.js';
import type { ChangeListener } from '../store/transactions/latest-view.js';

export function configuredParts(configuration: Configuration) {
  const formulas = new Formulas(configuration);
  const scenarios = new ScenarioChoice(configuration.scenarios);
  const texts = new SearchTexts(scenarios, formulas);
  const textsOf = (record: StoredRecord) => texts.of(configuration.registry.byName(record.type)!, record.fields);
  const judge = new PairJudge(configuration);
  return { configuration, formulas, scenarios, texts, textsOf, judge, answers: new AnswerCache() };
}

export type ConfiguredParts = ReturnType<typeof configuredParts>;

interface Reconfiguration {
  configure(configuration: Configuration): ConfiguredParts;
  building(configuration: Configuration, objectType: string): IndexBuilding;
  adopt(index: CandidateIndex): void;
}

export interface ServiceParts extends UpsertParts, Pick<ConfiguredParts, 'textsOf' | 'answers'> {
  readonly store: RecordStore;
  readonly indexes: ReadonlyMap<string, CandidateIndex>;
  readonly rollUps: RollUps;
  readonly transactions: TransactionManager;
  readonly scheduler: EventLoopScheduler;
  readonly results: RecordJsonWriter;
  readonly now: () => Date;
  readonly changed: ReadonlyMap<string, number>;
  readonly reconfiguration: Reconfiguration;
  /** Runs once everything is on disk and no more changes can occur. */
  readonly beforeClose?: () => Promise<void>;
}

/** The parts of a running service. A new configuration replaces them together, between two decisions. */
export class LiveParts {
  #parts: ServiceParts;
  readonly #closing = new AbortController();
  /** The last requested reconfiguration. Reconfigurations run one after the other. */
  #reconfiguring: Promise<unknown> = Promise.resolve();

  constructor(
    parts: ServiceParts,
    private readonly writers: WriterQueue,
  ) {
    this.#parts = parts;
  }

  get parts(): ServiceParts {
    return this.#parts;
  }

  reconfigure(configuration: Configuration): Promise<readonly string[]> {
    const made = this.#reconfiguring.then(() => this.#reconfigure(configuration));
    this.#reconfiguring = made.catch(() => undefined);
    return made;
  }

  /** Passes the parts to `use` while the indexes match the store. Returns `undefined` if they never match. */
  async atRest<T extends object>(use: (parts: ServiceParts) => T): Promise<T | undefined> {
    if (!this.#parts.transactions.latest.isCommitted) return (await this.writers.runOwn(this.#rest(use))).used;
    return use(this.#parts);
  }

  *#rest<T>(use: (parts: ServiceParts) => T): DecisionSteps<{ committed: Promise<void>; used: T | undefined }> {
    const { transactions } = this.#parts;
    yield transactions.allCommitted();
    const used = transactions.latest.isCommitted ? use(this.#parts) : undefined;
    return { committed: Promise.resolve(), used };
  }

  async close(): Promise<void> {
    this.#closing.abort(new RequestError(503, 'SERVER_UNAVAILABLE', 'The service is stopping'));
    await this.#reconfiguring;
  }

  /** Requests are served with the old parts until all indexes are built. */
  async #reconfigure(next: Configuration): Promise<readonly string[]> {
    const { store, transactions, scheduler, reconfiguration } = this.#parts;
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const configuration = reconfigured(this.#parts.configuration, next);
    const configured = reconfiguration.configure(configuration);
    const replacements = outdatedTypes(this.#parts.configuration, configuration).map(
      (type) => new ReplacementIndex({ store, type, texts: configured.textsOf }, transactions),
    );
    const unfollow = replacements.map((each) => transactions.latest.follow(each));
    try {
      for (const each of replacements) {
        const building = { ...reconfiguration.building(configuration, each.objectType), besideRequests: true };
        await scheduler.runInBackground(each.build(building), signal);
      }
      await this.writers.runOwn(this.#replaceParts(configured, replacements));
    } finally {
      for (const end of unfollow) end();
    }
    return replacements.map(({ objectType }) => objectType);
  }

  /**
   * Replaces the parts as a decision, so nothing else is decided at the same time, and nothing is pending at the end.
   */
  *#replaceParts(
    configured: ConfiguredParts,
    replacements: readonly ReplacementIndex[],
  ): DecisionSteps<{ committed: Promise<void> }> {
    const { transactions, reconfiguration } = this.#parts;
    yield transactions.allCommitted();
    for (const each of replacements) yield* each.catchUp();
    // Catch up in one step, to include changes that other nodes have committed since.
    for (const each of replacements) for (const step of each.catchUp()) void step;
    const indexes = new Map(this.#parts.indexes);
    for (const { objectType, index } of replacements) {
      indexes.set(objectType, index);
      reconfiguration.adopt(index);
    }
    transactions.latest.replaceRetrieval({ indexes, texts: configured.textsOf });
    this.#parts = { ...this.#parts, ...configured, indexes };
    return { committed: Promise.resolve() };
  }
}

/**
 * Returns a configuration for a running service, with the scenarios, filters, cross-object maps, survivorship rules,
 * webhooks, inbound forms, lists and job schedule of `next`. Reuses equal match methods, so that indexes remain valid.
 */
function reconfigured(running: Configuration, next: Configuration): Configuration {
  const { scenarioDefinitions, filters, crossObject, survivorship, webhooks, inbound, lists } = next;
  const keepsMethods = JSON.stringify([...lists]) === JSON.stringify([...running.lists]);
  const methods = new Map(
    keepsMethods ? running.scenarios.flatMap(({ fields }) => fields.map(({ method }) => [method.name, method])) : [],
  );
  const scenarios = next.scenarios.map((scenario) => withMethods(scenario, methods));
  const settings = { ...running.settings, jobs: next.settings.jobs };
  const taken = { scenarios, scenarioDefinitions, filters, crossObject, survivorship, webhooks, inbound, lists };
  return { ...running, settings, ...taken };
}

/** Returns the objects whose indexes do not fit a new configuration. */
function outdatedTypes(running: Configuration, next: Configuration): ObjectType[] {
  return running.registry.types.filter((type) => {
    const [before, after] = [running, next].map(({ scenarios }) =>
      scenarios.filter(({ object }) => object === type.name),
    );
    if (before!.length === 0 && after!.length === 0) return false;
    return typeDigest(running, type, before!) !== typeDigest(next, type, after!);
  });
}

function withMethods(scenario: Scenario, methods: ReadonlyMap<string, MatchMethod>): Scenario {
  return {
    ...scenario,
    fields: scenario.fields.map((field) => ({ ...field, method: methods.get(field.method.name) ?? field.method })),
  };
}

/** Maximum number of changes left for the last step, during which no decision is made. */
const FEW = 64;
/** Maximum rounds of catching up before writers have to wait. */
const MOST_ROUNDS = 100;

/**
 * An index that is built while another index is in use and records change. Changed records are put again, from the
 * latest view and in Id order, because new records must be put after all others.
 */
class ReplacementIndex implements ChangeListener {
  #changed: Set<string>;
  #index: CandidateIndex | undefined;
  readonly #current;

  constructor(
    private readonly source: IndexSource,
    private readonly transactions: TransactionManager,
  ) {
    this.#current = {
      get: (id: string) => transactions.latest.get(id),
      mayComeBack: (id: string) => transactions.mayComeBack(id),
    };
    this.#changed = new Set(
      [...transactions.latest.uncommittedIds()].filter((id) => id.startsWith(source.type.keyPrefix)),
    );
  }

  get objectType(): string {
    return this.source.type.name;
  }

  /** @throws Error before `build` has finished */
  get index(): CandidateIndex {
    if (this.#index === undefined) throw new Error(`likeness: the index of ${this.objectType} is not built yet`);
    return this.#index;
  }

  change(before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    const { id, type } = (after ?? before)!;
    if (type === this.objectType) this.#changed.add(id);
  }

  /** Builds the index. The index must receive every change since before the first step. */
  *build(building: IndexBuilding): DecisionSteps<void> {
    this.#index = yield* buildIndex(this.source, building);
    for (let round = 0; round < MOST_ROUNDS && this.#changed.size > FEW; round++) yield* this.catchUp();
  }

  /** Brings the index up to date with the latest view, unless the view changes in the meantime. */
  *catchUp(): DecisionSteps<void> {
    const changed = this.#changed;
    this.#changed = new Set();
    for (const id of this.transactions.latest.openIds(this.source.type.keyPrefix)) changed.add(id);
    yield* catchUp(this.index, this.source, this.#current, changed);
  }
}
