import type { FieldValue } from '../record.js';
import { FormulaError } from './errors.js';
import type { CalculatedValue } from './field-value.js';
import type { CompiledFormula } from './formula.js';
import { toFieldValue } from './field-value.js';

/** Access to records of type `R`. Must use one object per record, so that each formula is calculated once. */
export interface RecordAccess<R extends object> {
  /** Returns `undefined` for a field without a formula. */
  formula(record: R, field: string): CompiledFormula | undefined;
  stored(record: R, field: string): FieldValue;
  /** @param relationship such as `Account`, `Custom__r` */
  related(record: R, relationship: string): R | undefined;
}

interface FormulaResults {
  readonly values: ReadonlyMap<string, FieldValue>;
  readonly failures: ReadonlyMap<string, FormulaError>;
}

type Outcome = CalculatedValue | FormulaError;

interface Task<R> {
  readonly record: R;
  readonly field: string;
  readonly formula: CompiledFormula;
}

/** Calculates each formula once, for the same time. Fails if one reads a failed formula. One instance per request. */
export class FormulaEvaluation<R extends object> {
  private readonly outcomes = new Map<R, Map<string, Outcome>>();
  private readonly parents = new Map<R, Map<string, R | undefined>>();

  constructor(
    private readonly access: RecordAccess<R>,
    private readonly now: Date,
  ) {}

  /** Calculates the given fields. Skips fields without a formula. */
  evaluate(record: R, fields: Iterable<string>): FormulaResults {
    const values = new Map<string, FieldValue>();
    const failures = new Map<string, FormulaError>();
    for (const field of fields) {
      const formula = this.access.formula(record, field);
      if (formula === undefined) continue;
      try {
        values.set(field, this.answer({ record, field, formula }));
      } catch (error) {
        if (!(error instanceof FormulaError)) throw error;
        failures.set(field, error);
      }
    }
    return { values, failures };
  }

  private answer(task: Task<R>): FieldValue {
    const outcome = this.outcome(task);
    if (outcome instanceof FormulaError) throw outcome;
    return toFieldValue(outcome.value, task.formula.returns);
  }

  /** First calculates the fields that the formula reads, with an explicit stack, because chains may have any length. */
  private outcome(wanted: Task<R>): Outcome {
    const open: Task<R>[] = [wanted];
    const expanded = new Set<Task<R>>();
    const inProgress = new Map<R, Set<string>>();
    for (let task = open.at(-1); task !== undefined; task = open.at(-1)) {
      const results = entry(this.outcomes, task.record, () => new Map<string, Outcome>());
      const fields = entry(inProgress, task.record, () => new Set<string>());
      if (results.has(task.field)) open.pop();
      else if (expanded.has(task)) {
        results.set(task.field, this.calculate(task));
        fields.delete(task.field);
        open.pop();
      } else if (fields.has(task.field)) {
        // The configuration rejects cycles. This ends the loop even if a caller has a bug.
        results.set(task.field, new FormulaError(`The formula of ${task.field} refers to itself`));
        open.pop();
      } else {
        expanded.add(task);
        fields.add(task.field);
        open.push(...this.prerequisites(task));
      }
    }
    return this.outcomes.get(wanted.record)!.get(wanted.field)!;
  }

  private prerequisites({ record, formula }: Task<R>): Task<R>[] {
    const found: Task<R>[] = [];
    for (const path of formula.references) {
      const [owner, field] = this.locate(record, path);
      const read = owner === undefined ? undefined : this.access.formula(owner, field);
      if (owner !== undefined && read !== undefined) found.push({ record: owner, field, formula: read });
    }
    return found;
  }

  private calculate({ record, formula }: Task<R>): Outcome {
    try {
      return formula.calculate({ now: this.now, value: (path) => this.read(record, path) });
    } catch (error) {
      if (error instanceof FormulaError) return error;
      throw error;
    }
  }

  private read(record: R, path: readonly string[]): FieldValue | CalculatedValue {
    const [owner, field] = this.locate(record, path);
    if (owner === undefined) return null;
    if (this.access.formula(owner, field) === undefined) return this.access.stored(owner, field);
    const outcome = this.outcomes.get(owner)?.get(field);
    if (outcome === undefined) throw new FormulaError(`The formula of ${field} refers to itself`);
    if (outcome instanceof FormulaError)
      throw new FormulaError(`${path.join('.')} cannot be calculated: ${outcome.message}`);
    return outcome;
  }

  private locate(record: R, path: readonly string[]): readonly [R | undefined, string] {
    let owner: R | undefined = record;
    for (const relationship of path.slice(0, -1)) {
      if (owner === undefined) break;
      const from: R = owner;
      owner = entry(
        entry(this.parents, from, () => new Map<string, R | undefined>()),
        relationship,
        () => this.access.related(from, relationship),
      );
    }
    return [owner, path.at(-1) ?? ''];
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  if (!map.has(key)) map.set(key, make());
  return map.get(key) as V;
}
