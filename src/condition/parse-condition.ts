import type { ObjectType } from '../records/object-type.js';
import { compile } from './compile-condition.js';
import type { Condition } from './condition.js';
import { parseTree } from './condition-parser.js';

/**
 * Reads a condition of the filter language: the WHERE fragment of the platform's query language.
 *
 * - Texts and picklists are compared without regard to case, by code units of their lower-case forms; Ids in either
 *   form (15, 18 characters).
 * - A blank field equals `null` and nothing else; `!=` a value and `NOT IN` hold for it; `<`, `<=`, `>`, `>=`, `LIKE`
 *   do not. `NOT` turns every
 *   answer round: there is no "unknown". A blank boolean is FALSE, as the platform's checkboxes are.
 * - `AND` and `OR` side by side need parentheses. `NOT` binds to what follows it at once.
 * - Relative date literals stand for spans: `=` is within, `<` before, `>` after, `<=` and `>=` include the span. Days
 *   are days of UTC, weeks begin on Sunday.
 * - At most 10,000 characters, 50 levels of nesting.
 *
 * @throws ConditionError with the offset of the fault
 */
export function parseCondition(source: string, type: ObjectType): Condition {
  return compile(parseTree(source), type);
}
