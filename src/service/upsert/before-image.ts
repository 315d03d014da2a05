import type { FieldValues } from '../../records/record.js';

/** The fields that a change modified, with their previous values; `null`: blank. */
export function beforeImage(
  before: Readonly<FieldValues>,
  after: Readonly<FieldValues>,
  derived: ReadonlySet<string>,
): FieldValues {
  const image: FieldValues = {};
  for (const name in before) if (!derived.has(name) && before[name] !== after[name]) image[name] = before[name]!;
  for (const name in after) if (!derived.has(name) && !Object.hasOwn(before, name)) image[name] = null;
  return image;
}

/** A whole record for its deletion, without derived values. */
export function wholeImage(fields: Readonly<FieldValues>, derived: ReadonlySet<string>): FieldValues {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !derived.has(name)));
}
