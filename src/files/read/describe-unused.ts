import type { LeftOut } from '../learning/comparisons.js';
import type { Mapping } from './mapping.js';

/** Returns one line per reason, such as `not imported, because Contact has no such field: age, ssn`. */
export function describeUnused(what: string, unused: Mapping['unused']): string[] {
  const byReason = namesByReason(unused.map(({ column, reason }) => ({ name: column, reason })));
  return [...byReason].map(([reason, columns]) => `columns ${what}, because ${reason}: ${columns.join(', ')}`);
}

/** Returns one line per reason, such as `Title is not compared: almost no rows have a value`. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string[] {
  const byReason = namesByReason(leftOut.map(({ field, reason }) => ({ name: field, reason })));
  return [...byReason].map(
    ([reason, fields]) => `${fields.join(', ')} ${fields.length === 1 ? 'is' : 'are'} not compared: ${reason}`,
  );
}

function namesByReason(all: readonly { readonly name: string; readonly reason: string }[]): Map<string, string[]> {
  const byReason = new Map<string, string[]>();
  for (const { name, reason } of all) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  return byReason;
}
