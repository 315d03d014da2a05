import type { CandidateIndex } from '../index/candidate-index.js';
import type { StoredRecord } from '../records/record.js';
import type { DecisionSteps } from '../runtime/decision-quota.js';
import type { ChangeListener } from '../store/transactions/latest-view.js';
import type { TransactionManager } from '../store/transactions/transaction-manager.js';
import { buildIndex, catchUp, type IndexBuilding, type IndexSource } from './build-index.js';

/** Maximum number of changes left for the last step, during which no decision is made. */
const FEW = 64;
/** Maximum rounds of catching up before writers have to wait. */
const MOST_ROUNDS = 100;

/**
 * An index that is built while another index is in use and records change. Changed records are put again, from the
 * latest view and in Id order, because new records must be put after all others.
 */
export class ReplacementIndex implements ChangeListener {
  #changed: Set<string>;
  #index: CandidateIndex | undefined;
  readonly #current;

  constructor(
    private readonly source: IndexSource,
    private readonly transactions: TransactionManager,
  ) {
    this.#current = {
      get: (id: string) => transactions.latest.get(id),
      mayComeBack: (id: string) => transactions.mayComeBack(id),
    };
    this.#changed = new Set(
      [...transactions.latest.uncommittedIds()].filter((id) => id.startsWith(source.type.keyPrefix)),
    );
  }

  get objectType(): string {
    return this.source.type.name;
  }

  /** @throws Error before `build` has finished */
  get index(): CandidateIndex {
    if (this.#index === undefined) throw new Error(`likeness: the index of ${this.objectType} is not built yet`);
    return this.#index;
  }

  change(before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    const { id, type } = (after ?? before)!;
    if (type === this.objectType) this.#changed.add(id);
  }

  /** Builds the index. The index must receive every change since before the first step. */
  *build(building: IndexBuilding): DecisionSteps<void> {
    this.#index = yield* buildIndex(this.source, building);
    for (let round = 0; round < MOST_ROUNDS && this.#changed.size > FEW; round++) yield* this.catchUp();
  }

  /** Brings the index up to date with the latest view, unless the view changes in the meantime. */
  *catchUp(): DecisionSteps<void> {
    const changed = this.#changed;
    this.#changed = new Set();
    for (const id of this.transactions.latest.openIds(this.source.type.keyPrefix)) changed.add(id);
    yield* catchUp(this.index, this.source, this.#current, changed);
  }
}
