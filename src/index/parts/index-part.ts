import type { FieldTexts, NormalizedRecord } from '../../matching/normalized-record.js';
import type { Match } from '../../matching/score-record.js';
import type { CandidateAnswer, CandidateIndex, CandidateQuery } from '../candidate-index.js';
import type { Partition } from './partition.js';

/** A part of an index that does not answer, or whose answers are of no use. */
export class PartUnavailableError extends Error {
  override readonly name = 'PartUnavailableError';
}

/** What one part of an index is asked. */
export interface PartQuery extends Pick<CandidateQuery, 'scenarios' | 'rule' | 'limit' | 'withTies'> {
  readonly values: FieldTexts;
  /** Ids of records to be left out: the asker decides them itself. */
  readonly except: readonly string[];
  /** Position of the log that the asker shows. */
  readonly position: number;
  /** Least position at which an answer is of use: what changed before, the asker does not know any more. */
  readonly oldest: number;
}

/** The best matches of one part, as it was at one moment. */
export interface PartAnswer extends CandidateAnswer {
  /** There is no further match. */
  readonly isAll: boolean;
  /** Position of the log that the part showed at that moment. */
  readonly position: number;
  /** Ids of the part's records that changed between the asker's position and this one. */
  readonly changed: readonly string[];
}

/** A part of an index, in this process or in another one. */
export interface IndexPart {
  /** @throws PartUnavailableError, or rejects with it */
  ask(query: PartQuery): PartAnswer | Promise<PartAnswer>;
}

/** What the asker knows of the records of all parts, and a part may not know yet. Of one object type. */
export interface AskersView {
  /** Number of records in all parts. */
  readonly records: number;
  /** Position of the log that it shows. */
  readonly position: number;
  /** Least position of which `changedSince` knows. */
  readonly oldest: number;
  /** Ids of records that are other here than at any position. */
  uncommitted(): Iterable<string>;
  /** Ids of records that changed after a position; `undefined`: it is too long ago. */
  changedSince(position: number): Iterable<string> | undefined;
  /** The score of a record as it is here; `undefined` for none and for one that does not match. */
  score(id: string, query: CandidateQuery, searched: NormalizedRecord): Match | undefined;
}

export interface PartitionedIndexParts {
  /** The part that is here. */
  readonly own: CandidateIndex;
  readonly partition: Partition;
  /** By number of the part; nothing is asked of this one's own. */
  readonly others: readonly IndexPart[];
  /** Shows all that is put. */
  readonly view: AskersView;
}
