/** Number of batches that may be uncommitted when the next one is recorded, including it. */
export const UNCERTAIN_BATCHES = 2;

/** Starts of the last batches, by the row before each: a repeated batch starts at the same place. */
export class BatchStarts<Start> {
  readonly #batches: { readonly from: number; readonly start: Start }[] = [];

  /** Start of a batch. @param next its start if it is new */
  begin(from: number, next: Start): Start {
    const known = this.#batches.findIndex((batch) => batch.from >= from);
    const start = known < 0 ? next : this.#batches[known]!.start;
    // Later batches depend on this one, and are repeated too.
    if (known >= 0) this.#batches.length = known;
    this.#batches.push({ from, start });
    if (this.#batches.length > UNCERTAIN_BATCHES) this.#batches.shift();
    return start;
  }
}
