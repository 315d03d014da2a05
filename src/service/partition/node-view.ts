import type { CandidateQuery } from '../../index/candidate-index.js';
import type { AskersView } from '../../index/parts/index-part.js';
import type { NormalizedRecord } from '../../matching/normalized-record.js';
import { scoreRecord, type Match } from '../../matching/score-record.js';
import type { ObjectType } from '../../records/object-type.js';
import type { RecentChanges } from '../../store/recent-changes.js';
import type { RecordStore } from '../../store/record-store.js';
import type { TransactionManager } from '../../transactions/transaction-manager.js';

/** What a node knows of all records of a type, by which it sets right what other parts answer. */
export class NodeView implements AskersView {
  readonly #recent: RecentChanges;

  /** @param transactions of the service, once it is open */
  constructor(
    private readonly type: ObjectType,
    private readonly store: RecordStore,
    private readonly transactions: () => TransactionManager,
  ) {
    this.#recent = store.recentChanges;
  }

  get records(): number {
    return this.store.count(this.type.name);
  }

  get position(): number {
    return this.store.position;
  }

  get oldest(): number {
    return this.#recent.oldest;
  }

  *uncommitted(): Iterable<string> {
    for (const id of this.transactions().latest.uncommittedIds()) if (id.startsWith(this.type.keyPrefix)) yield id;
  }

  changedSince(position: number): Iterable<string> | undefined {
    return this.#recent.since(position)?.filter((id) => id.startsWith(this.type.keyPrefix));
  }

  score(id: string, { scenarios, rule }: CandidateQuery, searched: NormalizedRecord): Match | undefined {
    const { latest } = this.transactions();
    const record = latest.get(id);
    if (record?.type !== this.type.name) return undefined;
    return scoreRecord(id, scenarios, searched, latest.normalized(record), rule);
  }
}
