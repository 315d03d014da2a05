import type { FieldTexts } from '../../matching/normalized-record.js';
import { LongSearch } from '../../runtime/long-search.js';
import type { CandidateAnswer, CandidateIndex, CandidateQuery, IndexStatistics } from '../candidate-index.js';
import type { PartitionedIndexParts } from './index-part.js';
import { inOneGo, PartitionedSearch } from './partitioned-search.js';
import { partOf } from './partition.js';

/**
 * A candidate index of which one part is here and the others are not: its answers are those of one index of all
 * records. It is told of every change, and keeps what belongs to its own part.
 */
export class PartitionedIndex implements CandidateIndex {
  /** Searches that go on after what happens now. */
  readonly #searches = new Set<PartitionedSearch>();

  constructor(private readonly parts: PartitionedIndexParts) {}

  get own(): CandidateIndex {
    return this.parts.own;
  }

  /** Whether a record belongs to the part that is here. */
  readonly holds = (id: string): boolean => {
    const { part, parts } = this.parts.partition;
    return partOf(id, parts) === part;
  };

  put(id: string, values: FieldTexts): void {
    if (this.holds(id)) this.own.put(id, values);
    for (const search of this.#searches) search.note(id);
  }

  delete(id: string): void {
    if (this.holds(id)) this.own.delete(id);
    for (const search of this.#searches) search.note(id);
  }

  /** @throws Error where another part does not answer in one go */
  search(query: CandidateQuery): CandidateAnswer {
    return inOneGo(new PartitionedSearch(query, this.parts).steps());
  }

  /** Its steps throw `PartUnavailableError` where a part is missing. */
  attempt(query: CandidateQuery): CandidateAnswer | LongSearch<CandidateAnswer> {
    if (this.parts.partition.parts === 1) return this.own.attempt(query);
    const search = new PartitionedSearch(query, this.parts);
    this.#searches.add(search);
    return new LongSearch(this.#stepsOf(search));
  }

  /** The records of all parts, and what this one takes. */
  statistics(): IndexStatistics {
    return { ...this.own.statistics(), records: this.parts.view.records };
  }

  *#stepsOf(search: PartitionedSearch): Generator<Promise<unknown> | undefined, CandidateAnswer> {
    try {
      return yield* search.steps();
    } finally {
      this.#searches.delete(search);
    }
  }
}
