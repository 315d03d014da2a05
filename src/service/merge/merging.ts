import type { Caller } from '../caller.js';
import type { CrosswalkPage, CrosswalkQuery, MergeInput, MergeOutput, Merging } from './merge-types.js';
import { RequestError } from '../../records/contract/request-error.js';
import { shorten } from '../../records/contract/unknown-field.js';
import { readDatetime, timeOf } from '../../records/dates.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import { References } from '../../store/transactions/references.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import type { WriterQueue } from '../../store/transactions/writer-queue.js';
import { stageMerge, wrong } from './merge.js';
import type { Decide } from '../decisions.js';
import type { ServiceParts } from '../live-parts.js';
import { objectNamed } from '../refusals.js';

const READ_AT_ONCE = 50;

/** Merges records for one service. References between records are collected in the background at the first merge. */
export class MergeService implements Merging {
  readonly #closing = new AbortController();
  #references: Promise<References> | undefined;

  constructor(
    private readonly parts: () => ServiceParts,
    private readonly decide: Decide,
    private readonly writers: WriterQueue,
  ) {}

  async merge(input: MergeInput, caller: Caller): Promise<MergeOutput> {
    const references = await this.references();
    const now = this.parts().now();
    const steps = (transaction: Transaction, parts: ServiceParts): DecisionSteps<MergeOutput> =>
      stageMerge({ ...parts, references }, transaction, input, now);
    if (input.dryRun !== true) return this.decide(caller, now, steps);
    const output = await this.decide(caller, now, function* (transaction, parts) {
      const tried = yield* steps(transaction, parts);
      transaction.abort();
      return tried;
    });
    return { ...output, changeId: null };
  }

  crosswalk({ objectType, since, after, pageSize }: CrosswalkQuery): CrosswalkPage {
    const { store, configuration } = this.parts();
    const type = objectType === undefined ? undefined : objectNamed(configuration.registry, objectType);
    const from = since === undefined ? undefined : readDatetime(since);
    if (since !== undefined && from === undefined)
      throw wrong('JSON_PARSER_ERROR', `since: '${shorten(since)}' is not an ISO 8601 time`, 'since');
    if (after !== undefined && !/^\d{1,10}$/.test(after))
      throw wrong('JSON_PARSER_ERROR', `after: '${shorten(after)}' is not the \`next\` of a page`, 'after');
    const { entries, next } = store.mergedIds({
      objectType: type?.name,
      after: Number(after ?? 0),
      limit: pageSize,
      ...(from !== undefined && { since: new Date(timeOf(from)).toISOString() }),
    });
    return {
      records: entries.map((entry) => ({
        oldId: entry.id,
        survivingId: store.survivorOf(entry.id) ?? entry.id,
        objectType: entry.objectType,
        time: entry.time,
      })),
      next: next === undefined ? null : String(next),
    };
  }

  close(): void {
    this.#closing.abort(new RequestError(503, 'SERVER_UNAVAILABLE', 'The service is stopping'));
  }

  /** Returns references between records, which are collected on first use and then kept up to date. */
  references(): Promise<References> {
    if (this.#references === undefined) {
      const gathered = this.#gather();
      this.#references = gathered;
      gathered.catch(() => (this.#references = undefined));
    }
    return this.#references;
  }

  /** Follows changes before reading the existing records. A reference found twice counts once. */
  async #gather(): Promise<References> {
    const { transactions, configuration, scheduler } = this.parts();
    const references = new References(configuration.registry);
    let end = (): void => undefined;
    await this.writers.runOwn(
      (function* (): DecisionSteps<{ committed: Promise<void> }> {
        yield transactions.allCommitted();
        end = transactions.latest.follow(references);
        return { committed: Promise.resolve() };
      })(),
    );
    try {
      await scheduler.runInBackground(this.#read(references), this.#closing.signal);
    } catch (error) {
      end();
      throw error;
    }
    return references;
  }

  *#read(references: References): DecisionSteps<void> {
    const { store } = this.parts();
    let read = 0;
    for (const type of references.types)
      for (const record of store.scan(type)) {
        references.change(undefined, record);
        if (++read % READ_AT_ONCE === 0) yield;
      }
  }
}
