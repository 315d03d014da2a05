/**
 * The daily quota, which is reported but not enforced. The quota is so high that clients that pause at a percentage of
 * it never reach that percentage.
 */
export const MOST_REQUESTS = 100_000_000;
const DAY = 86_400_000;

/** Counts the requests of this process today, in UTC. */
export class ApiUsage {
  #day = 0;
  #requests = 0;

  constructor(private readonly now: () => number = Date.now) {}

  countInner(requests: number): void {
    this.#turnPage();
    this.#requests += requests;
  }

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
