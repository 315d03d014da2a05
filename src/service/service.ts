import type { Configuration } from '../config/configuration.js';
import { normaliseId } from '../records/ids.js';
import type { ObjectType } from '../records/object-type.js';
import type { StoredRecord } from '../records/record.js';
import type { RecordStore } from '../store/record-store.js';
import type { CandidateIndex } from '../index/candidate-index.js';
import { andThen, type MaybePromise } from '../maybe-promise.js';
import type { UpsertDataInput, UpsertDataOutput } from './contract.js';
import { shorten } from './draft.js';
import { explain } from './explain.js';
import { Idempotency, REMEMBER_MS } from './idempotency.js';
import { keptAnswer } from './kept-answer.js';
import type { Ledger } from './ledger.js';
import { disagreements } from './agreement.js';
import { changeId } from './change-id.js';
import { historyPage, shownChanges } from './history.js';
import type { Caller, Erasure, Likeness, ShownChange, SuspectedPairsPage } from './likeness.js';
import { RequestError } from './request-error.js';
import { chosenFields, ResultData } from './result-data.js';
import type { ResultText } from './result-text.js';
import { listScenarios } from './scenario-list.js';
import { search } from './search.js';
import { stageUndo } from './undo.js';
import { giveWay } from './turns.js';
import type { Unit } from './unit.js';
import { stageUpsert, type UpsertParts } from './upsert.js';
import { Writers } from './writers.js';

export interface ServiceParts extends UpsertParts {
  readonly configuration: Configuration;
  readonly store: RecordStore;
  readonly indexes: ReadonlyMap<string, CandidateIndex>;
  readonly ledger: Ledger;
  readonly results: ResultText;
  readonly now: () => Date;
  /** Runs when everything is on disk and nothing changes any more. */
  readonly beforeClose?: () => Promise<void>;
}

/** The use cases over one store. Decisions run one at a time; the disk is waited for outside, so that writes are committed in groups. */
export class Service implements Likeness {
  readonly #writers: Writers;
  readonly #idempotency: Idempotency;

  constructor(private readonly parts: ServiceParts) {
    this.#writers = new Writers(parts.configuration.settings.limits.writesAtOnce);
    this.#idempotency = new Idempotency(parts.store, parts.now);
  }

  get writable(): boolean {
    return this.parts.store.writable;
  }

  inspect(): Promise<void> {
    return this.parts.store.inspect();
  }

  upsert(input: UpsertDataInput, caller: Caller, idempotencyKey?: string): Promise<UpsertDataOutput> {
    if (idempotencyKey === undefined) return this.#upsert(input, caller);
    return this.#idempotency.run(caller.clientId, idempotencyKey, input, (request) =>
      this.#upsert(input, caller, request),
    );
  }

  async #upsert(
    input: UpsertDataInput,
    caller: Caller,
    request?: { key: string; bodyHash: string },
  ): Promise<UpsertDataOutput> {
    const now = this.parts.now();
    const { output, committed } = await this.#decide(caller, now, (begun) =>
      andThen(stageUpsert(this.parts, begun, input, now), (staged) => {
        const answer = request && keptAnswer(input, staged);
        if (answer !== undefined)
          begun.add({ kind: 'remember', answer: { ...request!, answer, expires: now.getTime() + REMEMBER_MS } });
        return staged;
      }),
    );
    await committed;
    return output;
  }

  search(input: Parameters<Likeness['search']>[0], clientId = ''): ReturnType<Likeness['search']> {
    return search(this.parts, input, clientId);
  }

  explain(input: Parameters<Likeness['explain']>[0]): ReturnType<Likeness['explain']> {
    return explain(this.parts, input);
  }

  async readRecord(objectType: string, id: string, fields?: readonly string[]): Promise<Record<string, unknown>> {
    const { store, users } = this.parts;
    const { type, record } = await this.#found(objectType, id, (known) => users.record(known, store.get(known)));
    const whole = await this.#resultData().whole(type, record);
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

  async deleteRecord(objectType: string, id: string, caller: Caller): Promise<void> {
    const found = await this.#found(objectType, id, (known) => this.parts.store.get(known));
    const { committed } = await this.#decide(caller, this.parts.now(), async (begun) => {
      const latest = await begun.get(found.record.id);
      if (latest === undefined) throw notFound();
      await this.parts.saver.delete(begun, found.type, latest);
    });
    await committed;
  }

  async suspectedPairs({
    objectType,
    page,
    pageSize,
  }: Parameters<Likeness['suspectedPairs']>[0]): Promise<SuspectedPairsPage> {
    const type = objectType === undefined ? undefined : this.parts.configuration.registry.byName(objectType);
    if (objectType !== undefined && type === undefined) {
      throw new RequestError(400, 'INVALID_TYPE', `sObject type '${shorten(objectType)}' is not supported.`, [
        'objectType',
      ]);
    }
    const { total, pairs } = await this.parts.store.suspectedPairs({
      objectType: type?.name,
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    return {
      totalSize: total,
      page,
      records: pairs.map((pair) => ({ ...pair, scenarioScores: [...pair.scenarioScores] })),
    };
  }

  history(...[recordId, options]: Parameters<Likeness['history']>): ReturnType<Likeness['history']> {
    return historyPage(this.parts, recordId, options);
  }

  async undo(id: string, caller: Caller): Promise<ShownChange> {
    const now = this.parts.now();
    const { output, committed } = await this.#decide(caller, now, (begun) => stageUndo(this.parts, begun, id, now));
    await committed;
    const isUndo = ({ undoes }: ShownChange): boolean => undoes === changeId(output.number);
    for await (const change of shownChanges(this.parts, output.recordId)) if (isUndo(change)) return change;
    throw new Error(`likeness: the undo of ${id} is not in the history of ${output.recordId}`);
  }

  async erase(id: string, caller: Caller): Promise<Erasure> {
    const recordId = normaliseId(id);
    if (recordId === undefined) throw notFound();
    const { store, ledger, saver } = this.parts;
    const { output, committed } = await this.#decide(caller, this.parts.now(), async (begun) => {
      await ledger.settled();
      const record = await begun.get(recordId);
      let changes = 0;
      for await (const change of store.history(recordId)) changes += change.recordId === recordId ? 1 : 0;
      await saver.erase(begun, recordId, record);
      return { recordId, wasStored: record !== undefined, changes };
    });
    await committed;
    await store.compact();
    return output;
  }

  disagreements(options: { sample: number }): Promise<string[]> {
    return disagreements(this.parts, options.sample);
  }

  scenarios(): object[] {
    return listScenarios(this.parts.configuration.scenarios);
  }

  async importBatch(
    objectType: string,
    rows: Parameters<Likeness['importBatch']>[1],
    options: Parameters<Likeness['importBatch']>[2],
    caller: Caller,
  ): Promise<UpsertDataOutput[]> {
    const now = this.parts.now();
    const { output, committed } = await this.#decide(caller, now, async (begun) => {
      const outputs: UpsertDataOutput[] = [];
      for (const objectData of rows) {
        const others = giveWay();
        if (others !== undefined) await others;
        const input: UpsertDataInput = {
          objectType,
          objectData,
          duplicateCheck: options.check,
          duplicateScore: options.duplicateScore,
        };
        outputs.push(await stageUpsert(this.parts, begun, input, now));
      }
      await options.beforeCommit?.(outputs);
      if (options.checkpoint !== undefined) begun.set(options.checkpoint.name, options.checkpoint.value);
      return outputs;
    });
    await committed;
    return output;
  }

  checkpoint(name: string): number {
    return this.parts.store.counter(name);
  }

  async *records(objectType: string): AsyncIterable<Record<string, unknown>> {
    const type = this.objectType(objectType);
    for (const record of this.parts.store.scan(type.name)) {
      const data = await this.#resultData().whole(type, record);
      delete data['attributes'];
      yield data;
    }
  }

  statistics(): ReturnType<Likeness['statistics']> {
    const { store, indexes } = this.parts;
    return {
      writers: this.#writers.count,
      store: store.statistics(),
      indexes: new Map([...indexes].map(([name, index]) => [name, index.statistics()])),
    };
  }

  /** Waits for what is being decided and for its way to the disk. */
  async close(): Promise<void> {
    await this.#writers.settled();
    await this.parts.ledger.settled();
    await this.parts.beforeClose?.();
    await this.parts.store.close();
  }

  /** Runs one decision alone. What throws in it leaves no trace. */
  #decide<T>(
    caller: Caller,
    now: Date,
    decision: (unit: Unit) => MaybePromise<T>,
  ): Promise<{ output: T; committed: Promise<void> }> {
    return this.#writers.run(caller.clientId, () => {
      const by = {
        client: caller.clientId,
        time: now.toISOString(),
        ...(caller.requestId !== undefined && { request: caller.requestId }),
      };
      const unit = this.parts.ledger.begin(by, caller.userId, caller.objects);
      // Handed to the store before the next decision begins: transactions reach the disk in the order of the decisions.
      const commit = (output: T) => ({ output, committed: unit.commit() });
      const takeBack = async (error: unknown): Promise<never> => {
        await unit.rollback();
        throw error;
      };
      try {
        const decided = decision(unit);
        return decided instanceof Promise ? decided.then(commit).catch(takeBack) : commit(decided);
      } catch (error) {
        return takeBack(error);
      }
    });
  }

  async #found(
    objectType: string,
    id: string,
    read: (id: string) => MaybePromise<StoredRecord | undefined>,
  ): Promise<{ type: ObjectType; record: StoredRecord }> {
    const type = this.objectType(objectType);
    const normalised = normaliseId(id);
    const record = normalised === undefined ? undefined : await read(normalised);
    if (record?.type !== type.name) throw notFound();
    return { type, record };
  }

  #resultData(): ResultData {
    const { configuration, formulas, ledger, users } = this.parts;
    return new ResultData(configuration.settings.apiVersion, formulas, (id) => users.record(id, ledger.committed(id)));
  }
}

function notFound(): RequestError {
  return new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
}
