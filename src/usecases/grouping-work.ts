import type { GroupingRequest, GroupingWork, JudgedSet } from '../contract/grouping.js';
import { RequestError } from '../contract/request-error.js';
import { shorten } from '../contract/unknown-field.js';
import type { ObjectType } from '../records/object-type.js';
import type { RecordStore } from '../store/record-store.js';
import { isAsJudged } from './judgements.js';
import { namedFilter, type SearchParts } from './search.js';

export type GroupingParts = SearchParts & { readonly store: RecordStore };

/** What it takes to compare all stored records of an object. @throws RequestError */
export function groupingWork(parts: GroupingParts, request: GroupingRequest): GroupingWork {
  const { configuration, scenarios: choice, texts, store } = parts;
  const { settings, lists } = configuration;
  const type = configuration.registry.byName(request.objectType);
  if (type === undefined)
    throw new RequestError(400, 'INVALID_TYPE', `sObject type '${shorten(request.objectType)}' is not supported.`, [
      'objectType',
    ]);
  const scenarios = choice.choose(type.name, 'restSearch', request.scenarioIds);
  if (scenarios.length === 0) {
    const known = choice.all(type.name).map(({ id }) => id);
    const expected = known.length === 0 ? 'it has none' : `expected some of ${known.join(', ')}`;
    throw new RequestError(400, 'INVALID_SCENARIO', `no active scenario of ${type.name} is named: ${expected}`, [
      'scenarioIds',
    ]);
  }
  const { filterDeveloperName } = request;
  const accept =
    filterDeveloperName === undefined || filterDeveloperName === ''
      ? undefined
      : namedFilter(parts, type, filterDeveloperName);
  const fields = [...new Set(scenarios.flatMap((scenario) => scenario.fields.flatMap((field) => field.fields)))];
  return {
    objectType: type.name,
    scenarios,
    methods: { lists, defaultCountry: settings.defaultCountry },
    fields,
    records: store.count(type.name),
    rows: rowsOf(parts, type, fields, accept),
    judged: judgedSets({ store, texts }, type),
  };
}

function* rowsOf(
  { store, texts }: GroupingParts,
  type: ObjectType,
  fields: readonly string[],
  accept: ReturnType<typeof namedFilter> | undefined,
): GroupingWork['rows'] {
  for (const record of store.scan(type.name))
    yield accept?.(record) === false ? undefined : { id: record.id, texts: texts.of(type, record.fields, fields) };
}

/** Of each decision the records that are as they were judged. */
function* judgedSets(
  { store, texts }: Pick<GroupingParts, 'store' | 'texts'>,
  type: ObjectType,
): Iterable<JudgedSet | undefined> {
  for (const decision of store.reviewDecisions()) {
    if (decision.objectType !== type.name) {
      yield undefined;
      continue;
    }
    const ids = decision.records
      .filter((judged) => isAsJudged({ texts }, type, store.get(judged.id), judged, decision))
      .map(({ id }) => id);
    yield ids.length < 2 ? undefined : { ids, isDifferent: decision.verdict === 'notDuplicate' };
  }
}
