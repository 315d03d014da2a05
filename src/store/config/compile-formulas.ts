import { FormulaCycleError, orderFormulas, type FieldAddress } from '../../records/formula/dependency.js';
import { FormulaSyntaxError } from '../../records/formula/errors.js';
import { followPath, pathsFrom } from '../../records/formula/field-path.js';
import { compileFormula, type CompiledFormula } from '../../records/formula/formula.js';
import type { FormulaReturnType } from '../../records/object-schema.js';
import type { Field, ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { CompiledFormulaField } from './configuration.js';
import type { ProblemReport } from './problem-report.js';

interface Compiled extends FieldAddress {
  readonly formula: CompiledFormula;
  readonly reads: readonly FieldAddress[];
}

/**
 * Compiles all formula fields, including paths across references (`Account.Owner.Name`), and orders the fields by
 * dependency. Reports formulas that do not compile, and circular references.
 * @param place path of a formula in `objects.json`
 */
export function compileFormulas(
  registry: ObjectRegistry,
  place: (type: ObjectType, field: Field) => string,
  report: ProblemReport,
): ReadonlyMap<string, readonly CompiledFormulaField[]> {
  const compiled: Compiled[] = [];
  for (const type of registry.types) {
    for (const field of type.fields) {
      if (field.type !== 'formula' || field.formula === undefined) continue;
      try {
        const formula = compileForType(registry, type, field.formula, field.returns ?? 'string', field.blankAs);
        const reads = formula.references.flatMap((path) => followPath(registry, type, path)?.targets ?? []);
        compiled.push({ object: type.name, field: field.name, formula, reads });
      } catch (error) {
        if (!(error instanceof FormulaSyntaxError)) throw error;
        report.add(place(type, field), `${type.name}.${field.name}: ${error.message}`);
      }
    }
  }
  const byObject = new Map<string, CompiledFormulaField[]>();
  for (const { object, field, formula } of ordered(compiled, registry, place, report)) {
    const list = byObject.get(object);
    if (list === undefined) byObject.set(object, [{ name: field, formula }]);
    else list.push({ name: field, formula });
  }
  return byObject;
}

/** Compiles a formula for an object and the objects that it refers to. @throws FormulaSyntaxError */
export function compileForType(
  registry: ObjectRegistry,
  type: ObjectType,
  source: string,
  returns: FormulaReturnType,
  blankAs: 'zero' | 'blank' = 'zero',
): CompiledFormula {
  return compileFormula(source, { returns, blankAs, ...pathsFrom(registry, type) });
}

function ordered(
  compiled: readonly Compiled[],
  registry: ObjectRegistry,
  place: (type: ObjectType, field: Field) => string,
  report: ProblemReport,
): readonly Compiled[] {
  try {
    return orderFormulas(compiled, ({ reads }) => reads);
  } catch (error) {
    if (!(error instanceof FormulaCycleError)) throw error;
    const [first] = error.cycle;
    const type = registry.byName(first?.object ?? '');
    const field = type?.field(first?.field ?? '');
    report.add(type === undefined || field === undefined ? '' : place(type, field), error.message);
    return [];
  }
}
