import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { EventPosition, Events } from '../service/undo/events.js';
import type { EventType } from '../store/event-types.js';

const DAY = 86_400_000;
/** Days that are counted. */
export const MOST_DAYS = 90;
/** Changes looked at between two looks at the clock. */
const AT_ONCE = 100;
/** Milliseconds of counting, and of what requests have to themselves after it where nobody waits for the counts. */
const WORK_MS = 1;
const REST_MS = 5;

/** Events of one object on one day (UTC). */
export type DayCounts = Partial<Record<EventType, number>>;

/**
 * How much has happened by day and object. Counted from the history beside the requests, and from then on only what has
 * come since: nothing of it is kept on disk.
 */
export class DailyActivity {
  /** By day as a number of days since 1970, then by object. */
  readonly #days = new Map<number, Map<string, DayCounts>>();
  #position: EventPosition | undefined;
  #counting: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** How many wait for the counts. */
  #waiting = 0;

  constructor(
    private readonly events: Events,
    private readonly now: () => number = Date.now,
  ) {}

  /** @returns days and their objects, oldest first, today last; days without events have no objects */
  async last(days: number): Promise<{ day: string; objects: ReadonlyMap<string, DayCounts> }[]> {
    this.#waiting++;
    await this.count().finally(() => this.#waiting--);
    const today = Math.floor(this.now() / DAY);
    return Array.from({ length: days }, (_, i) => {
      const day = today - days + 1 + i;
      return { day: new Date(day * DAY).toISOString().slice(0, 10), objects: this.#days.get(day) ?? new Map() };
    });
  }

  /** Ends what is being counted. */
  close(): void {
    this.#isClosed = true;
  }

  /** Counts what has come since the last time: of a long history that takes seconds, in many turns. */
  count(): Promise<void> {
    return (this.#counting = this.#counting.then(() => this.#count()));
  }

  async #count(): Promise<void> {
    const oldest = Math.floor(this.now() / DAY) - MOST_DAYS;
    for (const day of this.#days.keys()) if (day <= oldest) this.#days.delete(day);
    const count = (type: EventType, time: number, objectType: string): void =>
      this.#add(type, time, objectType, oldest);
    this.#position ??= this.events.oldest;
    for (;;) {
      const from = performance.now();
      do {
        const { position, hasMore } = this.events.tally(this.#position, AT_ONCE, count);
        this.#position = position;
        if (!hasMore || this.#isClosed) return;
      } while (performance.now() - from < WORK_MS);
      await (this.#waiting > 0 ? nextTurn() : pause(REST_MS));
    }
  }

  #add(type: EventType, time: number, objectType: string, oldest: number): void {
    const day = Math.floor(time / DAY);
    if (day <= oldest) return;
    let objects = this.#days.get(day);
    if (objects === undefined) this.#days.set(day, (objects = new Map<string, DayCounts>()));
    let counts = objects.get(objectType);
    if (counts === undefined) objects.set(objectType, (counts = {}));
    counts[type] = (counts[type] ?? 0) + 1;
  }
}
