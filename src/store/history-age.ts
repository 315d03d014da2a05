const HOUR = 60 * 60 * 1000;
/** A silence between two changes counts as no more than this. */
export const LONGEST_SILENCE = 7 * 24 * HOUR;

/** A change, and how much time had been counted when it was made. */
interface Mark {
  readonly number: number;
  readonly at: number;
}

/**
 * How old the changes are, by a clock that is not believed when it jumps: the time between a change and the next
 * counts, but as a week at the most, and a step back as nothing. So a clock that is 91 days ahead for a moment makes
 * the history a week older, and not past its retention for good. Changes that really lie behind weeks of silence are
 * kept that much longer.
 */
export class HistoryAge {
  /** One an hour of counted time, the oldest first. */
  readonly #marks: Mark[] = [];
  /** Time counted up to the newest change. */
  #at = 0;
  /** Number of the newest change, and its time; 0: there is none. */
  #newest = 0;
  #time = 0;

  /** To be told every change in the order of the numbers. @param time milliseconds since the epoch */
  add(number: number, time: number): void {
    if (this.#newest !== 0) this.#at += counted(this.#time, time);
    this.#newest = number;
    this.#time = time;
    const last = this.#marks.at(-1);
    if (last === undefined || this.#at >= last.at + HOUR) this.#marks.push({ number, at: this.#at });
  }

  /**
   * @param age milliseconds
   * @returns the number below which all changes are older than that, to the hour; 0: none is known to be
   */
  olderThan(age: number, now: number): number {
    if (this.#newest === 0) return 0;
    const bound = this.#at + counted(this.#time, now) - age;
    if (this.#at < bound) return this.#newest + 1;
    // All entries from one mark to the next were made within an hour of it.
    let older = 0;
    while (older + 1 < this.#marks.length && this.#marks[older]!.at + HOUR <= bound) older++;
    return older === 0 ? 0 : this.#marks[older]!.number;
  }

  /** The changes below a number are forgotten. */
  forget(number: number): void {
    let gone = 0;
    while (gone < this.#marks.length - 1 && this.#marks[gone + 1]!.number <= number) gone++;
    this.#marks.splice(0, gone);
  }
}

function counted(from: number, to: number): number {
  return Math.min(Math.max(to - from, 0), LONGEST_SILENCE);
}
