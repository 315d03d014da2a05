/** One queue per client. The queues take turns. Each client's items keep their order. */
export class RoundRobin<T> {
  /** Items by client. The next client is first. A client whose queue is empty is removed. */
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

  /** Puts an unfinished item back at the head of its client's queue. */
  putBack(client: string, item: T): void {
    const own = this.#waiting.get(client);
    if (own === undefined) this.#waiting.set(client, [item]);
    else own.unshift(item);
    this.#size += 1;
  }

  has(client: string): boolean {
    return this.#waiting.has(client);
  }

  /** Returns the clients that have an item, in the order of their turns. */
  clients(): Iterable<string> {
    return this.#waiting.keys();
  }

  /** Takes the next item, and moves its client to the end. @param mayHave whether a client may take its turn now */
  next(mayHave?: (client: string) => boolean): { readonly client: string; readonly item: T } | undefined {
    for (const [client, own] of this.#waiting) {
      if (mayHave?.(client) === false) continue;
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
