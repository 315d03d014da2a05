import type { FieldTexts } from '../../matching/field-texts.js';
import type { MatchMethod } from '../../matching/method.js';
import { methodByPattern, type FieldPattern } from '../../matching/method-traits.js';

export interface LearnField {
  readonly name: string;
  /** Field type, such as `string`, `email` or `date`. */
  readonly type: string;
}

export interface FieldComparison {
  readonly field: string;
  readonly method: string;
}

/** Rows in order: an array, lazily created strings, or only the first of many rows. */
export interface ComparedRows extends Iterable<FieldTexts> {
  readonly length: number;
  /** Number of records that fill each field. Absent if all records are in this list. */
  readonly fills?: ReadonlyMap<string, FieldFill>;
}

export interface FieldFill {
  readonly filled: number;
  readonly isVaried: boolean;
}

/** A field that is left out. `reason` is the end of a sentence. */
export interface LeftOut {
  readonly field: string;
  readonly reason: string;
}

export type RecordsOf = NonNullable<FieldPattern['recordsOf']>;

/** Minimum share of rows that fill a field. Other fields are useless for learning. */
const LEAST_FILLED = 0.01;
const FEWEST_FILLED = 5;
export const PROFILED = 2_000;

/** Types whose values the platform fills, not a person. */
const calculated = new Set(['formula', 'autoNumber', 'summary', 'datetime']);
const neverCompared = new Set(['Id', 'OwnerId', 'CreatedById', 'LastModifiedById', 'LastActivityDate']);

/** Chooses methods by declaration or values. Omits rare or constant fields, and `Name` next to its parts. */
export function chooseComparisons(
  fields: readonly LearnField[],
  rows: ComparedRows,
  methods: ReadonlyMap<string, MatchMethod>,
  {
    unusable = unusableFields(fields, rows),
    recordsOf = recordsWith(fields),
  }: { readonly unusable?: readonly LeftOut[]; readonly recordsOf?: RecordsOf | undefined } = {},
): FieldComparison[] {
  const all = [...methods.values()];
  const left = new Set(unusable.map(({ field }) => field));
  const usable = fields.filter(isComparable).filter(({ name }) => !left.has(name));
  const has = (name: string) => usable.some((field) => field.name === name);
  const compared = usable.filter(({ name }) => name !== 'Name' || recordsOf === 'company' || !has('LastName'));
  if (has('FirstName') && has('LastName')) compared.push({ name: 'FirstName+LastName', type: '' });
  return compared.flatMap((field) => {
    const described = { ...field, recordsOf, isOnly: usable.length === 1 } as const;
    const patternsOf = ({ usualFor = [], learnedFor = [] }: MatchMethod) => [...usualFor, ...learnedFor];
    const method = methodByPattern(all, described, patternsOf) ?? methodOfTexts(field.name, rows, all);
    return method === undefined ? [] : [{ field: field.name, method: method.name }];
  });
}

export function recordsWith(fields: readonly Pick<LearnField, 'name'>[]): RecordsOf {
  return fields.some(({ name }) => name === 'LastName') ? 'person' : 'company';
}

/** Returns fields that too few rows fill, or that have the same value in all rows. */
export function unusableFields(fields: readonly LearnField[], rows: ComparedRows): LeftOut[] {
  const enough = Math.max(FEWEST_FILLED, rows.length * LEAST_FILLED);
  const isUsable = ({ filled, isVaried }: FieldFill) => isVaried && filled >= enough;
  const fills = new Map<string, FieldFill>();
  for (const { name } of fields.filter(isComparable)) {
    const fill = rows.fills?.get(name) ?? new Fill();
    if (!isUsable(fill)) fills.set(name, fill);
  }
  for (const row of rows.fills ? [] : rows) {
    if (fills.size === 0) break;
    for (const [name, fill] of fills) {
      if (fill instanceof Fill && Object.hasOwn(row, name)) fill.add(row[name]!);
      if (isUsable(fill)) fills.delete(name);
    }
  }
  return [...fills].map(([field, { filled }]) => ({
    field,
    reason: filled >= enough ? 'all rows have the same value' : 'almost no rows have a value',
  }));
}

export class Fill implements FieldFill {
  filled = 0;
  isVaried = false;
  private first: string | undefined;

  add(value: string): void {
    const text = value.trim();
    if (text === '') return;
    this.filled++;
    if (!this.isVaried) this.isVaried = (this.first ??= text.toLowerCase()) !== text.toLowerCase();
  }
}

function isComparable({ name, type }: LearnField): boolean {
  return !calculated.has(type) && !neverCompared.has(name);
}

function methodOfTexts(name: string, rows: ComparedRows, methods: readonly MatchMethod[]): MatchMethod | undefined {
  const texts: string[] = [];
  for (const row of rows) {
    if (texts.length >= PROFILED) break;
    if (Object.hasOwn(row, name) && row[name]!.trim() !== '') texts.push(row[name]!.trim().slice(0, 200));
  }
  const looksSo = ({ texts: look }: MatchMethod) =>
    typeof look === 'object' && texts.filter((text) => look.test(text)).length >= texts.length * 0.8;
  const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0) / Math.max(1, texts.length);
  const left = words > 2 ? 'long' : 'short';
  return methods.findLast(looksSo) ?? methods.find((method) => method.texts === left);
}
