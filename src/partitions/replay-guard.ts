/** Numbers below a session's highest one that may still come; what is further below is refused. */
const WINDOW = 4_096;
/** Sessions that are remembered: one of each process that asks, since its start. */
const MOST_SESSIONS = 1_024;

interface Session {
  highest: number;
  readonly seen: Set<number>;
}

/** Knows a question that was sent again by somebody who overheard it. Needs no clock. */
export class ReplayGuard {
  readonly #sessions = new Map<string, Session>();

  /** @returns whether a number comes for the first time in its session. Only of authentic questions. */
  isFirst(session: string, number: number): boolean {
    const known = this.#take(session);
    if (number <= known.highest - WINDOW || known.seen.has(number)) return false;
    known.seen.add(number);
    known.highest = Math.max(known.highest, number);
    if (known.seen.size > 2 * WINDOW)
      for (const old of known.seen) if (old <= known.highest - WINDOW) known.seen.delete(old);
    return true;
  }

  /** The session becomes the last one to be forgotten. */
  #take(session: string): Session {
    const known = this.#sessions.get(session) ?? { highest: 0, seen: new Set<number>() };
    this.#sessions.delete(session);
    this.#sessions.set(session, known);
    if (this.#sessions.size > MOST_SESSIONS) {
      const [oldest] = this.#sessions.keys();
      this.#sessions.delete(oldest!);
    }
    return known;
  }
}
