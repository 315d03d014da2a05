import type { ObjectRegistry, ObjectType } from '../records/object-type.js';
import { orderFormulas, type FieldAddress } from './dependency.js';
import { FormulaSyntaxError } from './errors.js';
import { followPath, suggestPath } from './field-path.js';
import { compileFormula, type CompiledFormula, type FormulaOptions } from './formula.js';

/** A declared formula field that cannot be compiled. */
export class FormulaFieldError extends Error {
  override readonly name = 'FormulaFieldError';
  constructor(
    readonly object: string,
    readonly field: string,
    override readonly cause: FormulaSyntaxError,
  ) {
    super(`The formula of ${object}.${field} cannot be read: ${cause.message}`);
  }
}

interface Compiled extends FieldAddress {
  readonly formula: CompiledFormula;
}

/** How paths are read in a formula that stands on an object. */
export function pathsFrom(
  registry: ObjectRegistry,
  type: ObjectType,
): Required<Pick<FormulaOptions, 'resolve' | 'suggest'>> {
  return {
    resolve: (path) => followPath(registry, type, path),
    suggest: (path) => suggestPath(registry, type, path),
  };
}

/**
 * Compiles every formula field of every object.
 * @returns by object type name, each object's formula fields so that every one comes after those that it reads
 * @throws FormulaFieldError for the first that cannot be read, FormulaCycleError for a circle of formulas, across objects too
 */
export function compileFormulaFields(
  registry: ObjectRegistry,
): Map<string, { readonly name: string; readonly formula: CompiledFormula }[]> {
  const formulas = registry.types.flatMap((type) => compileOf(registry, type));
  const byType = new Map<string, { readonly name: string; readonly formula: CompiledFormula }[]>();
  for (const { object, field, formula } of orderFormulas(formulas, (compiled) => reads(registry, compiled))) {
    const fields = byType.get(object) ?? [];
    fields.push({ name: field, formula });
    byType.set(object, fields);
  }
  return byType;
}

function compileOf(registry: ObjectRegistry, type: ObjectType): Compiled[] {
  return type.fields.flatMap(({ name, formula, returns, blankAs }) => {
    if (formula === undefined) return [];
    try {
      const options = { returns: returns ?? 'string', blankAs: blankAs ?? 'zero', ...pathsFrom(registry, type) };
      return [{ object: type.name, field: name, formula: compileFormula(formula, options) }];
    } catch (error) {
      throw error instanceof FormulaSyntaxError ? new FormulaFieldError(type.name, name, error) : error;
    }
  });
}

function reads(registry: ObjectRegistry, { object, formula }: Compiled): FieldAddress[] {
  const type = registry.byName(object);
  if (type === undefined) return [];
  return formula.references.flatMap((path) => followPath(registry, type, path)?.targets ?? []);
}
