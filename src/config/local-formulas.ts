import { FormulaError } from '../formula/errors.js';
import { tokenize } from '../formula/lexer.js';
import type { FieldValue } from '../records/record.js';
import type { CompiledFormulaField } from './configuration.js';

type Read = (field: string) => FieldValue;

/** The formula fields of one object that read their own record only, directly and through other formulas. */
export class LocalFormulas {
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
    const paths = this.#local.get(field)?.formula.references;
    return paths === undefined ? [field] : paths.flatMap((path) => this.sourcesOf(path[0]!));
  }

  /** Whether its value changes by itself, as time goes by. */
  isTimed(field: string): boolean {
    return this.#timed.has(field);
  }

  /** Reads formula fields too, calculated when asked for; one that cannot be calculated is blank. */
  over(read: Read, now: Date): Read {
    if (this.#local.size === 0) return read;
    const known = new Map<string, FieldValue>();
    const withFormulas: Read = (name) => {
      const field = this.#local.get(name);
      if (field === undefined) return read(name);
      if (!known.has(name)) known.set(name, calculate(field, withFormulas, now));
      return known.get(name) ?? null;
    };
    return withFormulas;
  }
}

function calculate({ formula }: CompiledFormulaField, read: Read, now: Date): FieldValue {
  try {
    return formula.evaluate({ value: (path) => read(path[0]!), now });
  } catch (error) {
    if (error instanceof FormulaError) return null;
    throw error;
  }
}

function readsClock(source: string): boolean {
  return tokenize(source).some(({ kind, text }) => kind === 'name' && /^(?:NOW|TODAY|TIMENOW)$/i.test(text));
}
