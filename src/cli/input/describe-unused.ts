import type { LeftOut } from '../../learning/comparisons.js';
import type { Mapping } from './mapping.js';

/** Columns that go nowhere, one line a reason: `not imported, because Contact has no such field: age, ssn`. */
export function describeUnused(what: string, unused: Mapping['unused']): string[] {
  const byReason = new Map<string, string[]>();
  for (const { column, reason } of unused) byReason.set(reason, [...(byReason.get(reason) ?? []), column]);
  return [...byReason].map(([reason, columns]) => `columns ${what}, because ${reason}: ${columns.join(', ')}`);
}

/** Fields that a learned scenario does not compare: `Title is not compared: hardly a row fills it`. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map(({ field, reason }) => `${field} is not compared: ${reason}`);
}
