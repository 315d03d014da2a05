import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CandidateIndex } from '../index/candidate-index.js';
import { keyPrefixOf } from '../records/ids.js';
import type { Field, ObjectType } from '../records/object-type.js';
import type { StoredRecord } from '../records/record.js';
import { glimpse } from '../records/coerced.js';
import { isMisfit } from '../records/stored-value.js';
import type { RecordStore } from '../store/record-store.js';
import type { Configuration } from '../store/config/configuration.js';
import { RollUps } from '../store/transactions/roll-ups.js';
import type { ScenarioChoice } from './search/scenario-choice.js';
import { NormalizedRecord } from '../matching/normalized-record.js';
import { compareMatches, scoreRecord, type Match } from '../matching/score-record.js';
import type { SearchTexts } from './search/search-texts.js';

interface ConsistencyParts {
  readonly store: RecordStore;
  readonly configuration: Configuration;
  readonly indexes: ReadonlyMap<string, CandidateIndex>;
  readonly texts: SearchTexts;
  readonly scenarios: ScenarioChoice;
}

const MOST = 100;
/** Number of records checked before other work may run. */
const AT_ONCE = 500;

/**
 * Compares indexes and summaries with the records. Each type's index must have as many records as the store, and
 * searches for a sample must find the same records as scoring every record. Values must be readable with the field's
 * current type. Summaries must equal a new calculation from the children. Ids must fit their types. A record's newest
 * change must agree with whether the record exists.
 */
export async function checkConsistency(parts: ConsistencyParts, sample: number): Promise<string[]> {
  const found: string[] = [];
  const rollUps = new RollUps(parts.configuration.registry);
  for (const type of parts.configuration.registry.types)
    for (const record of parts.store.scan(type.name)) rollUps.change(undefined, record);
  for (const type of parts.configuration.registry.types) {
    const index = parts.indexes.get(type.name)!;
    const stored = parts.store.count(type.name);
    const indexed = index.statistics().records;
    let looked = 0;
    const chosen: StoredRecord[] = [];
    const step = Math.max(1, Math.ceil(stored / Math.max(1, sample)));
    for (const record of parts.store.scan(type.name)) {
      if (found.length >= MOST) return found;
      if (sample > 0 && looked % step === 0) chosen.push(record);
      if (++looked % AT_ONCE === 0) await nextTurn();
      found.push(...faultsOf(parts, rollUps, type, record));
    }
    if (looked !== indexed) found.push(`${type.name}: ${looked} records are stored, but the index has ${indexed}`);
    if (looked !== stored) found.push(`${type.name}: the record count is ${stored}, but ${looked} records exist`);
    for (const record of chosen) found.push(...(await searchFaults(parts, type, index, record)));
  }
  found.push(...((await parts.store.tableFaults?.()) ?? []));
  return found.slice(0, MOST);
}

function faultsOf(
  { store }: ConsistencyParts,
  rollUps: RollUps,
  type: ObjectType,
  { id, fields }: StoredRecord,
): string[] {
  const faults: string[] = [];
  if (keyPrefixOf(id) !== type.keyPrefix) faults.push(`${type.name} ${id}: the Id should begin with ${type.keyPrefix}`);
  for (const [name, value] of Object.entries(rollUps.summaries(type.name, id)))
    if ((fields[name] ?? null) !== value)
      faults.push(`${type.name} ${id}: ${name} is ${String(fields[name])}, but its children give ${String(value)}`);
  for (const [name, value] of Object.entries(fields)) {
    const field = type.field(name);
    if (field !== undefined && isStored(field) && isMisfit(field, value))
      faults.push(`${type.name} ${id}: ${name} is ${glimpse(value)}, which is not a valid ${field.valueType}`);
  }
  for (const { action, objectType } of store.history(id)) {
    if (action === 'delete') faults.push(`${type.name} ${id}: it is stored, but its latest change is a deletion`);
    if (objectType !== type.name) faults.push(`${type.name} ${id}: its latest change is for the object ${objectType}`);
    break;
  }
  return faults;
}

/**
 * Formula fields and summaries are not stored. A value stored under such a name is left over from when the field had
 * another type.
 */
function isStored({ type }: Field): boolean {
  return type !== 'formula' && type !== 'summary';
}

/** Compares the results of a search for a record's own values with those of scoring every record. */
async function searchFaults(
  { store, texts, scenarios }: ConsistencyParts,
  type: ObjectType,
  index: CandidateIndex,
  record: StoredRecord,
): Promise<string[]> {
  const applied = scenarios.all(type.name);
  if (applied.length === 0) return [];
  const values = texts.of(type, record.fields);
  const searched = new NormalizedRecord(values);
  const expected: Match[] = [];
  let looked = 0;
  for (const other of store.scan(type.name)) {
    const match = scoreRecord(
      other.id,
      applied,
      searched,
      new NormalizedRecord(texts.of(type, other.fields)),
      'search',
    );
    if (match !== undefined) expected.push(match);
    if (++looked % AT_ONCE === 0) await nextTurn();
  }
  expected.sort(compareMatches);
  const { matches, incomplete } = index.search({ values, scenarios: applied, rule: 'search', limit: Infinity });
  if (incomplete) return [];
  const at = expected.findIndex((match, i) => shown(match) !== shown(matches[i]));
  if (at < 0 && matches.length === expected.length) return [];
  const place = at < 0 ? expected.length : at;
  return [
    `${type.name} ${record.id}: in a search with its own values, match ${place + 1} is ${shown(matches[place])}, but scoring all records gives ${shown(expected[place])}`,
  ];
}

function shown(match: Match | undefined): string {
  return match === undefined ? 'none' : `${match.id} with score ${match.num / match.den / 100}`;
}
