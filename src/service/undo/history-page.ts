import type { Configuration } from '../../store/config/configuration.js';
import { keyPrefixOf, normaliseId } from '../../records/ids.js';
import { Turns } from '../../runtime/turns.js';
import type { FieldValue } from '../../records/record.js';
import { storedValue } from '../../records/stored-value.js';
import type { RecordChange } from '../../store/history.js';
import type { RecordStore } from '../../store/record-store.js';
import { changeId } from './change-id.js';
import type { HistoryPage, ShownChange } from '../likeness.js';
import { RequestError } from '../../records/contract/request-error.js';
import { derivedFields } from '../upsert/save-plan.js';
import { mergedWith } from './merged-with.js';
import { UndoneChanges } from './undone-changes.js';

interface HistoryParts {
  readonly store: RecordStore;
  readonly configuration: Pick<Configuration, 'scenarios' | 'registry'>;
}

export async function historyPage(
  parts: HistoryParts,
  id: string,
  { page, pageSize }: { page: number; pageSize: number },
  turns = new Turns(),
): Promise<HistoryPage> {
  const recordId = normaliseId(id);
  if (recordId === undefined) throw unknownRecord(id);
  const records: ShownChange[] = [];
  const from = (page - 1) * pageSize;
  let totalSize = 0;
  for (const change of shownChanges(parts, recordId)) {
    if (totalSize >= from && records.length < pageSize) {
      records.push({ ...change, ...mergedWith(parts.store, change) });
      // A merge may have changed hundreds of records.
      if (change.group !== undefined) turns.count(500);
    }
    totalSize++;
    // One record may have been changed a million times.
    if (turns.isOver) await turns.next();
  }
  if (totalSize === 0 && parts.store.get(recordId) === undefined) throw unknownRecord(id);
  return { totalSize, page, records };
}

/**
 * The changes of a record, newest first. A field's value after a change is its previous value in the next later change,
 * or its current value: so initial values are known without storing them again.
 */
export function* shownChanges(parts: HistoryParts, recordId: string): Iterable<ShownChange> {
  const scenarioNames = new Map(parts.configuration.scenarios.map(({ id, name }) => [id, name]));
  const type = parts.configuration.registry.byPrefix(keyPrefixOf(recordId));
  const derived = derivedFields(type);
  const shown = (name: string, value: FieldValue | undefined) => storedValue(type?.field(name), value);
  const undone = new UndoneChanges();
  let values = new Map<string, FieldValue>(Object.entries(parts.store.get(recordId)?.fields ?? {}));
  for (const change of parts.store.history(recordId)) {
    const undoneBy = undone.meet(change);
    const { action, objectType, before = {} } = change;
    const changes: ShownChange['changes'] = {};
    if (action === 'create') {
      for (const [name, value] of values)
        if (value !== null && !derived.has(name)) changes[name] = { before: null, after: shown(name, value) };
    } else {
      for (const [name, value] of Object.entries(before))
        changes[name] = {
          before: shown(name, value),
          after: action === 'delete' ? null : shown(name, values.get(name)),
        };
    }
    yield {
      id: changeId(change.number),
      recordId,
      objectType,
      action,
      time: change.time,
      clientId: change.client,
      requestId: change.request ?? null,
      decision: shownDecision(change, scenarioNames),
      undoes: change.undoes === undefined ? null : changeId(change.undoes),
      undoneBy: undoneBy === undefined ? null : changeId(undoneBy),
      ...(change.group !== undefined && { group: changeId(change.group) }),
      ...(change.mergedInto !== undefined && { mergedInto: change.mergedInto }),
      changes,
    };
    // Before a create there was nothing; before a deletion, exactly its stored values.
    if (action !== 'update') values = new Map();
    for (const [name, value] of Object.entries(before)) values.set(name, value);
  }
}

function shownDecision({ decision }: RecordChange, names: ReadonlyMap<string, string>): ShownChange['decision'] {
  if (decision === undefined) return null;
  const scenarioName = decision.scenarioId === undefined ? undefined : names.get(decision.scenarioId);
  return { ...decision, ...(scenarioName !== undefined && { scenarioName }) };
}

function unknownRecord(id: string): RequestError {
  return new RequestError(404, 'NOT_FOUND', `There is no record '${id.slice(0, 40)}', and no history of one`);
}
