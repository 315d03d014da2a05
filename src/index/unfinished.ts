/**
 * What a search comes to that would hold up everything else for long, because a value sent has very many others to be compared with that it has not been compared with yet.
 * Each of its steps compares some of them, and what they find out is remembered: when all are done, the search, begun anew, goes on from there. That is exact whatever
 * happens to the index meanwhile, for two values are as similar as they ever were.
 */
export class Unfinished extends Error {
  override readonly name = 'Unfinished';

  constructor(readonly steps: Iterator<unknown>) {
    super('index: a search that is to be done in steps');
  }
}

/** Values that the search under way may compare with one value in one go. There is one search at a time. */
let most = Infinity;

/** @throws Unfinished where the search would compare more than `values` with one value */
export function withAtMost<T>(values: number, search: () => T): T {
  most = values;
  try {
    return search();
  } finally {
    most = Infinity;
  }
}

/** How many values may be compared in one go now; `Infinity` for all. */
export function mostAtOnce(): number {
  return most;
}
