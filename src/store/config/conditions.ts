import { ConditionError, type Condition } from '../../records/condition/condition.js';
import { parseCondition } from '../../records/condition/parse-condition.js';
import type { ObjectType } from '../../records/object-type.js';
import type { SingleRecordFormulas } from './single-record-formulas.js';

/**
 * A condition that may also read formula fields, calculated from the same record. Formulas that read other records are
 * refused: a condition sees one record.
 * @throws ConditionError
 */
export function parseRecordCondition(source: string, type: ObjectType, formulas: SingleRecordFormulas): Condition {
  const condition = parseCondition(source, type);
  for (const name of condition.fields) {
    if (type.field(name)?.type === 'formula' && !formulas.has(name))
      throw new ConditionError(
        `${type.name}.${name} is a formula over other records: a condition reads one record only`,
        0,
      );
  }
  const readsFormula = condition.fields.some((name) => formulas.has(name));
  if (!readsFormula) return condition;
  return { fields: condition.fields, test: (value, now) => condition.test(formulas.withFormulas(value, now), now) };
}
