import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConditionError, type Condition } from '../condition/condition.js';
import { parseRecordCondition } from '../config/conditions.js';
import type { Configuration } from '../config/configuration.js';
import { SingleRecordFormulas } from '../config/single-record-formulas.js';
import type { RecordQuery, RecordsPage } from '../contract/likeness.js';
import { RequestError } from '../contract/request-error.js';
import { normaliseId } from '../records/ids.js';
import type { ObjectType } from '../records/object-type.js';
import { storedValue } from '../records/stored-value.js';
import { chosenFields, type PlatformRecords } from '../results/platform-records.js';
import type { RecordStore } from '../store/record-store.js';

export interface QueryParts {
  readonly store: RecordStore;
  readonly configuration: Configuration;
  readonly now: () => Date;
}

/** Records that one request looks at: a condition that hardly any meets is continued by the next request. */
export const MOST_LOOKED_AT = 20_000;
/** Milliseconds of one turn of the event loop. */
const AT_ONCE_MS = 2;

/**
 * One page of an object's records in Id order, by keyset: the next page begins after the last Id looked at, so pages
 * stay right while records come and go.
 */
export async function queryRecords(
  { store, configuration, now }: QueryParts,
  type: ObjectType,
  shown: PlatformRecords,
  { where, after, pageSize, fields }: Omit<RecordQuery, 'objectType'>,
): Promise<RecordsPage> {
  const condition = where === undefined ? undefined : conditionOf(configuration, type, where);
  const from = after === undefined ? undefined : idOf(after);
  const records: Record<string, unknown>[] = [];
  const at = now();
  let lookedAt = 0;
  let next: string | null = null;
  let last = from;
  let turn = performance.now();
  for (const record of store.scan(type.name, from)) {
    if (records.length === pageSize || lookedAt === MOST_LOOKED_AT) {
      next = last ?? null;
      break;
    }
    lookedAt++;
    last = record.id;
    const value = (name: string) => (name === 'Id' ? record.id : storedValue(type.field(name), record.fields[name]));
    if (condition?.test(value, at) ?? true) {
      const whole = shown.whole(type, record);
      records.push(fields === undefined ? whole : chosenFields(type, whole, fields));
    }
    if (performance.now() - turn < AT_ONCE_MS) continue;
    await nextTurn();
    turn = performance.now();
  }
  return { ...(condition === undefined && { totalSize: store.count(type.name) }), records, next };
}

/** @throws RequestError 400 `INVALID_FILTER` with the place of the fault */
function conditionOf({ formulas }: Configuration, type: ObjectType, source: string): Condition {
  try {
    return parseRecordCondition(source, type, new SingleRecordFormulas(formulas.get(type.name) ?? []));
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    const message = `${error.message} (at character ${error.position + 1})`;
    throw new RequestError(400, 'INVALID_FILTER', message, ['where']);
  }
}

function idOf(after: string): string {
  const id = normaliseId(after);
  if (id === undefined)
    throw new RequestError(400, 'INVALID_QUERY_PARAMETER', 'after: expected the Id that `next` of a page gave', [
      'after',
    ]);
  return id;
}
