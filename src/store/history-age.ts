const HOUR = 60 * 60 * 1000;
/** If there is no change for longer than this, in milliseconds, the rest of the pause is not counted. */
export const LONGEST_SILENCE = 7 * 24 * HOUR;

/** The number of a change, and its counted time. */
interface Mark {
  readonly number: number;
  readonly at: number;
}

/**
 * The age of changes, in counted time, which a wrong clock cannot distort. Between two changes, at least zero and at
 * most a week is counted. If the clock is 91 days ahead for a while, the history therefore ages by only a week and does
 * not expire. Changes before long pauses are kept longer.
 */
export class HistoryAge {
  /** One mark for each hour of counted time, oldest first. */
  readonly #marks: Mark[] = [];
  #at = 0;
  #newest = 0;
  #time = 0;

  /** Changes must be added in order of their numbers. @param time milliseconds since the epoch */
  add(number: number, time: number): void {
    if (this.#newest !== 0) this.#at += counted(this.#time, time);
    this.#newest = number;
    this.#time = time;
    const last = this.#marks.at(-1);
    if (last === undefined || this.#at >= last.at + HOUR) this.#marks.push({ number, at: this.#at });
  }

  /** @param age milliseconds @returns the number below which all changes are older, to the hour; 0: none is older */
  olderThan(age: number, now: number): number {
    if (this.#newest === 0) return 0;
    const bound = this.#at + counted(this.#time, now) - age;
    if (this.#at < bound) return this.#newest + 1;
    // The changes between two marks were made within one hour.
    let older = 0;
    while (older + 1 < this.#marks.length && this.#marks[older]!.at + HOUR <= bound) older++;
    return older === 0 ? 0 : this.#marks[older]!.number;
  }

  forget(number: number): void {
    let gone = 0;
    while (gone < this.#marks.length - 1 && this.#marks[gone + 1]!.number <= number) gone++;
    this.#marks.splice(0, gone);
  }
}

function counted(from: number, to: number): number {
  return Math.min(Math.max(to - from, 0), LONGEST_SILENCE);
}
