import type { Settings } from '../../store/config/configuration.js';
import type { Likeness } from '../likeness.js';
import type { ObjectType } from '../../records/object-type.js';
import { whyTooFewFields } from '../../matching/reduce-scenario.js';
import { learnInThread } from './learn-in-thread.js';
import type { Judgements } from '../review/review-types.js';
import type { LearnedAnswers } from '../../files/learning/train.js';
import { ALWAYS_OURS, type Duty } from '../../runtime/duty.js';
import { keptProposal, type KeptProposal, type Lesson } from './proposal.js';
import type { ProposalStore } from './proposal-store.js';
import type { Proposals } from './proposals.js';

const INTERVAL = 10_000;
/** If more than this share of an object's records changed between two checks, an import is probably running. */
const CALM = 0.02;
/**
 * Minimum number of new decisions before a scenario is learned again. Fewer decisions would hardly change the result.
 */
const DECISIONS = 10;
/** Minimum ratio of new to earlier decisions. A review session then causes few learning runs. */
const MORE_DECISIONS = 0.2;
const SHOWN = 5;
/** Threshold, in percent, if there are no decisions. Pairs above it are probably matches. */
const UNTAUGHT = 50;
/** Checks after which a scenario is learned although the object keeps changing. 18 checks take three minutes. */
const PATIENCE = 18;

export interface LearnerOptions {
  readonly likeness: Pick<
    Likeness,
    'configuration' | 'scheduler' | 'statistics' | 'objectTypes' | 'records' | 'review' | 'visible'
  >;
  readonly place: ProposalStore;
  /** Whether this node learns for all nodes. If absent, it always does. */
  readonly duty?: Duty | undefined;
  readonly proposals: Pick<Proposals, 'accept'>;
  readonly log: { info(message: string): void; warn(message: string): void };
  readonly now?: () => Date;
}

interface Extent {
  readonly records: number;
  readonly changes: number;
}

type Taught = NonNullable<KeptProposal['decisions']>;

const NOTHING: Extent = { records: 0, changes: 0 };
const NO_DECISIONS: Taught = { count: 0, newest: '' };

/**
 * Learns a scenario for each object with enough records, and again after enough changes or decisions. Learns one
 * scenario at a time, in one thread, while few records change. Reports a failure once, and tries again after more
 * changes.
 */
export class Learner {
  readonly #ending = new AbortController();
  readonly #settings: Settings;
  #timer: NodeJS.Timeout | undefined;
  /**
   * For each object, the number of records and changes: at the last check, and when its scenario was last learned,
   * perhaps by another node or server.
   */
  readonly #seen = new Map<string, Extent>();
  readonly #learned = new Map<string, Extent>();
  /** By object: the decisions that the scenario was learned from, or that confirm it. */
  readonly #taught = new Map<string, Taught>();
  /** By object: the log position at which `#taught` was last known to be valid. */
  readonly #holding = new Map<string, number>();
  /** By object: the time of the last result. `undefined` before the first check. */
  #known: Map<string, string> | undefined;
  /** By object: the number of checks during which it kept changing. */
  readonly #waited = new Map<string, number>();
  #learning: Promise<void> | undefined;
  /** The reason why earlier results cannot be read. Kept so that each reason is logged once. */
  #trouble: string | undefined;

  constructor(private readonly options: LearnerOptions) {
    this.#settings = options.likeness.configuration.settings;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.look(), INTERVAL).unref();
  }

  /** Learns if learning is due. Resolves when done. */
  look(): Promise<void> {
    this.#learning ??= this.#learnDue().finally(() => (this.#learning = undefined));
    return this.#learning;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#ending.abort(new Error('the service is stopping'));
  }

  async #learnDue(): Promise<void> {
    if (this.#settings.learning === 'off') return;
    const { likeness, log, duty = ALWAYS_OURS } = this.options;
    const { indexes, changed } = likeness.statistics();
    if (!(await this.#noticed(changed)) || !duty.isOurs) return;
    for (const type of likeness.objectTypes()) {
      const object = type.name;
      const extent = { records: indexes.get(object)?.records ?? 0, changes: changed.get(object) ?? 0 };
      const isCalm = this.#isCalm(object, extent);
      const hasChanged = this.#isDue(object, extent) || this.#isUndone(object);
      if (!(hasChanged || this.#hasDecisions(object, extent)) || !(isCalm || this.#hasWaited(object))) continue;
      this.#waited.delete(object);
      try {
        await this.#learn(type, extent, hasChanged);
      } catch (error) {
        if (this.#ending.signal.aborted) return;
        log.warn(`no scenario for ${object} was learned: ${(error as Error).message}`);
      }
    }
  }

  /** Looks for changes. @returns whether earlier results could be read, because the database may be unavailable */
  async #noticed(changed: ReadonlyMap<string, number>): Promise<boolean> {
    try {
      await this.#notice(changed);
      this.#trouble = undefined;
      return true;
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.#trouble)
        this.options.log.warn(`scenarios learned by other nodes cannot be read: ${message}`);
      this.#trouble = message;
      return false;
    }
  }

  async #notice(changed: ReadonlyMap<string, number>): Promise<void> {
    const kept = await this.options.place.all();
    for (const [object, { records, time, decisions = NO_DECISIONS }] of kept) {
      this.#taught.set(object, decisions);
      if (this.#known?.get(object) === time) continue;
      this.#learned.set(object, { records, changes: this.#known === undefined ? 0 : (changed.get(object) ?? 0) });
    }
    this.#known = new Map([...kept].map(([object, { time }]) => [object, time]));
  }

  #isCalm(object: string, extent: Extent): boolean {
    const latest = extent.changes - (this.#seen.get(object) ?? NOTHING).changes;
    this.#seen.set(object, extent);
    return latest <= CALM * extent.records;
  }

  /** Counts a check. Steady writes delay learning, but not forever. */
  #hasWaited(object: string): boolean {
    const looks = (this.#waited.get(object) ?? 0) + 1;
    this.#waited.set(object, looks);
    return looks > PATIENCE;
  }

  #isDue(object: string, { records, changes }: Extent): boolean {
    if (records < this.#settings.learningRecords) return false;
    const last = this.#learned.get(object);
    if (last === undefined) return true;
    const changed = Math.max(Math.abs(records - last.records), changes - last.changes);
    return changed > this.#settings.learningChange * last.records;
  }

  #hasDecisions(object: string, { records }: Extent): boolean {
    if (records < this.#settings.learningRecords) return false;
    const { count, newest } = this.#taught.get(object) ?? NO_DECISIONS;
    const enough = Math.max(DECISIONS, Math.ceil(MORE_DECISIONS * count));
    return this.options.likeness.review.since(object, newest, enough) >= enough;
  }

  /** Returns whether many of the used decisions no longer hold: they were undone, or their records have changed. */
  #isUndone(object: string): boolean {
    const { count } = this.#taught.get(object) ?? NO_DECISIONS;
    const { position } = this.options.likeness.visible;
    if (count === 0 || this.#holding.get(object) === position) return false;
    const isUndone = this.options.likeness.review.judgements(object).decisions < (1 - MORE_DECISIONS) * count;
    if (!isUndone) this.#holding.set(object, position);
    return isUndone;
  }

  /** @param hasChanged whether records have changed or decisions no longer hold; otherwise, decisions were added */
  async #learn(type: ObjectType, extent: Extent, hasChanged: boolean): Promise<void> {
    const { likeness, place, proposals, log, now = () => new Date() } = this.options;
    const { signal } = this.#ending;
    const object = type.name;
    const time = now().toISOString();
    const newest = likeness.review.newest();
    const judgements = likeness.review.judgements(object);
    const decisions = { count: judgements.decisions, newest };
    this.#learned.set(object, extent);
    this.#taught.set(object, decisions);
    const keep = (kept: KeptProposal): Promise<void> => {
      this.#known?.set(object, time);
      return place.put(kept);
    };
    const failed = (reason: string): Promise<void> =>
      keep({ version: 1, object, status: 'failed', time, records: extent.records, decisions, reason });
    const steps = learnInThread(likeness.configuration, type, likeness.records(object), judgements);
    const learned = await likeness.scheduler.runInBackground(steps, signal).catch(async (error: unknown) => {
      if (!signal.aborted) await failed((error as Error).message);
      throw error;
    });
    const tooFew = learned.kind === 'learned' ? whyTooFewFields(learned.trained.scenario.fields) : undefined;
    if (learned.kind === 'nothing' || tooFew !== undefined) {
      const reason = learned.kind === 'nothing' ? learned.reason : tooFew!;
      await failed(reason);
      log.info(`no scenario for ${object} is proposed: ${reason}`);
      return;
    }
    const { scenario, report } = learned.trained;
    const { id } = scenario;
    const earlier = hasChanged ? undefined : (await place.all()).get(object);
    if (report.answers?.isCorrected !== true && earlier !== undefined && earlier.status !== 'failed') {
      await place.bornOut(earlier, decisions);
      log.info(`${decisions.count} decisions about ${object} confirm the learned scenario`);
      return;
    }
    const used = likeness.configuration.scenarios.find((known) => known.id === id);
    const reason = reasonOf(
      judgements,
      report.answers,
      used === undefined ? UNTAUGHT : used.threshold / 100,
      scenario.threshold,
    );
    const lesson: Lesson = { decisions, ...(reason !== undefined && { reason }) };
    await keep(keptProposal(object, time, learned.trained, lesson));
    const because = reason === undefined ? '' : `; ${reason}`;
    log.info(`the scenario ${id} was learned from ${extent.records} records of ${object}${because}`);
    if (this.#settings.learning === 'activate') await proposals.accept(id, { by: 'server' });
  }
}

/** Describes the effect of decisions, such as `12 decisions: threshold 50 -> 62`. `undefined` without decisions. */
function reasonOf(
  { decisions, contradicting }: Judgements,
  answers: LearnedAnswers | undefined,
  before: number,
  threshold: number,
): string | undefined {
  if (decisions === 0) return undefined;
  const taught =
    answers?.isCorrected === true ? `threshold ${before} -> ${threshold}` : 'they confirm the learned weights';
  const foreseen =
    answers === undefined ? '' : `; ${answers.foreseen} of ${answers.pairs} pairs were predicted correctly`;
  const torn =
    contradicting.length === 0
      ? ''
      : `; ignored because they contradict each other: ${contradicting.slice(0, SHOWN).join(', ')}` +
        (contradicting.length > SHOWN ? ` and ${contradicting.length - SHOWN} more` : '');
  return `${decisions} decision${decisions === 1 ? '' : 's'}: ${taught}${foreseen}${torn}`;
}
