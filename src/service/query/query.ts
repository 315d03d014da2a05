import { ConditionError, type Condition } from '../../records/condition/condition.js';
import type { Configuration } from '../../store/config/configuration.js';
import { parseRecordCondition, SingleRecordFormulas } from '../../store/config/single-record-formulas.js';
import type { RecordQuery, RecordsPage } from './query-types.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { ObjectType } from '../../records/object-type.js';
import { Turns } from '../../runtime/turns.js';
import { storedValue } from '../../records/stored-value.js';
import { chosenFields, type PlatformRecords } from '../results/platform-records.js';
import type { RecordStore } from '../../store/record-store.js';
import { inIdOrder, type Listing, type Start } from './listing.js';
import { readOrder } from './order-by.js';
import { sorted } from './sorted-listing.js';

export interface QueryParts {
  readonly store: RecordStore;
  readonly configuration: Configuration;
  readonly now: () => Date;
}

/** Maximum records checked per request, which takes about twenty milliseconds. The next request continues. */
export const MOST_LOOKED_AT = 2_000;
/** Records sorted before the time is checked again. */
const SORTED_AT_ONCE = 100;
const LOOKED_STEPS = 16;

/**
 * Returns a page of an object's records, by keyset pagination: the next page starts after the last record checked, so
 * pages stay correct while records change.
 */
export async function queryRecords(
  { store, configuration, now }: QueryParts,
  type: ObjectType,
  shown: PlatformRecords,
  { where, orderBy, pageSize, fields, ...start }: Omit<RecordQuery, 'objectType'>,
  turns = new Turns(),
): Promise<RecordsPage> {
  const condition = where === undefined ? undefined : conditionOf(configuration, type, where);
  checkStart(start, condition !== undefined);
  const order = readOrder(type, orderBy);
  const list = order === undefined ? inIdOrder(store, type.name, start) : sorted(store, type.name, order, start);
  const total = () => (condition === undefined ? { totalSize: store.count(type.name) } : {});
  const prepared = await prepare(list, turns);
  if (prepared < 1) return { ...total(), prepared, records: [], next: list.cursor };
  const position = condition === undefined ? { position: list.position() } : {};
  const records: Record<string, unknown>[] = [];
  const at = now();
  let lookedAt = 0;
  let next: string | null = null;
  let last: (() => string) | undefined;
  for (const { record, cursor } of list.records()) {
    if (records.length === pageSize || lookedAt === MOST_LOOKED_AT) {
      next = last?.() ?? null;
      break;
    }
    lookedAt++;
    last = cursor;
    const value = (name: string) => (name === 'Id' ? record.id : storedValue(type.field(name), record.fields[name]));
    if (condition?.test(value, at) ?? true) {
      const whole = shown.whole(type, record);
      records.push(fields === undefined ? whole : chosenFields(type, whole, fields));
    }
    // Building a record involves calculating its formulas, so count several steps.
    if (turns.spend(LOOKED_STEPS)) await turns.next();
  }
  return { ...total(), ...position, records, next };
}

/** @returns fraction of sorted records, 0 to 1 */
async function prepare(list: Listing, turns: Turns): Promise<number> {
  for (let taken = 0; taken < MOST_LOOKED_AT; taken += SORTED_AT_ONCE) {
    if (list.prepare(SORTED_AT_ONCE) === 1) return 1;
    if (turns.spend(SORTED_AT_ONCE)) await turns.next();
  }
  return list.prepare(0);
}

/** @throws RequestError 400 `INVALID_QUERY_PARAMETER` */
function checkStart({ after, from, offset }: Start, hasCondition: boolean): void {
  const refused = (message: string) => new RequestError(400, 'INVALID_QUERY_PARAMETER', message, ['offset']);
  if ([after, from, offset].filter((one) => one !== undefined).length > 1)
    throw refused('expected at most one of `after`, `from` and `offset`');
  if (hasCondition && offset !== undefined)
    throw refused('`offset` cannot be used with a condition; use `after` or `from`');
}

/** @throws RequestError 400 `INVALID_FILTER` with the position of the fault */
function conditionOf({ formulas }: Configuration, type: ObjectType, source: string): Condition {
  try {
    return parseRecordCondition(source, type, new SingleRecordFormulas(formulas.get(type.name) ?? []));
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    const message = `${error.message} (at character ${error.position + 1})`;
    throw new RequestError(400, 'INVALID_FILTER', message, ['where']);
  }
}
