import type { ObjectType } from '../object-type.js';
import { compile } from './compile-condition.js';
import type { Condition } from './condition.js';
import { parseTree } from './condition-parser.js';

/**
 * Parses a condition of the filter language: the WHERE clause of the platform's query language.
 *
 * - Texts and picklists compare without regard to case, by code units in lower case. Ids compare in either form (15 or
 * 18 characters).
 * - A blank field equals only `null`. `!=` a value and `NOT IN` are true for it; `<`, `<=`, `>`, `>=`, `LIKE` are
 * false. `NOT` inverts every result: there is no "unknown". A blank boolean is FALSE, as the platform's checkboxes are.
 * - Mixing `AND` and `OR` needs parentheses. `NOT` applies to the operand right after it.
 * - Relative date literals are spans: `=` is within, `<` before, `>` after, `<=` and `>=` include the span. Days are
 * UTC, weeks begin on Sunday.
 * - At most 10,000 characters and 50 levels of nesting.
 * @throws ConditionError with the offset of the fault
 */
export function parseCondition(source: string, type: ObjectType): Condition {
  return compile(parseTree(source), type);
}
