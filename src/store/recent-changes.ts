/** Changes that are remembered; twice as many for a while. */
const MOST = 16_384;

/** Which records the last commits changed, by position. */
export class RecentChanges {
  #positions: number[] = [];
  #ids: string[] = [];
  #oldest: number;

  /** @param position of the last commit that is not to be remembered */
  constructor(position: number) {
    this.#oldest = position;
  }

  /** Least position of which `since` knows. */
  get oldest(): number {
    return this.#oldest;
  }

  /** @param position never less than that of the change before */
  add(position: number, id: string): void {
    this.#positions.push(position);
    this.#ids.push(id);
    if (this.#ids.length < 2 * MOST) return;
    this.#oldest = this.#positions[MOST - 1]!;
    this.#positions = this.#positions.slice(MOST);
    this.#ids = this.#ids.slice(MOST);
  }

  /**
   * Ids of the records that commits after a position changed; a record that changed more than once may be there more
   * than once. `undefined`: that is too long ago.
   */
  since(position: number): readonly string[] | undefined {
    if (position < this.#oldest) return undefined;
    let first = this.#ids.length;
    while (first > 0 && this.#positions[first - 1]! > position) first--;
    return this.#ids.slice(first);
  }
}
