export const DAY = 86_400_000;

export interface DayCount<Kind> {
  /** Days since 1970, in UTC. */
  readonly day: number;
  readonly kind: Kind;
  readonly count: number;
}

type Counter<Kind> = DayCount<Kind> & { count: number };

/** Counts by day and kind. Each change updates them, so that reading them needs no scan. */
export class CountsByDay<Kind> {
  readonly #days = new Map<number, Map<Kind, Counter<Kind>>>();
  /** The last counter that was used. Most additions have the same day and kind as the one before. */
  #last: Counter<Kind> | undefined;

  /** @param time milliseconds since the epoch */
  add(time: number, kind: Kind): void {
    this.#of(time, kind).count++;
  }

  remove(time: number, kind: Kind): void {
    const counter = this.#of(time, kind);
    if (--counter.count > 0) return;
    const kinds = this.#days.get(counter.day)!;
    kinds.delete(kind);
    if (kinds.size === 0) this.#days.delete(counter.day);
    this.#last = undefined;
  }

  *all(): Iterable<DayCount<Kind>> {
    for (const kinds of this.#days.values()) yield* kinds.values();
  }

  #of(time: number, kind: Kind): Counter<Kind> {
    const day = Math.floor(time / DAY);
    const last = this.#last;
    if (last?.day === day && last.kind === kind) return last;
    let kinds = this.#days.get(day);
    if (kinds === undefined) this.#days.set(day, (kinds = new Map<Kind, Counter<Kind>>()));
    let counter = kinds.get(kind);
    if (counter === undefined) kinds.set(kind, (counter = { day, kind, count: 0 }));
    return (this.#last = counter);
  }
}
