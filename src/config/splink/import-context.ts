import type { MatchMethod } from '../../matching/method.js';
import type { FieldModelDefinition } from '../../matching/model-definition.js';
import type { ObjectType } from '../../records/object-type.js';
import type { MappedMethod } from '../import/import-report.js';
import type { NotUsed } from '../import/unused-keys.js';

export interface SplinkImportOptions {
  readonly type: ObjectType;
  readonly methods: ReadonlyMap<string, MatchMethod>;
  /** Field by column, as somebody said. */
  readonly mapped: ReadonlyMap<string, string>;
  /** Field by column, as guessed. */
  readonly guessed: ReadonlyMap<string, string>;
  /** Percent. */
  readonly threshold: number;
}

/** How a field's values are to be counted, so that common ones say less. */
export interface TermFrequency {
  /** Position of the field in the scenario. */
  readonly field: number;
  /** Share of pairs at random whose values are equal, as Splink has it. */
  readonly equalU: number;
  /** No value counts as rarer. */
  readonly least: number;
}

/** A field of the scenario to be. */
export interface ImportedField {
  readonly field: string;
  readonly method: string;
  readonly model: FieldModelDefinition;
  readonly frequency?: Omit<TermFrequency, 'field'> | undefined;
}

/** The outcome for a comparison, beside its fields. */
export interface ImportedComparison {
  readonly fields: readonly ImportedField[];
  readonly mapped: Omit<MappedMethod, 'path'>;
  readonly leftOut: readonly NotUsed[];
}

/** Why a comparison is left out: the end of a sentence. */
export class NotComparable extends Error {}

/** @throws NotComparable */
export function fieldOf(column: string, { type, mapped, guessed }: SplinkImportOptions): string {
  const said = mapped.get(column);
  if (said === '') throw new NotComparable(`the column ${column} is left out`);
  const name = said ?? type.field(column)?.name ?? guessed.get(column);
  if (name !== undefined) return name;
  throw new NotComparable(
    `no field of ${type.name} is known for the column ${column}: say it by --map ${column}=Field`,
  );
}
