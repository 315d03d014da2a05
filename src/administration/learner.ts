import type { Settings } from '../config/configuration.js';
import type { Likeness } from '../contract/likeness.js';
import type { ObjectType } from '../records/object-type.js';
import { whyTooFewFields } from '../matching/few-fields.js';
import { learnInThread } from './learn-in-thread.js';
import { ALWAYS_OURS, type Duty } from '../runtime/duty.js';
import { keptProposal, type KeptProposal } from './proposal.js';
import type { ProposalStore } from './proposal-store.js';
import type { Proposals } from './proposals.js';

/** Milliseconds between two looks at how much has changed. */
const INTERVAL = 10_000;
/** More changes than this share of an object's records since the last look: an import is under way. */
const CALM = 0.02;
/** Looks after which an object is learned although it keeps changing: three minutes. */
const PATIENCE = 18;

export interface LearnerOptions {
  readonly likeness: Pick<Likeness, 'configuration' | 'scheduler' | 'statistics' | 'objectTypes' | 'records'>;
  readonly place: ProposalStore;
  /** Of several nodes one learns; default: this process. */
  readonly duty?: Duty | undefined;
  readonly proposals: Pick<Proposals, 'accept'>;
  readonly log: { info(message: string): void; warn(message: string): void };
  readonly now?: () => Date;
}

/** An object's records, and the changes of them since the service was opened. */
interface Extent {
  readonly records: number;
  readonly changes: number;
}

const NOTHING: Extent = { records: 0, changes: 0 };

/**
 * Learns a scenario for each object with enough records, and anew when these have changed by enough: one at a time, in
 * one thread, once the changes have calmed down. What cannot be learned is told once, and tried again when the records
 * have changed again.
 */
export class Learner {
  readonly #ending = new AbortController();
  readonly #settings: Settings;
  readonly #timer: NodeJS.Timeout;
  /** By object, at the last look and when it was learned, by an earlier server or another node too. */
  readonly #seen = new Map<string, Extent>();
  readonly #learned = new Map<string, Extent>();
  /** By object, the time of what was learned last; absent before the first look. */
  #known: Map<string, string> | undefined;
  /** By object that is due: looks that found it changing. */
  readonly #waited = new Map<string, number>();
  #learning: Promise<void> | undefined;
  /** Why it is not known what was learned; told once. */
  #trouble: string | undefined;

  constructor(private readonly options: LearnerOptions) {
    this.#settings = options.likeness.configuration.settings;
    this.#timer = setInterval(() => void this.look(), INTERVAL).unref();
  }

  /** Learns what is due. @returns when that is done */
  look(): Promise<void> {
    this.#learning ??= this.#learnDue().finally(() => (this.#learning = undefined));
    return this.#learning;
  }

  /** What is being learned is given up; nobody waits for that. */
  close(): void {
    clearInterval(this.#timer);
    this.#ending.abort(new Error('the service is being stopped'));
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
      if (!this.#isDue(object, extent) || !(isCalm || this.#hasWaited(object))) continue;
      this.#waited.delete(object);
      try {
        await this.#learn(type, extent);
      } catch (error) {
        if (this.#ending.signal.aborted) return;
        log.warn(`no scenario of ${object} was learned: ${(error as Error).message}`);
      }
    }
  }

  /** @returns whether what was learned is known: the database of the nodes may be away */
  async #noticed(changed: ReadonlyMap<string, number>): Promise<boolean> {
    try {
      await this.#notice(changed);
      this.#trouble = undefined;
      return true;
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.#trouble) this.options.log.warn(`what was learned elsewhere is not known: ${message}`);
      this.#trouble = message;
      return false;
    }
  }

  /** What was learned before this process was opened, or by another node. */
  async #notice(changed: ReadonlyMap<string, number>): Promise<void> {
    const kept = await this.options.place.all();
    for (const [object, { records, time }] of kept) {
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

  /** Steady writes put learning off, but not for good. */
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

  async #learn(type: ObjectType, extent: Extent): Promise<void> {
    const { likeness, place, proposals, log, now = () => new Date() } = this.options;
    const { signal } = this.#ending;
    const object = type.name;
    const time = now().toISOString();
    this.#learned.set(object, extent);
    const keep = (kept: KeptProposal): Promise<void> => {
      this.#known?.set(object, time);
      return place.put(kept);
    };
    const failed = (reason: string): Promise<void> =>
      keep({ version: 1, object, status: 'failed', time, records: extent.records, reason });
    const steps = learnInThread(likeness.configuration, type, likeness.records(object));
    const learned = await likeness.scheduler.runInBackground(steps, signal).catch(async (error: unknown) => {
      if (!signal.aborted) await failed((error as Error).message);
      throw error;
    });
    const tooFew = learned.kind === 'learned' ? whyTooFewFields(learned.trained.scenario.fields) : undefined;
    if (learned.kind === 'nothing' || tooFew !== undefined) {
      const reason = learned.kind === 'nothing' ? learned.reason : tooFew!;
      await failed(reason);
      log.info(`no scenario of ${object} is proposed: ${reason}`);
      return;
    }
    const { id } = learned.trained.scenario;
    await keep(keptProposal(object, time, learned.trained));
    log.info(`the scenario ${id} was learned from ${extent.records} records of ${object}`);
    if (this.#settings.learning === 'activate') await proposals.accept(id, { by: 'server' });
  }
}
