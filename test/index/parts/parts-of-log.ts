import type { CandidateAnswer, CandidateIndex, CandidateQuery } from '../../../src/index/candidate-index.js';
import { createMemoryIndex } from '../../../src/index/memory-index.js';
import type { AskersView, IndexPart, PartAnswer, PartQuery } from '../../../src/index/parts/index-part.js';
import { answerOfPart, searchOfPart } from '../../../src/index/parts/part-answer.js';
import { PartitionedIndex } from '../../../src/index/parts/partitioned-index.js';
import { partOf } from '../../../src/index/parts/partition.js';
import { NormalizedRecord, type FieldTexts } from '../../../src/matching/normalized-record.js';
import { scoreRecord } from '../../../src/matching/score-record.js';
import type { Scenario } from '../../../src/matching/scenario.js';

/** A record has other values from now on, or is no more. */
export interface LoggedChange {
  readonly id: string;
  readonly values: FieldTexts | undefined;
}

/** A part in this process, which follows a log in its own time. */
export class FollowingPart implements IndexPart {
  position = 0;
  readonly asked: PartQuery[] = [];
  readonly index: CandidateIndex;

  constructor(
    private readonly log: readonly LoggedChange[],
    private readonly holds: (id: string) => boolean,
    scenarios: readonly Scenario[],
  ) {
    this.index = createMemoryIndex({ scenarios });
  }

  followTo(position: number): void {
    for (; this.position < position; this.position++) {
      const { id, values } = this.log[this.position]!;
      if (!this.holds(id)) continue;
      if (values === undefined) this.index.delete(id);
      else this.index.put(id, values);
    }
  }

  ask(query: PartQuery): PartAnswer {
    this.asked.push(query);
    const changed = this.log
      .slice(query.position, this.position)
      .map(({ id }) => id)
      .filter(this.holds);
    return answerOfPart(query, this.index.search(searchOfPart(query)), this.position, changed);
  }
}

/** The view of who asks: a log up to a position, and what is uncommitted over it. */
export class LogView implements AskersView {
  readonly oldest = 0;
  position = 0;
  readonly committed = new Map<string, FieldTexts>();
  readonly changes = new Map<string, FieldTexts | undefined>();

  constructor(private readonly log: readonly LoggedChange[]) {}

  /** As the latest view is. */
  get latest(): ReadonlyMap<string, FieldTexts> {
    const latest = new Map(this.committed);
    for (const [id, values] of this.changes)
      if (values === undefined) latest.delete(id);
      else latest.set(id, values);
    return latest;
  }

  get records(): number {
    return this.latest.size;
  }

  next(): LoggedChange {
    const change = this.log[this.position++]!;
    if (change.values === undefined) this.committed.delete(change.id);
    else this.committed.set(change.id, change.values);
    return change;
  }

  uncommitted(): Iterable<string> {
    return this.changes.keys();
  }

  changedSince(position: number): Iterable<string> {
    return this.log.slice(position, this.position).map(({ id }) => id);
  }

  score(id: string, { scenarios, rule }: CandidateQuery, searched: NormalizedRecord) {
    const values = this.changes.has(id) ? this.changes.get(id) : this.committed.get(id);
    return values && scoreRecord(id, scenarios, searched, new NormalizedRecord(values), rule);
  }
}

/** A candidate index whose parts are all in this process, and follow at once. */
export class IndexOfParts implements CandidateIndex {
  readonly #log: LoggedChange[] = [];
  readonly #view = new LogView(this.#log);
  readonly #parts: readonly FollowingPart[];
  readonly #index: PartitionedIndex;

  constructor(scenarios: readonly Scenario[], parts: number, asker = 0) {
    this.#parts = Array.from(
      { length: parts },
      (_, part) => new FollowingPart(this.#log, (id) => partOf(id, parts) === part, scenarios),
    );
    this.#index = new PartitionedIndex({
      own: this.#parts[asker]!.index,
      partition: { part: asker, parts },
      others: this.#parts,
      view: this.#view,
    });
  }

  put(id: string, values: FieldTexts): void {
    this.#change({ id, values });
  }

  delete(id: string): void {
    this.#change({ id, values: undefined });
  }

  search(query: CandidateQuery): CandidateAnswer {
    return this.#index.search(query);
  }

  attempt(query: CandidateQuery) {
    return this.#index.attempt(query);
  }

  statistics() {
    return this.#index.statistics();
  }

  #change(change: LoggedChange): void {
    this.#log.push(change);
    this.#view.next();
    for (const part of this.#parts) part.followTo(this.#log.length);
  }
}
