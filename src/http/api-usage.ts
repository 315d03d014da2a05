/** No number of requests is refused: clients that stop at some share of it never reach it. */
export const MOST_REQUESTS = 100_000_000;
const DAY = 86_400_000;

/** Counts the requests that one process has answered today, by UTC. */
export class ApiUsage {
  #day = 0;
  #requests = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** Counts one more. @returns as the platform tells it in a header */
  count(): string {
    this.#turnPage();
    this.#requests++;
    return `api-usage=${this.#requests}/${MOST_REQUESTS}`;
  }

  get requests(): number {
    this.#turnPage();
    return this.#requests;
  }

  #turnPage(): void {
    const day = Math.floor(this.now() / DAY);
    if (day === this.#day) return;
    this.#day = day;
    this.#requests = 0;
  }
}
