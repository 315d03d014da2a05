import { RequestError } from '../../records/contract/request-error.js';
import { keyPrefixOf, normaliseId } from '../../records/ids.js';
import type { FieldValue } from '../../records/record.js';
import { storedValue } from '../../records/stored-value.js';
import { Turns } from '../../runtime/turns.js';
import type { Configuration } from '../../store/config/configuration.js';
import type { RecordChange } from '../../store/history.js';
import type { RecordStore } from '../../store/record-store.js';
import type { HistoryPage } from '../likeness.js';
import type { ShownChange } from './shown-change.js';
import { derivedFields } from '../upsert/save-plan.js';
import { changeId, changeNumber } from './change-id.js';
import { MOST_CHANGES, UndoneChanges } from './undo.js';

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
      // A merge may have changed hundreds of records, so count many steps.
      if (change.group !== undefined) turns.count(500);
    }
    totalSize++;
    // A record may have been changed a million times, so pause.
    if (turns.isOver) await turns.next();
  }
  if (totalSize === 0 && parts.store.get(recordId) === undefined) throw unknownRecord(id);
  return { totalSize, page, records };
}

/**
 * Yields the changes to a record, newest first. A field's value after a change is its previous value in the next
 * change, or its current value, so initial values need not be stored again.
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
    // A record had no values before its creation, and exactly the stored values before its deletion.
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
  return new RequestError(404, 'NOT_FOUND', `Record '${id.slice(0, 40)}' does not exist and has no history`);
}

type MergedWith = Pick<ShownChange, 'mergedFrom' | 'partedFrom' | 'repointed'>;

/** Adds to a surviving record's change the records that were merged into it or separated from it. */
function mergedWith(store: Pick<RecordStore, 'change'>, shown: ShownChange): MergedWith {
  const group = changeNumber(shown.group ?? '');
  const reason = shown.decision?.reason;
  if (group === undefined || shown.action !== 'update' || (reason !== 'merge' && reason !== 'undo')) return {};
  const mergedFrom: string[] = [];
  const partedFrom: string[] = [];
  let repointed = 0;
  for (let number = group; number < group + MOST_CHANGES; number++) {
    const member = store.change(number);
    if (member !== undefined && member.group !== group) break;
    if (member === undefined) continue;
    const undone = member.undoes === undefined ? undefined : store.change(member.undoes);
    if (member.mergedInto === shown.recordId) mergedFrom.push(member.recordId);
    else if (undone?.mergedInto === shown.recordId) partedFrom.push(member.recordId);
    else if ((undone ?? member).decision?.reason === 'repoint') repointed++;
  }
  return {
    ...(mergedFrom.length > 0 && { mergedFrom }),
    ...(partedFrom.length > 0 && { partedFrom }),
    ...(mergedFrom.length + partedFrom.length > 0 && { repointed }),
  };
}
