export interface RowPair {
  readonly first: number;
  readonly second: number;
  /** The score is `num / den`, from 0 to 10,000: the higher of the pair's two directions. */
  readonly num: number;
  readonly den: number;
}

export interface PairArrays {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly num: Float64Array;
  readonly den: Float64Array;
}

/** Millions of pairs, stored in columns. Only the first `length` entries of each column are valid. */
export class PairColumns implements PairArrays, Iterable<RowPair> {
  length: number;
  first: Int32Array;
  second: Int32Array;
  num: Float64Array;
  den: Float64Array;

  constructor(arrays?: PairArrays) {
    this.length = arrays?.first.length ?? 0;
    this.first = arrays?.first ?? new Int32Array(64);
    this.second = arrays?.second ?? new Int32Array(64);
    this.num = arrays?.num ?? new Float64Array(64);
    this.den = arrays?.den ?? new Float64Array(64);
  }

  add(one: number, two: number, num: number, den: number): void {
    if (this.length === this.first.length) this.grow();
    const at = this.length++;
    this.first[at] = Math.min(one, two);
    this.second[at] = Math.max(one, two);
    this.num[at] = num;
    this.den[at] = den;
  }

  renumber(order: Int32Array): void {
    const { first, second, length } = this;
    for (let at = 0; at < length; at++) {
      const one = order[first[at]! - 1]!;
      const two = order[second[at]! - 1]!;
      first[at] = Math.min(one, two);
      second[at] = Math.max(one, two);
    }
  }

  clear(): void {
    this.length = 0;
  }

  arrays(): PairArrays {
    const { first, second, num, den, length } = this;
    return {
      first: first.slice(0, length),
      second: second.slice(0, length),
      num: num.slice(0, length),
      den: den.slice(0, length),
    };
  }

  *[Symbol.iterator](): Generator<RowPair> {
    for (let at = 0; at < this.length; at++)
      yield { first: this.first[at]!, second: this.second[at]!, num: this.num[at]!, den: this.den[at]! };
  }

  private grow(): void {
    const room = Math.max(64, this.length * 2);
    const { first, second, num, den } = this;
    this.first = new Int32Array(room);
    this.second = new Int32Array(room);
    this.num = new Float64Array(room);
    this.den = new Float64Array(room);
    this.first.set(first);
    this.second.set(second);
    this.num.set(num);
    this.den.set(den);
  }
}
