/**
 * The directory of a table by extendible hashing (Fagin, Nievergelt, Pippenger, Strong 1979). Small parts are split one
 * at a time, so the table grows without rehashing as a whole. The leading bits of a 32-bit hash select a slot of the
 * directory. A part that uses fewer bits fills several slots.
 */
export abstract class ExtendibleHash<Part extends { readonly depth: number }> {
  /** Parts by the first `depth` bits of a hash. */
  protected directory: Part[];
  protected depth = 0;

  constructor(first: Part) {
    this.directory = [first];
  }

  protected placeOf(hash: number): number {
    return this.depth === 0 ? 0 : hash >>> (32 - this.depth);
  }

  protected *segments(): Generator<Part> {
    for (let at = 0; at < this.directory.length; at += 2 ** (this.depth - this.directory[at]!.depth))
      yield this.directory[at]!;
  }

  protected replace(place: number, part: Part): void {
    const { depth } = this.directory[place]!;
    this.fill(place, depth, part);
  }

  /** Replaces a part by two parts with one more bit. The first part is for hashes whose next bit is 0. */
  protected split(place: number, halves: readonly [Part, Part]): void {
    const { depth } = this.directory[place]!;
    let at = place;
    if (depth === this.depth) {
      this.directory = this.directory.flatMap((each) => [each, each]);
      this.depth++;
      at *= 2;
    }
    const half = 2 ** (this.depth - depth - 1);
    const start = at - (at % (2 * half));
    this.fill(start, depth + 1, halves[0]);
    this.fill(start + half, depth + 1, halves[1]);
  }

  private fill(place: number, depth: number, part: Part): void {
    const count = 2 ** (this.depth - depth);
    const start = place - (place % count);
    this.directory.fill(part, start, start + count);
  }
}
