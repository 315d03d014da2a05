import type { FieldValues, StoredRecord } from '../../records/record.js';
import { RecordError } from '../../contract/record-error.js';

/**
 * Records above one another that a save looks at: no hierarchy of companies or people is nearly as high, and a save
 * must stay short.
 */
export const MOST_LEVELS = 1_000;

type Get = (id: string) => StoredRecord | undefined;

/**
 * Refuses a record that would be above itself by a reference to its own object: directly, or through the records above
 * it.
 *
 * @param names reference fields that may point to the record's own object
 * @param before absent: the record is new; references that stay as they are need no look
 * @param get the latest view: decisions are made one at a time, so two records cannot become each other's parents at
 * once
 * @throws RecordError CIRCULAR_DEPENDENCY; also where more than `MOST_LEVELS` records are above it
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
    // Records above it that stand in a circle of their own were stored before circles were refused.
    if (seen.has(at)) return;
    if (seen.size === MOST_LEVELS)
      throw circular(`${name} leads to more than ${MOST_LEVELS} records above one another`);
    seen.add(at);
    at = get(at)?.fields[name] ?? null;
  }
}

function circular(how: string): RecordError {
  return new RecordError('CIRCULAR_DEPENDENCY', `attempt to violate hierarchy constraints: ${how}`);
}
