import { RequestError } from '../records/contract/request-error.js';
import type { SearchOutput } from '../records/contract/schemas.js';
import type { ObjectType } from '../records/object-type.js';
import type { Caller } from './caller.js';
import type { Likeness } from './likeness.js';
import { noAccess } from './refusals.js';

type Data = Record<string, unknown>;

/**
 * Returns the use cases for a client limited to some objects. These use cases reject requests that name other objects,
 * and leave other objects out of results (additional objects of a search, parents of a record). A related record of
 * another object is rejected individually, because the decision checks the caller's objects.
 * @param objects configured names; unknown names are ignored
 */
export function limitedLikeness(whole: Likeness, objects: readonly string[]): Likeness {
  const own: ReadonlySet<string> = new Set(objects);
  const types = whole.objectTypes();
  const byName = new Map(types.map((type) => [type.name.toLowerCase(), type]));
  const byPrefix = new Map(types.map((type) => [type.keyPrefix, type]));

  // Unknown objects pass, because a later check has a better message.
  const allow = (type: ObjectType | undefined): void => {
    if (type !== undefined && !own.has(type.name)) throw noAccess(type.name);
  };
  const allowName = (name: string): void => allow(byName.get(name.toLowerCase()));
  const allowPrefix = (prefix: string): void => allow(byPrefix.get(prefix));
  const allowId = (id: string): void => allowPrefix(id.slice(0, 3));
  const limited = (caller: Caller): Caller => ({ ...caller, objects: own });

  /** Returns the object of a list. A list covers one object or all, so a client with several objects must name one. */
  const listed = (named: string | undefined): string => {
    const [only, ...others] = own;
    const objectType = named ?? (others.length === 0 ? only : undefined);
    if (objectType === undefined)
      throw new RequestError(
        403,
        'INSUFFICIENT_ACCESS',
        'This client does not have access to all objects: select an object with objectType',
      );
    allowName(objectType);
    return objectType;
  };
  const ofListed = <Q extends { readonly objectType?: string | undefined }>(query: Q) => ({
    ...query,
    objectType: listed(query.objectType),
  });
  const withoutOthers = (data: Readonly<Data>): Data =>
    Object.fromEntries(
      Object.entries(data).filter(([name, value]) => {
        if (name === 'attributes' || typeof value !== 'object' || value === null) return true;
        const { attributes } = value as { attributes?: { type?: string } };
        return attributes?.type !== undefined && own.has(attributes.type);
      }),
    );
  const refused = (): Promise<never> => Promise.reject(noAccess('all objects'));
  const { review, merging, queries, previewing } = whole;

  return {
    get scheduler() {
      return whole.scheduler;
    },
    get configuration() {
      return whole.configuration;
    },
    get grouping() {
      return whole.grouping;
    },
    get events() {
      return whole.events.of((objectType) => own.has(objectType));
    },
    get writable() {
      return whole.writable;
    },
    get visible() {
      return whole.visible;
    },
    review: {
      decide: (input, caller) => review.decide(input, limited(caller)),
      decisions: (query) => {
        if (query.recordId !== undefined) allowId(query.recordId);
        return review.decisions(ofListed(query));
      },
      counts: async (query, turns) => review.counts(ofListed(query), turns),
      judgements: (objectType) => review.judgements(listed(objectType)),
      newest: () => review.newest(),
      since: (objectType, after, most) => review.since(listed(objectType), after, most),
      revoke: (decisionId, caller) => review.revoke(decisionId, limited(caller)),
    },
    merging: {
      merge: (input, caller) => merging.merge(input, limited(caller)),
      crosswalk: (query) => merging.crosswalk(ofListed(query)),
    },
    queries: {
      get running() {
        return queries.running;
      },
      show: (views) => queries.show(views),
      search: (request, caller) => queries.search(request, limited(caller)),
      describe: (query, caller) => queries.describe(query, limited(caller)),
      explain: (request, caller) => queries.explain(request, limited(caller)),
      columns: (query, caller) => queries.columns(query, limited(caller)),
      run: (request, caller) => queries.run(request, limited(caller)),
      more: (locator, request, caller) => queries.more(locator, request, limited(caller)),
    },
    previewing: {
      preview: async (request, ...more) => {
        allowName(request.after.object);
        return previewing.preview(request, ...more);
      },
      keptApart: refused,
    },
    reconfigure: refused,
    checkConsistency: refused,
    upsert: async (input, caller, ...more) => {
      allowName(input.objectType);
      return whole.upsert(input, limited(caller), ...more);
    },
    tryUpsert: async (input, caller) => {
      allowName(input.objectType);
      return whole.tryUpsert(input, limited(caller));
    },
    search: async (input, ...more) => {
      allowPrefix(input.objectPrefix);
      const answer = await whole.search(input, ...more);
      const output: SearchOutput = {};
      for (const [prefix, results] of Object.entries(answer.output)) {
        const type = byPrefix.get(prefix);
        if (type === undefined || !own.has(type.name)) continue;
        output[prefix] = results.map((result) => ({ ...result, objectData: withoutOthers(result.objectData) }));
      }
      const { walked, incomplete, total } = answer;
      return { json: JSON.stringify(output), output, walked, incomplete, total };
    },
    explain: (input) => {
      allowPrefix(input.objectPrefix);
      if (input.recordId !== undefined) allowId(input.recordId);
      return whole.explain(input);
    },
    readRecord: (objectType, ...more) => {
      allowName(objectType);
      return withoutOthers(whole.readRecord(objectType, ...more));
    },
    recordState: (objectType, id) => {
      allowName(objectType);
      return whole.recordState(objectType, id);
    },
    saveRecords: async (writes, options, caller) => {
      for (const { objectType } of writes) if (objectType !== undefined) allowName(objectType);
      return whole.saveRecords(writes, options, limited(caller));
    },
    holdersOf: async (objectType, ...more) => {
      allowName(objectType);
      return whole.holdersOf(objectType, ...more);
    },
    query: async (asked, turns) => {
      allowName(asked.objectType);
      return whole.query(asked, turns);
    },
    objectTypes: () => whole.objectTypes().filter(({ name }) => own.has(name)),
    objectType: (name) => {
      allowName(name);
      return whole.objectType(name);
    },
    deleteRecord: async (objectType, id, caller, precondition) => {
      allowName(objectType);
      return whole.deleteRecord(objectType, id, limited(caller), precondition);
    },
    suspectedPairs: (query) => whole.suspectedPairs(ofListed(query)),
    history: async (recordId, ...more) => {
      allowId(recordId);
      return whole.history(recordId, ...more);
    },
    undo: (changeId, caller) => whole.undo(changeId, limited(caller)),
    undoAll: (changeIds, caller) => whole.undoAll(changeIds, limited(caller)),
    changesOf: (request, after, most) => {
      const { changes, next } = whole.changesOf(request, after, most);
      return { changes: changes.filter(({ objectType }) => own.has(objectType)), next };
    },
    erase: async (recordId, caller) => {
      allowId(recordId);
      return whole.erase(recordId, limited(caller));
    },
    identifyingValues: (recordId) => {
      allowId(recordId);
      return whole.identifyingValues(recordId);
    },
    scenarios: () => whole.scenarios().filter((one) => 'object' in one && own.has(String(one.object))),
    statistics: () => whole.statistics(),
    importBatch: async (objectType, rows, options, caller) => {
      allowName(objectType);
      return whole.importBatch(objectType, rows, options, limited(caller));
    },
    dryRun: () => {
      const trial = whole.dryRun();
      return {
        importBatch: async (objectType, rows, options, caller) => {
          allowName(objectType);
          return trial.importBatch(objectType, rows, options, limited(caller));
        },
      };
    },
    checkpoint: (name) => whole.checkpoint(name),
    *records(objectType) {
      allowName(objectType);
      for (const record of whole.records(objectType)) yield withoutOthers(record);
    },
    audit: (auditor) => whole.audit(auditor),
    inspect: () => whole.inspect(),
    close: () => whole.close(),
  };
}
