import type { FieldTexts } from '../../matching/field-texts.js';
import { hasCompoundName, personName } from '../../records/compound.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValue, FieldValues } from '../../records/record.js';
import type { Formulas } from '../results/formulas.js';
import type { ScenarioChoice } from './scenario-choice.js';

/**
 * Converts the values of a record or query to the strings that scenarios compare. Leaves out blank values. Derives a
 * person's compound name and record-local formula fields if a scenario needs them.
 */
export class SearchTexts {
  readonly #fields = new Map<string, readonly string[]>();

  constructor(
    private readonly scenarios: ScenarioChoice,
    private readonly formulas: Formulas,
  ) {}

  /** @param fields default: all compared fields */
  of(type: ObjectType, values: Readonly<FieldValues>, fields = this.fields(type)): FieldTexts {
    const texts: Record<string, string> = {};
    let local: FieldValues | undefined;
    for (const name of fields) {
      let value = values[name] ?? null;
      if (value === null && name === 'Name' && hasCompoundName(type)) value = personName(values);
      if (value === null && type.field(name)?.type === 'formula') {
        local ??= this.formulas.calculateLocal(type.name, values);
        value = local[name] ?? null;
      }
      const text = textOf(value);
      if (text !== '') texts[name] = text;
    }
    return texts;
  }

  fields(type: ObjectType): readonly string[] {
    let fields = this.#fields.get(type.name);
    if (fields === undefined) {
      fields = [
        ...new Set(
          this.scenarios.all(type.name).flatMap((scenario) => scenario.fields.flatMap((field) => field.fields)),
        ),
      ];
      this.#fields.set(type.name, fields);
    }
    return fields;
  }
}

export function textOf(value: FieldValue): string {
  return value === null ? '' : String(value);
}
