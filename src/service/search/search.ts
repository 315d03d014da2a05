import type { Configuration, CrossObjectMap } from '../../store/config/configuration.js';
import type { Scenario } from '../../matching/scenario.js';
import { nearestName } from '../../records/nearest-name.js';
import { normaliseId } from '../../records/ids.js';
import type { Field, ObjectType } from '../../records/object-type.js';
import type { FieldValue, FieldValues, StoredRecord } from '../../records/record.js';
import { storedValue } from '../../records/stored-value.js';
import type { SearchInput } from '../../records/contract/schemas.js';
import { shorten, unknownField } from '../../records/contract/unknown-field.js';
import type { RecordStore } from '../../store/record-store.js';
import type { TransactionManager } from '../../store/transactions/transaction-manager.js';
import type { EventLoopScheduler } from '../../runtime/event-loop-scheduler.js';
import { LongSearch } from '../../runtime/long-search.js';
import type { SearchAnswer } from '../likeness.js';
import { RequestError } from '../../records/contract/request-error.js';
import { isAddedToFields } from '../../records/contract/returned-record.js';
import type { ParentCache, RecordJsonWriter } from '../results/record-json-writer.js';
import type { ScenarioChoice } from './scenario-choice.js';
import { scoreJson } from '../results/score-json.js';
import { searchKey, type AnswerCache } from './answer-cache.js';
import { JsonSearchAnswer, MOST_COUNTED } from './search-answer.js';
import type { PairJudge } from '../upsert/pair-judge.js';
import type { SearchTexts } from './search-texts.js';

export interface SearchParts {
  readonly configuration: Configuration;
  readonly store: Pick<RecordStore, 'survivorOf' | 'isDeleted' | 'position'>;
  readonly transactions: TransactionManager;
  readonly scheduler: EventLoopScheduler;
  readonly texts: SearchTexts;
  readonly judge: PairJudge;
  readonly results: RecordJsonWriter;
  readonly scenarios: ScenarioChoice;
  readonly now: () => Date;
}

export type Accept = (record: StoredRecord) => boolean;

/** Searches one object, and other objects according to cross-object maps. @throws RequestError */
export async function search(
  parts: SearchParts & { readonly answers: AnswerCache },
  input: SearchInput,
  clientId: string,
  isCounted = false,
): Promise<SearchAnswer> {
  const { configuration, results, store, answers } = parts;
  const type = typeOfPrefix(configuration, input.objectPrefix);
  const values = searchValues(type, input.objectData);
  const accept =
    input.filterDeveloperName === undefined || input.filterDeveloperName === ''
      ? undefined
      : namedFilter(parts, type, input.filterDeveloperName);
  const maps = configuration.crossObject.filter(({ enabled, from }) => enabled && from === type.name);
  const others = maps.map((map) => ({ map, type: configuration.registry.byName(map.to)! }));
  const isTimeless = accept === undefined && [type, ...others.map((other) => other.type)].every(hasNoFormulas);
  // Cached responses do not contain the total number of matches.
  const key = isTimeless && !isCounted ? searchKey(input) : undefined;
  const { position } = store;
  const known = key === undefined ? undefined : answers.get(key, position);
  if (known !== undefined) return new JsonSearchAnswer(known);
  const answer = new JsonSearchAnswer();
  const parents = results.parents();
  const scenarios = parts.scenarios.choose(type.name, 'restSearch', input.scenarioIds);
  await searchObject(parts, clientId, answer, parents, { type, values, scenarios, accept, isCounted });
  for (const { map, type: other } of others) {
    const beside = parts.scenarios.choose(other.name, 'restSearch', input.scenarioIds);
    const carried = carryOver(map, values);
    await searchObject(parts, clientId, answer, parents, { type: other, values: carried, scenarios: beside });
  }
  if (key !== undefined && !answer.incomplete && store.position === position)
    answers.offer(key, { json: answer.json, parents }, position);
  return answer;
}

/** Returns whether searches of an object are independent of time. Formula fields may read the clock. */
function hasNoFormulas({ fields }: ObjectType): boolean {
  return !fields.some((field) => field.type === 'formula');
}

interface ObjectSearch {
  readonly type: ObjectType;
  readonly values: FieldValues;
  readonly scenarios: readonly Scenario[];
  readonly accept?: Accept | undefined;
  readonly isCounted?: boolean;
}

/** Searches one object. Synchronous unless the search is long, so that it sees the records at one point in time. */
async function searchObject(
  { transactions, scheduler, texts, results }: SearchParts,
  clientId: string,
  answer: JsonSearchAnswer,
  parents: ParentCache,
  { type, values, scenarios, accept, isCounted = false }: ObjectSearch,
): Promise<void> {
  let list = '';
  if (isCounted) answer.total = 0;
  if (scenarios.length > 0) {
    const query = {
      values: texts.of(type, values),
      scenarios,
      rule: 'search' as const,
      // A higher limit does not change the best matches. Matches beyond `maxResults` are only counted.
      limit: isCounted ? Math.max(type.maxResults, MOST_COUNTED) : type.maxResults,
      ...(accept && { accept: acceptById(transactions, accept) }),
    };
    const attempt = (inSteps: boolean) => transactions.findCommitted(type, query, inSteps);
    const found = attempt(true);
    const { matches, postingsScanned, incomplete } =
      found instanceof LongSearch ? await scheduler.finish(clientId, found, attempt) : found;
    answer.walked += postingsScanned;
    answer.incomplete ||= incomplete;
    if (isCounted) answer.total = matches.length;
    for (const match of matches.slice(0, type.maxResults)) {
      const record = transactions.committedJson(match.id);
      // Skip a record that has been deleted since it was found.
      if (record === undefined) continue;
      const objectData = results.record(type, record, parents);
      list += `${list === '' ? '{' : ',{'}${scoreJson(scenarios, match)},"objectData":${objectData}}`;
    }
  }
  answer.set(type.keyPrefix, list);
}

/** @throws RequestError INVALID_TYPE */
export function typeOfPrefix(configuration: Configuration, prefix: string): ObjectType {
  const type = configuration.registry.byPrefix(prefix);
  if (type !== undefined) return type;
  const known = configuration.registry.types.map(({ keyPrefix, name }) => `${keyPrefix} (${name})`).join(', ');
  throw new RequestError(
    400,
    'INVALID_TYPE',
    `objectPrefix '${shorten(prefix)}' is unknown. Known prefixes: ${known}`,
    ['objectPrefix'],
  );
}

/** Resolves field names to declared spellings. @throws RequestError INVALID_FIELD */
export function searchValues(type: ObjectType, objectData: SearchInput['objectData']): FieldValues {
  const values: FieldValues = {};
  for (const [name, value] of Object.entries(objectData)) {
    const field = type.field(name);
    if (field === undefined) {
      if (isAddedToFields(type, objectData, name)) continue;
      throw new RequestError(400, 'INVALID_FIELD', unknownField(type, name), [shorten(name)]);
    }
    if (typeof value === 'object' && value !== null)
      throw new RequestError(400, 'INVALID_FIELD', `${field.name}: expected a single value, got an object`, [
        field.name,
      ]);
    if (Object.hasOwn(values, field.name)) {
      throw new RequestError(
        400,
        'INVALID_FIELD',
        `Field '${field.name}' was sent more than once (names are matched without regard to case)`,
        [field.name],
      );
    }
    values[field.name] = value === '' ? null : comparable(field, value);
  }
  return values;
}

/** Converts a 15-character Id to its stored form. */
function comparable(field: Field, value: string | number | boolean | null): FieldValue {
  return field.type === 'reference' && typeof value === 'string' ? (normaliseId(value) ?? value) : value;
}

/** @throws RequestError `INVALID_FILTER` for an unknown filter, because ignoring it would widen the result */
export function namedFilter(
  { configuration, now }: Pick<SearchParts, 'configuration' | 'now'>,
  type: ObjectType,
  developerName: string,
): Accept {
  const filter = configuration.filters.get(developerName.toLowerCase());
  if (filter === undefined || filter.object !== type.name) {
    const known = [...configuration.filters.values()]
      .filter(({ object }) => object === type.name)
      .map((other) => other.developerName);
    const nearest = nearestName(developerName, known);
    const hint = nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
    const message = `filterDeveloperName '${shorten(developerName)}' is not a filter of ${type.name}.${hint}`;
    throw new RequestError(400, 'INVALID_FILTER', message, ['filterDeveloperName']);
  }
  const at = now();
  return (record) =>
    filter.condition.test(
      (name) => (name === 'Id' ? record.id : storedValue(type.field(name), record.fields[name])),
      at,
    );
}

function acceptById(transactions: TransactionManager, accept: Accept): (id: string) => boolean {
  return (id) => {
    const record = transactions.committed(id);
    return record !== undefined && accept(record);
  };
}

function carryOver(map: CrossObjectMap, values: Readonly<FieldValues>): FieldValues {
  const carried: FieldValues = {};
  for (const [from, to] of map.fields) carried[to] = values[from] ?? null;
  return carried;
}
