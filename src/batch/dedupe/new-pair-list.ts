import { PairList } from '../../clustering/pair-list.js';
import { Failure } from '../../runtime/failure.js';

/** More pairs than this are no duplicates: the fields do not tell rows apart. Bounds the memory. */
const MOST_PAIRS = 30_000_000;

/** Pairs that are kept to be grouped. */
export function newPairList(): PairList {
  return new PairList(
    MOST_PAIRS,
    (found) =>
      new Failure(`${found}: the columns compared do not tell rows apart; map more columns, or raise --threshold`),
  );
}
