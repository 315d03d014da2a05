import type { ObjectType } from '../object-type.js';
import { compile } from './compile-condition.js';
import type { Condition } from './condition.js';
import { parseTree } from './condition-parser.js';

/**
 * Parses a condition of the filter language: the WHERE clause of the platform's query language.
 *
 * - Comparisons of strings and picklists ignore case and compare UTF-16 code units. Ids may have 15 or 18 characters.
 * - A blank field equals only `null`. For a blank, `!=` and `NOT IN` are true, and `<`, `<=`, `>`, `>=`, `LIKE` are
 *   false. `NOT` inverts each result, because no result is "unknown". A blank boolean is FALSE, like the platform's
 *   checkboxes.
 * - Mixing `AND` and `OR` needs parentheses. `NOT` applies to the operand right after it.
 * - A relative date is a span of time: `=` means within the span, `<` before and `>` after the span. `<=` and `>=`
 *   include the span. Days are in UTC, and weeks begin on Sunday.
 * - A condition has at most 10,000 characters and 50 levels of nesting.
 * @throws ConditionError with the offset of the fault
 */
export function parseCondition(source: string, type: ObjectType): Condition {
  return compile(parseTree(source), type);
}
