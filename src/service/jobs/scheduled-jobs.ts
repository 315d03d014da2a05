import type { Likeness } from '../likeness.js';
import { ALWAYS_OURS, type Duty } from '../../runtime/duty.js';
import type { Jobs } from './jobs.js';

/** Milliseconds between two checks of the schedule. */
const INTERVAL = 60_000;
const SERVER = 'server';

export interface ScheduledJobsOptions {
  readonly likeness: Pick<Likeness, 'configuration'>;
  readonly jobs: Pick<Jobs, 'submit' | 'pending' | 'lastOverAll'>;
  /** Whether this node starts jobs for all nodes. Default: this process starts them. */
  readonly duty?: Duty | undefined;
  readonly log?: { info(message: string): void; warn(message: string): void };
  readonly now?: () => Date;
}

/**
 * Starts due jobs according to the current `settings.json`. Only one scheduled job waits or runs at a time, so that the
 * queue is left to clients. The object whose last job ended longest ago comes first.
 */
export class ScheduledJobs {
  readonly #now: () => Date;
  #timer: NodeJS.Timeout | undefined;
  /** By object, the reason why no job could be started, kept so that each reason is logged only once. */
  readonly #told = new Map<string, string>();

  constructor(private readonly options: ScheduledJobsOptions) {
    this.#now = options.now ?? (() => new Date());
  }

  start(): void {
    void this.look();
    this.#timer = setInterval(() => void this.look(), INTERVAL).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Starts the job that is due first, if any. Resolves when it is saved. */
  async look(): Promise<void> {
    const { likeness, jobs, log, duty = ALWAYS_OURS } = this.options;
    if (!duty.isOurs) return;
    const { autoMerge } = likeness.configuration.settings.jobs ?? {};
    for (const objectType of this.#due()) {
      try {
        const { id } = await jobs.submit({ objectType, autoMerge }, SERVER);
        this.#told.delete(objectType);
        log?.info(`${id} started for ${objectType} as scheduled`);
        return;
      } catch (error) {
        const { message } = error as Error;
        if (this.#told.get(objectType) === message) continue;
        this.#told.set(objectType, message);
        log?.warn(`the scheduled job for ${objectType} cannot start: ${message}`);
      }
    }
  }

  #due(): string[] {
    const { likeness, jobs } = this.options;
    const schedule = likeness.configuration.settings.jobs;
    const pending = jobs.pending();
    if (schedule === undefined || pending.some(({ clientId }) => clientId === SERVER)) return [];
    const now = this.#now().getTime();
    return schedule.objectTypes
      .filter((name) => !pending.some(({ objectType }) => objectType === name))
      .map((name) => ({ name, ended: Date.parse(jobs.lastOverAll(name)?.ended ?? '') || 0 }))
      .filter(({ ended }) => isDue(now - ended, schedule.every))
      .sort((one, two) => one.ended - two.ended)
      .map(({ name }) => name);
  }
}

/** Ignores an end in the future, which was written before the clock was set back. */
function isDue(elapsed: number, every: number): boolean {
  return elapsed >= every || elapsed < 0;
}
