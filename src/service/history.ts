import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scenario } from '../matching/scenario.js';
import { normaliseId } from '../records/ids.js';
import type { FieldValue } from '../records/record.js';
import type { KeptChange } from '../store/history.js';
import type { RecordStore } from '../store/record-store.js';
import { changeId } from './change-id.js';
import type { HistoryPage, ShownChange } from './likeness.js';
import { RequestError } from './request-error.js';
import { UndoneChanges } from './undone-changes.js';

interface HistoryParts {
  readonly store: RecordStore;
  readonly configuration: { readonly scenarios: readonly Scenario[] };
}

/** Changes looked at before others get their turn: one record may have been changed a million times. */
const AT_ONCE = 1_000;

export async function historyPage(
  parts: HistoryParts,
  id: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<HistoryPage> {
  const recordId = normaliseId(id);
  if (recordId === undefined) throw unknownRecord(id);
  const records: ShownChange[] = [];
  const from = (page - 1) * pageSize;
  let totalSize = 0;
  for await (const change of shownChanges(parts, recordId)) {
    if (totalSize >= from && records.length < pageSize) records.push(change);
    if (++totalSize % AT_ONCE === 0) await nextTurn();
  }
  if (totalSize === 0 && (await parts.store.get(recordId)) === undefined) throw unknownRecord(id);
  return { totalSize, page, records };
}

/** The changes of a record, newest first. What a field was after a change is what the next later change of it found, or what it is now. */
export async function* shownChanges(parts: HistoryParts, recordId: string): AsyncIterable<ShownChange> {
  const scenarioNames = new Map(parts.configuration.scenarios.map(({ id, name }) => [id, name]));
  const undone = new UndoneChanges();
  const values = new Map<string, FieldValue>(Object.entries((await parts.store.get(recordId))?.fields ?? {}));
  for await (const change of parts.store.history(recordId)) {
    const undoneBy = undone.meet(change);
    yield {
      id: changeId(change.number),
      recordId,
      objectType: change.objectType,
      action: change.action,
      time: change.time,
      clientId: change.client,
      requestId: change.request ?? null,
      decision: shownDecision(change, scenarioNames),
      undoes: change.undoes === undefined ? null : changeId(change.undoes),
      undoneBy: undoneBy === undefined ? null : changeId(undoneBy),
      changes: Object.fromEntries(
        Object.entries(change.before ?? {}).map(([name, before]) => [
          name,
          { before, after: change.action === 'delete' ? null : (values.get(name) ?? null) },
        ]),
      ),
    };
    for (const [name, before] of Object.entries(change.before ?? {})) values.set(name, before);
  }
}

function shownDecision({ decision }: KeptChange, names: ReadonlyMap<string, string>): ShownChange['decision'] {
  if (decision === undefined) return null;
  const scenarioName = decision.scenarioId === undefined ? undefined : names.get(decision.scenarioId);
  return { ...decision, ...(scenarioName !== undefined && { scenarioName }) };
}

function unknownRecord(id: string): RequestError {
  return new RequestError(404, 'NOT_FOUND', `Nothing is known of a record '${id.slice(0, 40)}'`);
}
