import type { Field, ObjectType } from '../../../records/object-type.js';
import type { ColumnSample } from './column-sample.js';
import type { Meaning } from './label-table.js';
import { fieldsFor, isOfPeople } from './meaning-fields.js';
import type { ColumnReading } from './read-columns.js';
import { labelWords } from './read-label.js';
import type { NamePart } from '../split-name.js';

/** A field that columns fill, and why. */
export interface GuessedField {
  readonly field: string;
  /** In the order of the file; several are joined by a space. */
  readonly positions: readonly number[];
  /** The part of a whole name that fills it. */
  readonly part?: NamePart;
  readonly reason: string;
}

export interface GuessRules {
  /** Whether a declared field may be a target. */
  accepts(field: Field): boolean;
  /** Columns that something else is said of. */
  readonly given: ReadonlySet<number>;
  /** Fields that are filled already. */
  readonly taken: ReadonlySet<string>;
}

/** Columns are alternatives where at most this share of their rows fills both. */
const BOTH_FILLED = 0.02;
/** The objections of other columns or of the values to the label. */
const SETTLED: readonly Meaning[] = ['givenName', 'familyName', 'salutation', 'id'];
const PERSON_NAMES: readonly Meaning[] = ['familyName', 'fullName', 'name', 'company'];

/**
 * Guesses which columns fill which fields, from their labels and first values. Columns that are named like a field, and
 * those that mean nothing to the object, are left to the caller.
 */
export function guessMapping(
  type: ObjectType,
  readings: readonly ColumnReading[],
  sample: ColumnSample,
  rules: GuessRules,
): GuessedField[] {
  const fields = new Map<string, { positions: number[]; reason: string }>();
  const open = readings
    .filter(({ position }) => !rules.given.has(position))
    .map((reading) => ({ reading, candidates: candidatesOf(type, reading, readings) }));
  const isFree = ({ name }: Field) => !fields.has(name) && !rules.taken.has(name);
  const mapped = new Set<number>();
  for (let rank = 0; rank < 2; rank += 1) {
    for (const { reading, candidates } of open) {
      const field = candidates[rank];
      if (field === undefined || mapped.has(reading.position) || !rules.accepts(field) || !isFree(field)) continue;
      const reason = field === fieldSpelled(type, reading.label) ? 'named like the field' : reading.reason;
      fields.set(field.name, { positions: [reading.position], reason });
      mapped.add(reading.position);
    }
  }
  for (const { reading, candidates } of open) {
    if (mapped.has(reading.position)) continue;
    const joined = joinTo(type, reading, candidates)
      .map((name) => fields.get(name))
      .find((one) => one !== undefined);
    if (joined === undefined) continue;
    if (reading.meaning !== 'houseNumber' && !areAlternatives(sample, reading.position, joined.positions)) continue;
    joined.positions.push(reading.position);
    joined.reason = reading.meaning === 'houseNumber' ? 'labels; joined' : 'labels; a row fills one of them';
  }
  return [...fields].map(([field, { positions, reason }]) => ({
    ...{ field, reason, positions: positions.sort((a, b) => a - b) },
  }));
}

/** The field that a label spells out, else those that its meaning may fill. */
function candidatesOf(type: ObjectType, reading: ColumnReading, all: readonly ColumnReading[]): Field[] {
  const { label, meaning, address } = reading;
  const has = (wanted: Meaning) => all.some((one) => one.meaning === wanted && one.look.filled > 0);
  if (meaning === 'name' || meaning === 'fullName') {
    if (!isOfPeople(type)) return fieldsFor(type, 'company', undefined);
    return has('givenName') || has('familyName') ? [] : fieldsFor(type, 'fullName', undefined);
  }
  const spelled = SETTLED.some((each) => each === meaning) ? undefined : fieldSpelled(type, label);
  if (spelled !== undefined) return [spelled];
  if (meaning === undefined || (meaning === 'birthplace' && has('city'))) return [];
  return fieldsFor(type, meaning, address);
}

/** A field by its name or label, in any style: `Mailing Zip/Postal Code`, `lead_source`. */
function fieldSpelled(type: ObjectType, label: string): Field | undefined {
  const key = labelWords(label).join('');
  if (key === '') return undefined;
  const spells = (text: string) => labelWords(text.replace(/__c$/i, '')).join('') === key;
  return (
    type.fields.find(({ name }) => spells(name)) ??
    type.fields.find((field) => field.label !== undefined && spells(field.label))
  );
}

/** Fields that a column may be a part of, or another way to fill. */
function joinTo(type: ObjectType, { meaning, address }: ColumnReading, candidates: readonly Field[]): string[] {
  if (meaning === 'houseNumber') return fieldsFor(type, 'street', address).map(({ name }) => name);
  if (meaning !== undefined && PERSON_NAMES.includes(meaning) && isOfPeople(type)) return ['LastName', 'Name'];
  return candidates.map(({ name }) => name);
}

function areAlternatives({ values, rows }: ColumnSample, position: number, others: readonly number[]): boolean {
  let filled = 0;
  let both = 0;
  for (let row = 0; row < rows; row += 1) {
    if ((values[position]?.[row] ?? '') === '') continue;
    filled += 1;
    if (others.some((other) => (values[other]?.[row] ?? '') !== '')) both += 1;
  }
  return filled > 0 && both <= filled * BOTH_FILLED;
}
