import { RequestError } from '../records/contract/request-error.js';
import type { SearchOutput } from '../records/contract/schemas.js';
import type { ObjectType } from '../records/object-type.js';
import type { EventLoopScheduler } from '../runtime/event-loop-scheduler.js';
import type { Configuration } from '../store/config/configuration.js';
import type { Caller } from './caller.js';
import type { Previewing } from './explain/preview.js';
import type { Grouping } from './group/group-types.js';
import type { DryRun, Likeness, SearchAnswer } from './likeness.js';
import type { CrosswalkPage, CrosswalkQuery, MergeInput, MergeOutput, Merging } from './merge/merge-types.js';
import { noAccess } from './refusals.js';
import { LimitedReview, type ObjectLimits } from './review/limited-review.js';
import type { Review } from './review/review-types.js';
import type { Queries } from './soql/query-request.js';
import type { Events } from './undo/events.js';

type Use<K extends keyof Likeness> = Likeness[K] extends (...args: infer A) => infer R
  ? { readonly args: A; readonly answer: R }
  : never;
type Data = Record<string, unknown>;

/**
 * The use cases for a client limited to some objects. Rejects requests that name other objects, and leaves other
 * objects out of results (additional objects of a search, parents of a record). A related record of another object is
 * rejected individually, because the decision checks the caller's objects.
 */
export class LimitedLikeness implements Likeness {
  readonly #objects: ReadonlySet<string>;
  readonly #byName = new Map<string, ObjectType>();
  readonly #byPrefix = new Map<string, ObjectType>();
  readonly review: Review;
  readonly merging: Merging;

  /** @param objects configured names; unknown names are ignored */
  constructor(
    private readonly whole: Likeness,
    objects: readonly string[],
  ) {
    this.#objects = new Set(objects);
    for (const type of whole.objectTypes()) {
      this.#byName.set(type.name.toLowerCase(), type);
      this.#byPrefix.set(type.keyPrefix, type);
    }
    const limits = {
      limited: (caller: Caller) => this.#limited(caller),
      listed: (objectType: string | undefined) => this.#listed(objectType),
      allowId: (id: string) => this.#allowId(id),
    };
    this.review = new LimitedReview(whole.review, limits);
    this.merging = new LimitedMerging(whole.merging, limits);
  }

  get scheduler(): EventLoopScheduler {
    return this.whole.scheduler;
  }

  get configuration(): Configuration {
    return this.whole.configuration;
  }

  reconfigure(): Promise<never> {
    return Promise.reject(noAccess('all objects'));
  }

  get grouping(): Grouping {
    return this.whole.grouping;
  }

  get queries(): Queries {
    return {
      running: this.whole.queries.running,
      show: (views) => this.whole.queries.show(views),
      search: (request, caller) => this.whole.queries.search(request, this.#limited(caller)),
      describe: (query, caller) => this.whole.queries.describe(query, this.#limited(caller)),
      explain: (request, caller) => this.whole.queries.explain(request, this.#limited(caller)),
      columns: (query, caller) => this.whole.queries.columns(query, this.#limited(caller)),
      run: (request, caller) => this.whole.queries.run(request, this.#limited(caller)),
      more: (locator, request, caller) => this.whole.queries.more(locator, request, this.#limited(caller)),
    };
  }

  get events(): Events {
    return this.whole.events.of((objectType) => this.#objects.has(objectType));
  }

  get previewing(): Previewing {
    return {
      preview: async (request, ...more) => {
        this.#allowName(request.after.object);
        return this.whole.previewing.preview(request, ...more);
      },
      keptApart: () => Promise.reject(noAccess('all objects')),
    };
  }

  get writable(): boolean {
    return this.whole.writable;
  }

  get visible(): Likeness['visible'] {
    return this.whole.visible;
  }

  async upsert(...[input, caller, key, replayed]: Use<'upsert'>['args']): Use<'upsert'>['answer'] {
    this.#allowName(input.objectType);
    return this.whole.upsert(input, this.#limited(caller), key, replayed);
  }

  async tryUpsert(...[input, caller]: Use<'tryUpsert'>['args']): Use<'tryUpsert'>['answer'] {
    this.#allowName(input.objectType);
    return this.whole.tryUpsert(input, this.#limited(caller));
  }

  async search(input: Use<'search'>['args'][0], ...more: unknown[]): Use<'search'>['answer'] {
    this.#allowPrefix(input.objectPrefix);
    const answer = await (this.whole.search as (...args: unknown[]) => Promise<SearchAnswer>).call(
      this.whole,
      input,
      ...more,
    );
    const output: SearchOutput = {};
    for (const [prefix, results] of Object.entries(answer.output)) {
      if (!this.#isAllowed(this.#byPrefix.get(prefix))) continue;
      output[prefix] = results.map((result) => ({ ...result, objectData: this.#withoutOthers(result.objectData) }));
    }
    const { walked, incomplete, total } = answer;
    return { json: JSON.stringify(output), output, walked, incomplete, total };
  }

  explain(...[input]: Use<'explain'>['args']): Use<'explain'>['answer'] {
    this.#allowPrefix(input.objectPrefix);
    if (input.recordId !== undefined) this.#allowId(input.recordId);
    return this.whole.explain(input);
  }

  readRecord(...args: Use<'readRecord'>['args']): Use<'readRecord'>['answer'] {
    this.#allowName(args[0]);
    return this.#withoutOthers(this.whole.readRecord(...args));
  }

  recordState(...args: Use<'recordState'>['args']): Use<'recordState'>['answer'] {
    this.#allowName(args[0]);
    return this.whole.recordState(...args);
  }

  async saveRecords(...[writes, options, caller]: Use<'saveRecords'>['args']): Use<'saveRecords'>['answer'] {
    for (const { objectType } of writes) if (objectType !== undefined) this.#allowName(objectType);
    return this.whole.saveRecords(writes, options, this.#limited(caller));
  }

  async holdersOf(...args: Use<'holdersOf'>['args']): Use<'holdersOf'>['answer'] {
    this.#allowName(args[0]);
    return this.whole.holdersOf(...args);
  }

  async query(...[asked, turns]: Use<'query'>['args']): Use<'query'>['answer'] {
    this.#allowName(asked.objectType);
    return this.whole.query(asked, turns);
  }

  objectTypes(): readonly ObjectType[] {
    return this.whole.objectTypes().filter((type) => this.#isAllowed(type));
  }

  objectType(name: string): ObjectType {
    this.#allowName(name);
    return this.whole.objectType(name);
  }

  async deleteRecord(
    ...[objectType, id, caller, precondition]: Use<'deleteRecord'>['args']
  ): Use<'deleteRecord'>['answer'] {
    this.#allowName(objectType);
    return this.whole.deleteRecord(objectType, id, this.#limited(caller), precondition);
  }

  suspectedPairs(...[options]: Use<'suspectedPairs'>['args']): Use<'suspectedPairs'>['answer'] {
    return this.whole.suspectedPairs({ ...options, objectType: this.#listed(options.objectType) });
  }

  async history(...[recordId, ...options]: Use<'history'>['args']): Use<'history'>['answer'] {
    this.#allowId(recordId);
    return this.whole.history(recordId, ...options);
  }

  async undo(...[changeId, caller]: Use<'undo'>['args']): Use<'undo'>['answer'] {
    return this.whole.undo(changeId, this.#limited(caller));
  }

  async undoAll(...[changeIds, caller]: Use<'undoAll'>['args']): Use<'undoAll'>['answer'] {
    return this.whole.undoAll(changeIds, this.#limited(caller));
  }

  changesOf(...[request, after, most]: Use<'changesOf'>['args']): Use<'changesOf'>['answer'] {
    const { changes, next } = this.whole.changesOf(request, after, most);
    return { changes: changes.filter(({ objectType }) => this.#objects.has(objectType)), next };
  }

  async erase(...[recordId, caller]: Use<'erase'>['args']): Use<'erase'>['answer'] {
    this.#allowId(recordId);
    return this.whole.erase(recordId, this.#limited(caller));
  }

  identifyingValues(...[recordId]: Use<'identifyingValues'>['args']): Use<'identifyingValues'>['answer'] {
    this.#allowId(recordId);
    return this.whole.identifyingValues(recordId);
  }

  checkConsistency(): Promise<never> {
    return Promise.reject(noAccess('all objects'));
  }

  scenarios(): object[] {
    return this.whole.scenarios().filter((one) => 'object' in one && this.#objects.has(String(one.object)));
  }

  statistics(): Use<'statistics'>['answer'] {
    return this.whole.statistics();
  }

  async importBatch(...[objectType, rows, options, caller]: Use<'importBatch'>['args']): Use<'importBatch'>['answer'] {
    this.#allowName(objectType);
    return this.whole.importBatch(objectType, rows, options, this.#limited(caller));
  }

  dryRun(): DryRun {
    const whole = this.whole.dryRun();
    return {
      importBatch: async (objectType, rows, options, caller) => {
        this.#allowName(objectType);
        return whole.importBatch(objectType, rows, options, this.#limited(caller));
      },
    };
  }

  checkpoint(name: string): number {
    return this.whole.checkpoint(name);
  }

  *records(objectType: string): Iterable<Data> {
    this.#allowName(objectType);
    for (const record of this.whole.records(objectType)) yield this.#withoutOthers(record);
  }

  audit(...[auditor]: Use<'audit'>['args']): void {
    this.whole.audit(auditor);
  }

  inspect(): Promise<void> {
    return this.whole.inspect();
  }

  close(): Promise<void> {
    return this.whole.close();
  }

  /** Returns the object of a list. A list covers one object or all, so a client with several objects must name one. */
  #listed(named: string | undefined): string {
    const [only, ...others] = this.#objects;
    const objectType = named ?? (others.length === 0 ? only : undefined);
    if (objectType === undefined)
      throw new RequestError(
        403,
        'INSUFFICIENT_ACCESS',
        'This client does not have access to all objects: select an object with objectType',
      );
    this.#allowName(objectType);
    return objectType;
  }

  #limited(caller: Caller): Caller {
    return { ...caller, objects: this.#objects };
  }

  #isAllowed(type: ObjectType | undefined): boolean {
    return type !== undefined && this.#objects.has(type.name);
  }

  /** Does not reject unknown objects, because a later check has a better message. */
  #allow(type: ObjectType | undefined): void {
    if (type !== undefined && !this.#isAllowed(type)) throw noAccess(type.name);
  }

  #allowName(name: string): void {
    this.#allow(this.#byName.get(name.toLowerCase()));
  }

  #allowPrefix(prefix: string): void {
    this.#allow(this.#byPrefix.get(prefix));
  }

  #allowId(id: string): void {
    this.#allowPrefix(id.slice(0, 3));
  }

  #withoutOthers(data: Readonly<Data>): Data {
    return Object.fromEntries(
      Object.entries(data).filter(([name, value]) => {
        if (name === 'attributes' || typeof value !== 'object' || value === null) return true;
        const { attributes } = value as { attributes?: { type?: string } };
        return attributes?.type !== undefined && this.#objects.has(attributes.type);
      }),
    );
  }
}

/** `Merging` for a client that may see and change records of only some objects. */
class LimitedMerging implements Merging {
  constructor(
    private readonly whole: Merging,
    private readonly limits: Pick<ObjectLimits, 'limited' | 'listed'>,
  ) {}

  merge(input: MergeInput, caller: Caller): Promise<MergeOutput> {
    return this.whole.merge(input, this.limits.limited(caller));
  }

  crosswalk(query: CrosswalkQuery): CrosswalkPage {
    return this.whole.crosswalk({ ...query, objectType: this.limits.listed(query.objectType) });
  }
}
