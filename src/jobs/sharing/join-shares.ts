import type { FoundPairs, FoundValues } from '../../index/self-join/join-messages.js';
import type { JoinThreads } from '../../index/self-join/join-threads.js';
import type { SimilarPairs } from '../../index/self-join/similar-pairs.js';
import type { ShareList, SharePiece } from './share-list.js';

/** The result of a stretch of values, or a part of it. */
export interface ValuesPiece extends SharePiece {
  readonly pairs: SimilarPairs;
}

export interface JoinSharesSettings {
  readonly list: ShareList;
  readonly threads: JoinThreads;
  /** How many threads these are. */
  readonly count: number;
  /** Pairs of rows that may wait in memory: more than these are more than a job may have. */
  readonly mostPairs: number;
  readonly tooMany: (found: string) => Error;
  /** Is called after each share that this process has done. */
  readonly kept?: () => void;
}

/** Pairs of values in a piece: less than a megabyte. */
const VALUES_A_PIECE = 100_000;

/** The part that this process has in a work: its threads join what it takes from the list. */
export class JoinShares {
  /** Pairs of rows that were found, and are not kept yet. */
  #held = 0;

  constructor(private readonly settings: JoinSharesSettings) {}

  /**
   * Joins shares of these until all are done, by whomever.
   *
   * @throws Error when a thread has failed, or the work is no more
   */
  async work(from: number, to: number): Promise<void> {
    const { list, count, kept } = this.settings;
    const goOn = async (): Promise<void> => {
      for (let stretch = await list.take(from, to); stretch !== undefined; stretch = await list.take(from, to)) {
        await list.keep(stretch, await this.#joined(stretch));
        kept?.();
      }
    };
    // One more than threads: they do not wait for the database.
    await Promise.all(Array.from({ length: count + 1 }, goOn));
  }

  async #joined(stretch: number): Promise<readonly SharePiece[]> {
    const { threads, mostPairs, tooMany } = this.settings;
    threads.give(stretch);
    const pieces: SharePiece[] = [];
    let held = 0;
    for (let isLast = false; !isLast;) {
      const part = await threads.next(stretch);
      ({ isLast } = part);
      if (isValues(part)) {
        pieces.push(...piecesOf(part));
        continue;
      }
      threads.given(stretch, part.first.length);
      held += part.first.length;
      this.#held += part.first.length;
      if (this.#held > mostPairs) throw tooMany(`there are more than ${mostPairs.toLocaleString('en-US')} pairs`);
      pieces.push(part);
    }
    this.#held -= held;
    return pieces;
  }
}

function isValues(part: FoundValues | FoundPairs): part is FoundValues {
  return 'pairs' in part;
}

function* piecesOf({ pairs: { lower, higher, similarities } }: FoundValues): Iterable<ValuesPiece> {
  for (let from = 0; ; from += VALUES_A_PIECE) {
    const to = from + VALUES_A_PIECE;
    const isLast = to >= lower.length;
    const [some, others] = [lower.subarray(from, to), higher.subarray(from, to)];
    yield { pairs: { lower: some, higher: others, similarities: similarities.subarray(from, to) }, isLast };
    if (isLast) return;
  }
}
