/** What waits, in turns by client: one of each, then the next of each. What one client sent keeps its order. */
export class RoundRobin<T> {
  /** By client, the one whose turn is next first; clients of whom nothing waits are not remembered. */
  readonly #waiting = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(client: string, item: T): void {
    const own = this.#waiting.get(client);
    if (own === undefined) this.#waiting.set(client, [item]);
    else own.push(item);
    this.#size += 1;
  }

  /** Puts back what has been taken but not finished: it is the client's next again, when its turn comes. */
  putBack(client: string, item: T): void {
    const own = this.#waiting.get(client);
    if (own === undefined) this.#waiting.set(client, [item]);
    else own.unshift(item);
    this.#size += 1;
  }

  /** Takes the next; the client's next turn comes after all others. */
  next(): { readonly client: string; readonly item: T } | undefined {
    for (const [client, own] of this.#waiting) {
      const item = own.shift()!;
      this.#size -= 1;
      if (own.length === 0) this.#waiting.delete(client);
      else if (this.#waiting.size > 1) {
        this.#waiting.delete(client);
        this.#waiting.set(client, own);
      }
      return { client, item };
    }
    return undefined;
  }
}
