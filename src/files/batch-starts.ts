/** Batches whose rows may not be committed when the next one is noted, that one included. */
export const UNCERTAIN_BATCHES = 2;

/** Where the last batches began, by the row before each: one that is decided anew begins there again. */
export class BatchStarts<Start> {
  readonly #batches: { readonly from: number; readonly start: Start }[] = [];

  /** Where a batch begins. @param next where it does if it is new */
  begin(from: number, next: Start): Start {
    const known = this.#batches.findIndex((batch) => batch.from >= from);
    const start = known < 0 ? next : this.#batches[known]!.start;
    // Later ones rest on this one, and are decided anew as well.
    if (known >= 0) this.#batches.length = known;
    this.#batches.push({ from, start });
    if (this.#batches.length > UNCERTAIN_BATCHES) this.#batches.shift();
    return start;
  }
}
