/**
 * What a search comes to that would hold up everything else for long, because a value sent has very many others to be compared with that it has not been compared with yet.
 * Its steps find the neighbours of that value, which are remembered: when all are done, the search, begun anew, goes on from there. That is exact whatever happens to the index
 * meanwhile: see `NeighbourSearch`. Steps that have been begun are to be taken to their end.
 */
export class Unfinished extends Error {
  override readonly name = 'Unfinished';

  constructor(readonly steps: Iterator<unknown>) {
    super('index: a search that is to be done in steps');
  }
}

/** Comparisons that the search under way may make at once, and how many of them are left. There is one search at a time. */
let most = Infinity;
let left = Infinity;

/** @throws Unfinished where finding neighbours would take more than so many comparisons, of whatever values the search looks for */
export function withAtMost<T>(comparisons: number, search: () => T): T {
  most = left = comparisons;
  try {
    return search();
  } finally {
    most = left = Infinity;
  }
}

/** How many comparisons are made in one go now; `Infinity` for all. */
export function mostAtOnce(): number {
  return most;
}

/** How many of them the search under way has left. */
export function leftAtOnce(): number {
  return left;
}

/** To be told what has been compared. */
export function spend(comparisons: number): void {
  left -= comparisons;
}
