import type { Change } from '../../src/store/commit-log.js';
import { contact } from './contact.js';

/** Transaction n stores record n twice, increases a counter to n, and deletes record n - 5 if n is a multiple of 5. */
export function changesOf(n: number): Change[] {
  const changes: Change[] = [
    { kind: 'put', record: contact(2 * n, { Turn: n, Text: 'x'.repeat(n % 300) }) },
    { kind: 'put', record: contact(2 * n + 1, { Turn: n }) },
    { kind: 'counter', name: 'n', value: n },
  ];
  if (n % 5 === 0 && n > 5) changes.push({ kind: 'delete', id: contact(2 * (n - 5)).id });
  return changes;
}
