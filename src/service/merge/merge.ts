import type { Configuration } from '../../store/config/configuration.js';
import { RecordError } from '../../records/contract/record-error.js';
import type { ErrorCode } from '../../records/contract/error-codes.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { MergeInput, MergeOutput } from './merge-types.js';
import { shorten } from '../../records/contract/unknown-field.js';
import { readDatetime } from '../../records/dates.js';
import { keyPrefixOf, normaliseId } from '../../records/ids.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValues, StoredRecord } from '../../records/record.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { RecordStore } from '../../store/record-store.js';
import { isMergeable, mergeableReferences, type References } from '../../store/transactions/references.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import type { TransactionManager } from '../../store/transactions/transaction-manager.js';
import { changeId } from '../undo/change-id.js';
import { gone } from '../undo/entity-is-deleted.js';
import { chooseSurvivors, type Survivors } from './merge-survivors.js';
import { followPairs, noteMerged } from './merged-pairs.js';
import { verdictAgainst } from '../review/judgements.js';
import { whyApart } from '../upsert/best-duplicate.js';
import type { Saver } from '../upsert/save.js';
import { checkUnique } from '../upsert/unique.js';
import type { PairJudge } from '../upsert/pair-judge.js';
import type { ScenarioChoice } from '../search/scenario-choice.js';
import type { SearchTexts } from '../search/search-texts.js';
import { noAccess, objectNamed } from '../refusals.js';

export interface MergeParts {
  readonly configuration: Configuration;
  readonly store: RecordStore;
  readonly transactions: TransactionManager;
  readonly saver: Saver;
  readonly texts: SearchTexts;
  readonly judge: PairJudge;
  readonly scenarios: ScenarioChoice;
  readonly references: References;
}

export const MOST_MERGED = 200;

/**
 * Stages a merge: the master's values, then the changed references, then the deletion of the other records. All changes
 * form one group, which is undone as a whole. @throws RequestError 400, 403, 404, 409
 */
export function* stageMerge(
  parts: MergeParts,
  transaction: Transaction,
  input: MergeInput,
  now: Date,
): DecisionSteps<MergeOutput> {
  // Wait for all commits, because the store's pairs and merged Ids must be up to date.
  yield parts.transactions.allCommitted();
  const type = mergedType(parts, transaction, input.objectType);
  const { records, masterId, idOf } = mergedRecords(parts, transaction, type, input);
  if (input.ifUndecided === true) {
    checkUndecided(parts, transaction, type, records);
    yield* checkGrounds(parts, transaction, type, records);
  }
  const survivors = chooseSurvivors(parts, transaction, type, records, masterId, input.fields ?? {}, idOf, now);
  const { master, losers } = survivors;
  if (losers.length === 0) return outputOf(survivors, 0, null);
  const children = yield* childrenOf(parts, transaction, survivors);
  const group = transaction.beginGroup();
  try {
    const leaving = new Set(losers.map(({ id }) => id));
    yield* checkUnique(parts, transaction, type, master.id, survivors.changes, leaving);
    parts.saver.merge(transaction, type, master, survivors.changes, now, { decision: { reason: 'merge' } });
    for (const child of children) {
      yield;
      repoint(parts, transaction, child, survivors, now);
    }
    for (const loser of losers) {
      yield;
      // Read the record again, because changed references may have changed its summary fields.
      const latest = transaction.get(loser.id)!;
      parts.saver.delete(transaction, type, latest, { decision: { reason: 'merge' }, mergedInto: master.id });
      noteMerged(parts.store, transaction, type, loser.id, master.id, now);
    }
  } catch (error) {
    if (error instanceof RecordError) throw new RequestError(409, 'MERGE_REFUSED', error.message);
    throw error;
  }
  followPairs(parts.store, transaction, master.id, losers);
  return outputOf(survivors, children.length, changeId(group));
}

function outputOf(
  { master, masterRule, losers, fields }: Survivors,
  repointed: number,
  id: string | null,
): MergeOutput {
  return {
    masterId: master.id,
    masterRule,
    mergedIds: losers.map((loser) => loser.id),
    repointed,
    changeId: id,
    fields,
  };
}

function mergedType({ configuration }: MergeParts, transaction: Transaction, name: string): ObjectType {
  const type = objectNamed(configuration.registry, name);
  if (!isMergeable(type))
    throw new RequestError(400, 'INVALID_TYPE', `Records of ${type.name} own other records and cannot be merged`, [
      'objectType',
    ]);
  if (!transaction.mayChange(type.name)) throw noAccess(type.name);
  return type;
}

function mergedRecords(
  { store }: MergeParts,
  transaction: Transaction,
  type: ObjectType,
  { ids, masterId, ifUnmodifiedSince }: MergeInput,
) {
  if (ids.length > MOST_MERGED)
    throw wrong('LIMIT_EXCEEDED', `ids: a merge can have at most ${MOST_MERGED} records, got ${ids.length}`, 'ids');
  const current = new Map<string, string>();
  const records = new Map<string, StoredRecord>();
  const add = (sent: string, key: string): string => {
    const id = normaliseId(sent);
    if (id === undefined || keyPrefixOf(id) !== type.keyPrefix)
      throw wrong('MALFORMED_ID', `${key}: '${shorten(sent)}' is not an Id of ${type.name}`, key);
    const found = transaction.get(id) ?? transaction.get(store.survivorOf(id) ?? id);
    if (found?.type !== type.name) throw gone(store, id);
    current.set(id, found.id);
    records.set(found.id, found);
    return found.id;
  };
  const master = masterId === undefined ? undefined : add(masterId, 'masterId');
  for (const id of ids) add(id, 'ids');
  if (current.size < 2)
    throw wrong('JSON_PARSER_ERROR', 'ids: expected at least two records, including masterId', 'ids');
  checkUnmodified(store, records, ifUnmodifiedSince);
  const idOf = (sent: string): string | undefined => current.get(normaliseId(sent) ?? '');
  return { records: [...records.values()], masterId: master, idOf };
}

/** Rejects a merge if a record was changed, or a reviewer judged two of the records different, since the given time. */
function checkUnmodified(
  store: Pick<RecordStore, 'reviewDecisionsOf'>,
  records: ReadonlyMap<string, StoredRecord>,
  since: string | undefined,
): void {
  if (since === undefined) return;
  const bound = readDatetime(since);
  if (bound === undefined)
    throw wrong(
      'JSON_PARSER_ERROR',
      `ifUnmodifiedSince: '${shorten(since)}' is not an ISO 8601 time`,
      'ifUnmodifiedSince',
    );
  const refuse = (message: string): never => {
    throw new RequestError(409, 'MERGE_REFUSED', message, ['ifUnmodifiedSince']);
  };
  for (const { id, fields } of records.values()) {
    const modified = fields['LastModifiedDate'];
    if (typeof modified === 'string' && modified > bound)
      refuse(`Record ${id} was changed at ${modified}: read the record again`);
    for (const { verdict, time, records: judged } of store.reviewDecisionsOf(id)) {
      // Decisions are sorted newest first.
      if (Date.parse(time) < Date.parse(bound)) break;
      const other = judged.find((one) => one.id !== id && records.has(one.id));
      if (verdict === 'notDuplicate' && other !== undefined)
        refuse(`A decision at ${time} states that ${id} and ${other.id} are not duplicates: review them again`);
    }
  }
}

/** Rejects a merge if a reviewer has judged two of the records different, or postponed the decision. */
function checkUndecided(
  parts: MergeParts,
  transaction: Transaction,
  type: ObjectType,
  records: readonly StoredRecord[],
): void {
  const ids = new Set(records.map(({ id }) => id));
  const found = verdictAgainst(parts, (id) => transaction.get(id), type, ids);
  if (found !== undefined) throw refused(`A decision about ${found.one} and ${found.other} exists: ${found.verdict}`);
}

/**
 * Checks the conditions for automatic merging, which are those of an upsert: no two of the records contradict each
 * other, and pairs with sufficient evidence connect all of them. Everything else is left to reviewers.
 */
function* checkGrounds(
  { judge, scenarios: choice }: MergeParts,
  transaction: Transaction,
  type: ObjectType,
  records: readonly StoredRecord[],
): DecisionSteps<void> {
  const scenarios = choice.all(type.name);
  const parties = records.map(({ id, fields }) => ({ id, party: judge.party(type, fields) }));
  /** For each record, the first record that it is connected with. */
  const heads = parties.map((_, i) => i);
  for (const [i, one] of parties.entries())
    for (const [j, other] of parties.slice(0, i).entries()) {
      yield;
      const against = yield* whyApart(transaction, judge, type, one.party, other, scenarios, scenarios);
      const [found] = against ?? [];
      if (found !== undefined)
        throw refused(`${other.id} and ${one.id} contradict each other: ${found.field} ${found.other} / ${found.one}`);
      if (against !== undefined) continue;
      join(heads, i, j);
    }
  const lone = heads.findIndex((head) => head !== heads[0]);
  if (lone > 0)
    throw refused(`${records[0]!.id} and ${records[lone]!.id} agree in too few fields to be merged automatically`);
}

export function join(heads: number[], one: number, other: number): void {
  const [from, to] = [heads[one]!, heads[other]!];
  heads.forEach((head, at) => head === from && (heads[at] = to));
}

function refused(message: string): RequestError {
  return new RequestError(409, 'MERGE_REFUSED', message);
}

/** Yields the records that refer to a deleted record, one at a time, so that other work can run between changes. */
function* childrenOf(
  { references, configuration }: MergeParts,
  transaction: Transaction,
  { master, losers }: Survivors,
): DecisionSteps<string[]> {
  const going = new Set(losers.map(({ id }) => id));
  const most = configuration.settings.limits.mergedReferences;
  const children = new Set<string>();
  for (const { id } of losers)
    for (const child of references.of(id)) {
      yield;
      if (children.has(child) || going.has(child) || child === master.id) continue;
      const record = transaction.get(child);
      const type = record && configuration.registry.byName(record.type);
      if (record === undefined || type === undefined || pointersInto(type, record, going).length === 0) continue;
      if (!transaction.mayChange(type.name)) throw noAccess(type.name);
      if (children.size === most)
        throw new RequestError(
          409,
          'LIMIT_EXCEEDED',
          `More than ${most} records refer to the records to merge: use the record with the most references as the master, merge fewer records, or increase limits.mergedReferences`,
          ['ids'],
        );
      children.add(child);
    }
  return [...children];
}

function repoint(
  { saver, configuration }: MergeParts,
  transaction: Transaction,
  childId: string,
  { master, losers }: Survivors,
  now: Date,
): void {
  const child = transaction.get(childId)!;
  const type = configuration.registry.byName(child.type)!;
  const values: FieldValues = {};
  for (const name of pointersInto(type, child, new Set(losers.map(({ id }) => id)))) values[name] = master.id;
  saver.revert(transaction, type, child, values, now, { decision: { reason: 'repoint' } });
}

function pointersInto(type: ObjectType, { fields }: StoredRecord, ids: ReadonlySet<string>): string[] {
  return mergeableReferences(type).filter((name) => {
    const value = fields[name];
    return typeof value === 'string' && ids.has(value);
  });
}

export function wrong(code: ErrorCode, message: string, field: string): RequestError {
  return new RequestError(400, code, message, [field]);
}
