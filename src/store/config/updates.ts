import { ConditionError } from '../../records/condition/condition.js';
import { FormulaSyntaxError } from '../../records/formula/errors.js';
import type { ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { CompiledUpdate } from './configuration.js';
import { compileForType } from './compile-formulas.js';
import { parseRecordCondition, type SingleRecordFormulas } from './single-record-formulas.js';
import type { ProblemReport } from './problem-report.js';

/**
 * Compiles the on-save updates. `when` is parsed as a condition or, if that fails, as a boolean formula. Conditions and
 * formulas read only the record about to be saved, with its formula fields. A failed formula counts as false. The
 * registry has already checked the values.
 */
export function compileUpdates(
  registry: ObjectRegistry,
  singleRecordFormulas: (type: ObjectType) => SingleRecordFormulas,
  place: (type: ObjectType, update: number) => string,
  report: ProblemReport,
): ReadonlyMap<string, readonly CompiledUpdate[]> {
  const byObject = new Map<string, readonly CompiledUpdate[]>();
  for (const type of registry.types) {
    const updates = type.onSave.flatMap(({ when, set }, i): CompiledUpdate[] => {
      const test = compileWhen(registry, type, when, singleRecordFormulas(type), (message) =>
        report.add(`${place(type, i)}.when`, message),
      );
      return test === undefined ? [] : [{ when: test, set }];
    });
    if (updates.length > 0) byObject.set(type.name, updates);
  }
  return byObject;
}

function compileWhen(
  registry: ObjectRegistry,
  type: ObjectType,
  source: string,
  formulas: SingleRecordFormulas,
  refuse: (message: string) => void,
): CompiledUpdate['when'] | undefined {
  let asCondition: ConditionError;
  try {
    const condition = parseRecordCondition(source, type, formulas);
    return (value, now) => condition.test(value, now);
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    asCondition = error;
  }
  try {
    const formula = compileForType(registry, type, source, 'boolean');
    const foreign = formula.references.find(
      (path) => path.length > 1 || (type.field(path[0]!)?.type === 'formula' && !formulas.has(path[0]!)),
    );
    if (foreign !== undefined) {
      refuse(`reads ${foreign.join('.')} of another record: an on-save update can only read its own record`);
      return undefined;
    }
    return (value, now) => formulas.evaluate(formula, value, now) === true;
  } catch (error) {
    if (!(error instanceof FormulaSyntaxError)) throw error;
    refuse(
      `is neither a condition (at character ${asCondition.position + 1}: ${asCondition.message}) nor a boolean formula (${error.message})`,
    );
    return undefined;
  }
}
