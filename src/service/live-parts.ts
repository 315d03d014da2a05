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
import type { IndexBuilding } from './build-index.js';
import { outdatedTypes, reconfigured } from './reconfigure.js';
import { ReplacementIndex } from './replacement-index.js';
import type { StoredRecord } from '../records/record.js';
import { Formulas } from './results/formulas.js';
import { AnswerCache } from './search/answer-cache.js';
import { ScenarioChoice } from './search/scenario-choice.js';
import { SearchTexts } from './search/search-texts.js';
import { PairJudge } from './upsert/pair-judge.js';

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
