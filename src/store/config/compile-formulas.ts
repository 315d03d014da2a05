import { FormulaCycleError, orderFormulas, type FieldAddress } from '../../records/formula/dependency.js';
import { FormulaSyntaxError } from '../../records/formula/errors.js';
import {
  compileFormula,
  type CompiledFormula,
  type FormulaOptions,
  type ResolvedField,
} from '../../records/formula/formula.js';
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

/** Maximum number of references in a path. The platform's maximum is lower. */
const MAX_HOPS = 10;

interface FieldPath extends ResolvedField {
  /** The field in each object to which the path may lead, with the same type in all of them. */
  readonly targets: readonly FieldAddress[];
}

interface Route {
  readonly objects: readonly ObjectType[];
  readonly relationships: readonly string[];
}

function follow(registry: ObjectRegistry, from: ObjectType, relationships: readonly string[]): Route | undefined {
  if (relationships.length > MAX_HOPS) return undefined;
  let objects: readonly ObjectType[] = [from];
  const declared: string[] = [];
  for (const relationship of relationships) {
    const references = objects.flatMap((object) => object.relationship(relationship) ?? []);
    if (references.length === 0) return undefined;
    declared.push(references[0]!.relationshipName ?? relationship);
    const names = new Set(references.flatMap(({ referenceTo }) => referenceTo ?? []));
    objects = [...names].flatMap((name) => registry.byName(name) ?? []);
  }
  return { objects, relationships: declared };
}

/**
 * Resolves a path such as `Account.Owner.Name`, ignoring case. If a reference can lead to several objects, at least one
 * must have the field, with the same type in each.
 * @returns `undefined` if the path leads nowhere
 */
export function followPath(registry: ObjectRegistry, from: ObjectType, path: readonly string[]): FieldPath | undefined {
  const route = follow(registry, from, path.slice(0, -1));
  if (route === undefined) return undefined;
  const found = route.objects.flatMap((object) => {
    const field = object.field(path.at(-1) ?? '');
    return field === undefined ? [] : [{ object, field }];
  });
  const first = found[0]?.field;
  if (first === undefined || found.some(({ field }) => field.valueType !== first.valueType)) return undefined;
  return {
    path: [...route.relationships, first.name],
    // An Id with 15 characters must equal its form with 18.
    type: first.name === 'Id' ? 'reference' : first.valueType,
    targets: found.map(({ object, field }) => ({ object: object.name, field: field.name })),
  };
}

/** Suggests a path if only its last name is misspelt. */
function suggestPath(registry: ObjectRegistry, from: ObjectType, path: readonly string[]): string | undefined {
  const route = follow(registry, from, path.slice(0, -1));
  const name = route?.objects[0]?.nearestField(path.at(-1) ?? '');
  return route === undefined || name === undefined ? undefined : [...route.relationships, name].join('.');
}

export function pathsFrom(
  registry: ObjectRegistry,
  type: ObjectType,
): Required<Pick<FormulaOptions, 'resolve' | 'suggest'>> {
  return {
    resolve: (path) => followPath(registry, type, path),
    suggest: (path) => suggestPath(registry, type, path),
  };
}
