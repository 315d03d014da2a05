import { PairList, pairsThatFit } from '../../index/clustering/pair-list.js';
import { Failure } from '../../runtime/failure.js';

/** As long as memory allows. */
export function newPairList(): PairList {
  return new PairList(
    pairsThatFit(),
    (found) =>
      new Failure(
        `${found}, which is what memory has room for: the columns compared do not tell rows apart; map more columns, ` +
          'or raise --threshold; `dedupe --engine duckdb` takes any number',
      ),
  );
}
