import { FormulaEvaluation } from '../formula/evaluation.js';
import type { CompiledFormula } from '../formula/formula.js';
import { tokenize } from '../formula/lexer.js';
import type { FieldValue } from '../records/record.js';
import type { CompiledFormulaField } from './configuration.js';

type Read = (field: string) => FieldValue;

/** Stands for a formula that is no field: no field is called so. */
const FURTHER = '';

/** The formula fields of one object that read their own record only, directly and through other formulas. */
export class SingleRecordFormulas {
  readonly #local = new Map<string, CompiledFormulaField>();
  readonly #timed = new Set<string>();

  /** @param formulas in order of dependency */
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

  /** The stored fields that a field's value is made of: itself where it is none of these formulas. */
  sourcesOf(field: string): string[] {
    // Each field once: formulas that read two others each would otherwise be walked along every path.
    const met = new Set([field]);
    for (const name of met) for (const path of this.#local.get(name)?.formula.references ?? []) met.add(path[0]!);
    return [...met].filter((name) => !this.#local.has(name));
  }

  /** Whether its value changes by itself, as time goes by. */
  isTimed(field: string): boolean {
    return this.#timed.has(field);
  }

  /** Reads formula fields too, calculated when asked for; one that cannot be calculated is blank. */
  withFormulas(read: Read, now: Date): Read {
    if (this.#local.size === 0) return read;
    const calculate = this.#calculation(read, now);
    return (name) => (this.#local.has(name) ? (calculate(name) ?? null) : read(name));
  }

  /**
   * The value of a further formula over the same record; `undefined` where it cannot be calculated. It reads no formula
   * field but those that are local.
   */
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
