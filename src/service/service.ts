import { methodOptions } from '../store/config/resolve-definitions.js';
import type { Configuration } from '../store/config/configuration.js';
import { normaliseId } from '../records/ids.js';
import type { ObjectType } from '../records/object-type.js';
import type { StoredRecord } from '../records/record.js';
import { recordState, type RecordState } from '../records/record-state.js';
import { grouping } from './group/grouping.js';
import { ImportDryRun } from './upsert/import-dry-run.js';
import { LiveParts, type ServiceParts } from './live-parts.js';
import type { Auditor } from './audited-changes.js';
import { decisions, type Decide } from './decisions.js';
import { MergeService } from './merge/merging.js';
import { Previews } from './explain/previews.js';
import { reviewing } from './review/reviewing.js';
import type { Review } from './review/review-types.js';
import type { UpsertDataInput, UpsertDataOutput } from '../records/contract/schemas.js';
import { createMethods } from '../matching/methods/create-methods.js';
import { type IdentifyingValues, identifyingValues, mustBeDeclared } from './erase/find-identifying-values.js';
import { explain } from './explain/explain.js';
import { Idempotency, REMEMBER_MS } from '../store/transactions/idempotency.js';
import { answerDelta } from '../store/transactions/answer-delta.js';
import { checkConsistency } from './consistency-check.js';
import { changeId } from './undo/change-id.js';
import { historyPage, shownChanges } from './undo/history-page.js';
import type { ChangesOf, DryRun, Erasure, Likeness, SuspectedPairsPage } from './likeness.js';
import type { ShownChange } from './undo/shown-change.js';
import type { Caller } from './caller.js';
import { RecordedEvents } from './undo/read-events.js';
import { RequestError } from '../records/contract/request-error.js';
import { chosenFields, PlatformRecords } from './results/platform-records.js';
import type { EventLoopScheduler } from '../runtime/event-loop-scheduler.js';
import { Turns } from '../runtime/turns.js';
import type { ChangeOutline } from '../store/history.js';
import type { VisibleCommits } from '../store/record-store.js';
import { queryRecords } from './query/query.js';
import { listScenarios } from './search/scenario-list.js';
import { search } from './search/search.js';
import { gone } from './undo/entity-is-deleted.js';
import { RecordQueries } from './soql/queries.js';
import { suspectedPairsPage } from './review/suspected-pairs-page.js';
import { stageBatch, stageRows, stageRowsAsTold } from './upsert/import-batch.js';
import { leftBy, stageUndo, stageUndos, undoPortions, type UndoOutcome } from './undo/undo.js';
import { holdersOf, preconditionFailed, stageWrites, type WriteResult } from './upsert/save-records.js';
import { stageUpsert } from './upsert/upsert.js';
import { WriterQueue } from '../store/transactions/writer-queue.js';

/** Number of changes undone in one decision, during which other writers wait. */
const UNDONE_AT_ONCE = 100;
/** Number of changes that one step checks for a request Id. A step takes about a millisecond. */
const MOST_LOOKED_AT = 2_000;

/** The use cases for one store. Decisions run one at a time. Disk writes may overlap, so that commits are grouped. */
export class Service implements Likeness {
  readonly #writers: WriterQueue;
  readonly #idempotency: Idempotency;
  readonly live: LiveParts;
  readonly #decide: Decide;
  readonly #auditors: Auditor[] = [];
  readonly audit = (auditor: Auditor): void => void this.#auditors.push(auditor);
  readonly review: Review;
  readonly merging: MergeService;
  readonly grouping = grouping(() => this.parts);
  readonly queries = new RecordQueries(
    () => this.parts,
    () => this.#platformRecords(),
  );
  readonly events = new RecordedEvents(() => this.parts.store);
  readonly previewing = new Previews(() => this.parts);

  constructor(parts: ServiceParts) {
    const { settings } = parts.configuration;
    this.#writers = new WriterQueue(settings.limits.writesAtOnce, parts.scheduler, parts.transactions.sharedLog);
    this.live = new LiveParts(parts, this.#writers);
    this.#idempotency = new Idempotency(parts.store, parts.now);
    this.#decide = decisions(
      () => this.parts,
      this.#writers,
      (caller, change) => this.#auditors.forEach((auditor) => auditor(caller, change)),
    );
    this.merging = new MergeService(() => this.parts, this.#decide, this.#writers);
    this.review = reviewing(() => this.parts, this.#decide, this.merging);
  }

  private get parts(): ServiceParts {
    return this.live.parts;
  }

  get configuration(): Configuration {
    return this.parts.configuration;
  }

  reconfigure(configuration: Configuration): Promise<readonly string[]> {
    return this.live.reconfigure(configuration);
  }

  get scheduler(): EventLoopScheduler {
    return this.parts.scheduler;
  }

  get writable(): boolean {
    return this.parts.store.writable;
  }

  get visible(): VisibleCommits {
    return this.parts.store;
  }

  inspect(): Promise<void> {
    return this.parts.store.inspect();
  }

  upsert(...[input, caller, key, replayed]: Parameters<Likeness['upsert']>): Promise<UpsertDataOutput> {
    if (key === undefined) return this.#upsert(input, caller);
    return this.#idempotency.run(
      caller.clientId,
      key,
      input,
      (request) => this.#upsert(input, caller, request),
      replayed,
    );
  }

  async tryUpsert(input: UpsertDataInput, caller: Caller): Promise<UpsertDataOutput> {
    const now = this.parts.now();
    const output = await this.#decide(caller, now, function* (transaction, parts) {
      const tried = yield* stageUpsert(parts, transaction, input, now, false, true);
      transaction.abort();
      return tried;
    });
    const made = [output, ...output.relatedList].flatMap(({ isCreated, objectId }) => (isCreated ? [objectId] : []));
    // A record that a trial would create has no Id, so no other record can refer to it.
    const shown = (one: UpsertDataOutput): UpsertDataOutput => ({
      ...one,
      objectId: one.isCreated ? null : one.objectId,
      objectData: Object.fromEntries(
        Object.entries(one.objectData).flatMap(([name, value]) => {
          if (typeof value !== 'string' || !made.includes(value)) return [[name, value]];
          return name === 'Id' ? [] : [[name, null]];
        }),
      ),
      relatedList: one.relatedList.map(shown),
    });
    return shown(output);
  }

  #upsert(
    input: UpsertDataInput,
    caller: Caller,
    request?: { key: string; bodyHash: string },
  ): Promise<UpsertDataOutput> {
    const now = this.parts.now();
    const idempotency = this.#idempotency;
    return this.#decide(caller, now, function* (transaction, parts) {
      if (request !== undefined) idempotency.check(request);
      const output = yield* stageUpsert(parts, transaction, input, now);
      const answer = request && answerDelta(input, output);
      if (answer !== undefined)
        transaction.add({ kind: 'remember', answer: { ...request!, answer, expires: now.getTime() + REMEMBER_MS } });
      return output;
    });
  }

  async search(
    input: Parameters<Likeness['search']>[0],
    clientId = '',
    isCounted = false,
  ): ReturnType<Likeness['search']> {
    for (;;) {
      const { parts } = this;
      try {
        const answer = await search(parts, input, clientId, isCounted);
        if (parts === this.parts) return answer;
      } catch (error) {
        if (parts === this.parts) throw error;
      }
      // The configuration has changed, so the previous indexes are no longer updated. Search again.
    }
  }

  explain(input: Parameters<Likeness['explain']>[0]): ReturnType<Likeness['explain']> {
    return explain(this.parts, input);
  }

  readRecord(objectType: string, id: string, fields?: readonly string[]): Record<string, unknown> {
    const { store, users } = this.parts;
    const { type, record } = this.#found(objectType, id, (known) => users.record(known, store.get(known)));
    const whole = this.#platformRecords().whole(type, record);
    return fields === undefined ? whole : chosenFields(type, whole, fields);
  }

  objectTypes(): readonly ObjectType[] {
    return this.parts.configuration.registry.types;
  }

  objectType(objectType: string): ObjectType {
    const type = this.parts.configuration.registry.byName(objectType);
    if (type === undefined) throw new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
    return type;
  }

  async query(...[query, turns]: Parameters<Likeness['query']>): ReturnType<Likeness['query']> {
    return queryRecords(this.parts, this.objectType(query.objectType), this.#platformRecords(), query, turns);
  }

  saveRecords(...[writes, options, caller]: Parameters<Likeness['saveRecords']>): Promise<WriteResult[]> {
    const now = this.parts.now();
    return this.#decide(caller, now, (transaction, parts) => stageWrites(parts, transaction, writes, options, now));
  }

  async holdersOf(
    ...[objectType, field, value, turns = new Turns()]: Parameters<Likeness['holdersOf']>
  ): Promise<string[]> {
    const steps = holdersOf(this.parts, objectType, field, value);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      await turns.next();
    }
  }

  recordState(objectType: string, id: string): RecordState {
    const { store } = this.parts;
    return recordState(this.#found(objectType, id, (known) => store.get(known)).record);
  }

  async deleteRecord(...[objectType, id, caller, precondition]: Parameters<Likeness['deleteRecord']>): Promise<void> {
    const { saver, store, now } = this.parts;
    const { type, record } = this.#found(objectType, id, (known) => store.get(known));
    // eslint-disable-next-line require-yield
    await this.#decide(caller, now(), function* (transaction) {
      const latest = transaction.get(record.id);
      if (latest === undefined) throw gone(store, record.id);
      if (precondition?.(recordState(latest)) === false) throw preconditionFailed();
      saver.delete(transaction, type, latest);
    });
  }

  suspectedPairs(options: Parameters<Likeness['suspectedPairs']>[0]): SuspectedPairsPage {
    return suspectedPairsPage(this.parts, options);
  }

  history(...[recordId, options, turns]: Parameters<Likeness['history']>): ReturnType<Likeness['history']> {
    return historyPage(this.parts, recordId, options, turns);
  }

  async undo(id: string, caller: Caller): Promise<ShownChange> {
    const now = this.parts.now();
    const undone = await this.#decide(caller, now, (transaction, parts) => stageUndo(parts, transaction, id, now));
    const isUndo = ({ undoes }: ShownChange): boolean => undoes === changeId(undone.number);
    for (const change of shownChanges(this.parts, undone.recordId)) if (isUndo(change)) return change;
    throw new Error(`likeness: the undo of ${id} is not in the history of ${undone.recordId}`);
  }

  async undoAll(ids: readonly string[], caller: Caller): Promise<UndoOutcome[]> {
    const outcomes: UndoOutcome[] = [];
    for (const portion of undoPortions(this.parts.store, ids, UNDONE_AT_ONCE)) {
      const now = this.parts.now();
      if (!portion.isTogether) {
        const { ids: some } = portion;
        outcomes.push(...(await this.#decide(caller, now, (made, parts) => stageUndos(parts, made, some, now))));
        continue;
      }
      // Changes of a group are undone together or not at all.
      const [id = ''] = portion.ids;
      const { store } = this.parts;
      const outcome = this.#decide(caller, now, (transaction, parts) => stageUndo(parts, transaction, id, now)).then(
        ({ recordId }): UndoOutcome => ({ id, recordId, how: 'undone', why: null }),
        (error: unknown) => leftBy(store, id, error),
      );
      outcomes.push(await outcome);
    }
    return outcomes;
  }

  changesOf(request: string, after: number, most: number): ChangesOf {
    const changes: ChangeOutline[] = [];
    let looked = 0;
    for (const change of this.parts.store.changesAfter(after)) {
      if (change.request === request) changes.push(change);
      if (++looked === MOST_LOOKED_AT || changes.length === most) return { changes, next: change.number };
    }
    return { changes, next: null };
  }

  async erase(id: string, caller: Caller): Promise<Erasure> {
    const recordId = normaliseId(id);
    if (recordId === undefined) throw notFound();
    const { store, transactions, saver, now, configuration } = this.parts;
    const erasure = await this.#decide(caller, now(), function* (transaction) {
      yield transactions.allCommitted();
      const record = transaction.get(recordId);
      const changes = [...store.history(recordId)];
      mustBeDeclared(configuration.registry, recordId, record?.type ?? changes[0]?.objectType);
      saver.erase(transaction, recordId, record);
      return { recordId, wasStored: record !== undefined, changes: changes.length };
    });
    this.parts.answers.clear();
    this.queries.forget();
    await store.compact();
    return erasure;
  }

  identifyingValues(id: string): IdentifyingValues {
    const recordId = normaliseId(id);
    if (recordId === undefined) throw notFound();
    const { store, configuration } = this.parts;
    return identifyingValues({ store, configuration, methods: createMethods(methodOptions(configuration)) }, recordId);
  }

  checkConsistency(options: { sample: number }): Promise<string[]> {
    return checkConsistency(this.parts, options.sample);
  }

  scenarios(): object[] {
    return listScenarios(this.parts.configuration.scenarios);
  }

  importBatch(
    objectType: string,
    rows: Parameters<Likeness['importBatch']>[1],
    options: Parameters<Likeness['importBatch']>[2],
    caller: Caller,
  ): Promise<UpsertDataOutput[]> {
    const now = this.parts.now();
    const { writes } = options;
    return this.#decide(caller, now, (transaction, parts) =>
      stageBatch(
        transaction,
        options,
        writes === undefined
          ? stageRows(parts, transaction, objectType, rows, options, now)
          : stageRowsAsTold(parts, transaction, objectType, rows, writes, now),
      ),
    );
  }

  dryRun(): DryRun {
    return new ImportDryRun(() => this.parts);
  }

  checkpoint(name: string): number {
    return this.parts.store.counter(name);
  }

  *records(objectType: string): Iterable<Record<string, unknown>> {
    const type = this.objectType(objectType);
    for (const record of this.parts.store.scan(type.name)) {
      const data = this.#platformRecords().whole(type, record);
      delete data['attributes'];
      delete data['IsDeleted'];
      yield data;
    }
  }

  statistics(): ReturnType<Likeness['statistics']> {
    const { store, indexes, changed } = this.parts;
    return {
      writers: this.#writers.count,
      changed,
      store: store.statistics(),
      indexes: new Map([...indexes].map(([name, index]) => [name, index.statistics()])),
    };
  }

  /** Waits for pending decisions and disk writes, then closes the store. */
  async close(): Promise<void> {
    this.merging.close();
    this.previewing.close();
    await this.live.close();
    await this.#writers.settled();
    await this.parts.transactions.allCommitted();
    await this.parts.beforeClose?.();
    await this.parts.store.close();
  }

  #found(
    objectType: string,
    id: string,
    read: (id: string) => StoredRecord | undefined,
  ): { type: ObjectType; record: StoredRecord } {
    const type = this.objectType(objectType);
    const normalised = normaliseId(id);
    const record = normalised === undefined ? undefined : read(normalised);
    if (record?.type !== type.name) throw normalised === undefined ? notFound() : gone(this.parts.store, normalised);
    return { type, record };
  }

  #platformRecords(): PlatformRecords {
    const { configuration, formulas, transactions, users } = this.parts;
    return new PlatformRecords(configuration.settings.apiVersion, formulas, (id) =>
      users.record(id, transactions.committed(id)),
    );
  }
}

function notFound(): RequestError {
  return new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
}
