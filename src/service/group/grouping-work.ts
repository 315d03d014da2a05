import type { GroupingRequest, GroupingWork, JudgedSet } from './group-types.js';
import type { ObjectType } from '../../records/object-type.js';
import type { RecordStore } from '../../store/record-store.js';
import { comparedTexts, groupingScope, type GroupingScope } from './grouping-scope.js';
import { isAsJudged } from '../review/judgements.js';
import { namedFilter, type Accept, type SearchParts } from '../search/search.js';

export type GroupingParts = SearchParts & { readonly store: RecordStore };

/** Prepares the comparison of all stored records of one or two objects. @throws RequestError */
export function groupingWork(parts: GroupingParts, request: GroupingRequest): GroupingWork {
  const { configuration, texts, store } = parts;
  const { settings, lists } = configuration;
  const scope = groupingScope(parts, request, request.scenarioIds);
  const { type, cross, scenarios, fields } = scope;
  const { filterDeveloperName = '' } = request;
  const accept = filterDeveloperName === '' ? undefined : namedFilter(parts, type, filterDeveloperName);
  return {
    objectType: type.name,
    crossObject: cross?.type.name ?? null,
    scenarios,
    methods: { lists, defaultCountry: settings.defaultCountry },
    fields,
    records: store.count(type.name) + (cross ? store.count(cross.type.name) : 0),
    rows: rowsOf(parts, scope, accept),
    memory: settings.jobMemory,
    // A decision never concerns records of two objects.
    judged: cross ? [] : judgedSets({ store, texts }, type),
  };
}

/** Yields the records to compare. The filter applies only to the requested object, as in a search. */
function* rowsOf(
  { store, texts }: GroupingParts,
  scope: GroupingScope,
  accept: Accept | undefined,
): GroupingWork['rows'] {
  const { type, cross, fields } = scope;
  for (const record of store.scan(type.name)) {
    const isLeftOut = accept?.(record) === false;
    yield isLeftOut ? undefined : { id: record.id, texts: comparedTexts(texts, scope, record, fields), source: 0 };
  }
  if (cross === undefined) return;
  for (const record of store.scan(cross.type.name))
    yield { id: record.id, texts: comparedTexts(texts, scope, record, fields), source: 1 };
}

/** Yields the records of each decision that have not changed since. */
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
