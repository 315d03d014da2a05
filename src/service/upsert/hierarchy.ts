import type { FieldValues, StoredRecord } from '../../records/record.js';
import { RecordError } from '../../records/contract/record-error.js';

/** Maximum number of ancestors checked by a save. No real hierarchy is nearly as deep. */
export const MOST_LEVELS = 1_000;

type Get = (id: string) => StoredRecord | undefined;

/**
 * Rejects a record that would be its own ancestor through references to its own object.
 * @param get reads the latest view. Decisions are made one at a time, so two records cannot become each other's parents
 * at the same time
 * @param names reference fields that may refer to the record's own object
 * @param before absent for a new record; unchanged references are not checked
 * @throws RecordError CIRCULAR_DEPENDENCY, also above `MOST_LEVELS` ancestors
 */
export function checkHierarchy(
  get: Get,
  id: string,
  names: readonly string[],
  before: Readonly<FieldValues> | undefined,
  after: Readonly<FieldValues>,
): void {
  for (const name of names) {
    if ((after[name] ?? null) !== (before?.[name] ?? null)) checkField(get, id, name, after[name] ?? null);
  }
}

function checkField(get: Get, id: string, name: string, parent: FieldValues[string]): void {
  const seen = new Set<string>();
  let at = parent;
  while (typeof at === 'string') {
    if (at === id) throw circular(`${name} leads back to ${id}`);
    // Stop at a cycle among the ancestors, which was stored before cycles were rejected.
    if (seen.has(at)) return;
    if (seen.size === MOST_LEVELS) throw circular(`${name} leads to more than ${MOST_LEVELS} levels of records`);
    seen.add(at);
    at = get(at)?.fields[name] ?? null;
  }
}

function circular(how: string): RecordError {
  return new RecordError('CIRCULAR_DEPENDENCY', `attempt to violate hierarchy constraints: ${how}`);
}
