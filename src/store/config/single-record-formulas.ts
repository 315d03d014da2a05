import { type Condition, ConditionError } from '../../records/condition/condition.js';
import { parseCondition } from '../../records/condition/parse-condition.js';
import { FormulaEvaluation } from '../../records/formula/evaluation.js';
import type { CompiledFormula } from '../../records/formula/formula.js';
import { tokenize } from '../../records/formula/lexer.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValue } from '../../records/record.js';
import type { CompiledFormulaField } from './configuration.js';

type Read = (field: string) => FieldValue;

/** Placeholder for the name of a formula that has none. No field has this name. */
const FURTHER = '';

/** The formula fields of an object that read only their own record, directly or through other formulas. */
export class SingleRecordFormulas {
  readonly #local = new Map<string, CompiledFormulaField>();
  readonly #timed = new Set<string>();

  constructor(formulas: readonly CompiledFormulaField[]) {
    const names = new Set(formulas.map(({ name }) => name));
    for (const field of formulas) {
      const paths = field.formula.references;
      const isLocal = paths.every((path) => path.length === 1 && (!names.has(path[0]!) || this.#local.has(path[0]!)));
      if (isLocal) this.#local.set(field.name, field);
      if (readsClock(field.formula.source) || paths.some((path) => path.length === 1 && this.#timed.has(path[0]!)))
        this.#timed.add(field.name);
    }
  }

  has(field: string): boolean {
    return this.#local.has(field);
  }

  /** Returns the stored fields that a formula field is calculated from. For any other field, returns the field. */
  sourcesOf(field: string): string[] {
    // Each field is visited once. Otherwise, fields that several formulas read would be visited along every path.
    const met = new Set([field]);
    for (const name of met) for (const path of this.#local.get(name)?.formula.references ?? []) met.add(path[0]!);
    return [...met].filter((name) => !this.#local.has(name));
  }

  isTimed(field: string): boolean {
    return this.#timed.has(field);
  }

  /** Adds formula fields to `read`. If a formula has no result, the field is blank. */
  withFormulas(read: Read, now: Date): Read {
    if (this.#local.size === 0) return read;
    const calculate = this.#calculation(read, now);
    return (name) => (this.#local.has(name) ? (calculate(name) ?? null) : read(name));
  }

  /** Evaluates a formula with the fields of the same record. Returns `undefined` if it has no result. */
  evaluate(formula: CompiledFormula, read: Read, now: Date): FieldValue | undefined {
    return this.#calculation(read, now, formula)(FURTHER);
  }

  #calculation(read: Read, now: Date, further?: CompiledFormula): (field: string) => FieldValue | undefined {
    const record = {};
    const evaluation = new FormulaEvaluation<object>(
      {
        formula: (_, field) => (field === FURTHER ? further : this.#local.get(field)?.formula),
        stored: (_, field) => read(field),
        related: () => undefined,
      },
      now,
    );
    return (field) => evaluation.evaluate(record, [field]).values.get(field);
  }
}

function readsClock(source: string): boolean {
  return tokenize(source).some(({ kind, text }) => kind === 'name' && /^(?:NOW|TODAY|TIMENOW)$/i.test(text));
}

/** Parses a condition. All formula fields that it reads must read only their own record. @throws ConditionError */
export function parseRecordCondition(source: string, type: ObjectType, formulas: SingleRecordFormulas): Condition {
  const condition = parseCondition(source, type);
  for (const name of condition.fields) {
    if (type.field(name)?.type === 'formula' && !formulas.has(name))
      throw new ConditionError(
        `${type.name}.${name} is a formula that reads other records: a condition can only read the record itself`,
        0,
      );
  }
  const readsFormula = condition.fields.some((name) => formulas.has(name));
  if (!readsFormula) return condition;
  return { fields: condition.fields, test: (value, now) => condition.test(formulas.withFormulas(value, now), now) };
}
