import { areOfOnePurpose, isCompanyIdentifier } from '../../../matching/contradictions/identifiers.js';
import type { Field, ObjectType } from '../../../records/object-type.js';
import type { ColumnSample } from './column-sample.js';
import type { Meaning } from './label-table.js';
import { fieldsFor, isOfPeople } from './meaning-fields.js';
import type { ColumnReading } from './read-columns.js';
import { labelWords } from './read-label.js';
import type { NamePart } from '../split-name.js';

export interface GuessedField {
  readonly field: string;
  /** Columns in file order. Several columns are joined with a space. */
  readonly positions: readonly number[];
  /** The part of a full name that fills the field. */
  readonly part?: NamePart;
  readonly reason: string;
}

interface GuessRules {
  accepts(field: Field): boolean;
  /** Positions of columns that have another use. */
  readonly given: ReadonlySet<number>;
  readonly taken: ReadonlySet<string>;
}

/** Maximum share of rows that fill both columns if the columns are alternatives. */
const BOTH_FILLED = 0.02;
/** Minimum number of equal values in a column for the column to be uninformative. */
const FEWEST_EQUAL = 5;
/** Meanings that other columns and values cannot change. */
const SETTLED: readonly Meaning[] = ['givenName', 'familyName', 'salutation', 'id'];
const WHOLE_ADDRESSES = new Set(
  'address formatted full anschrift adresse direccion indirizzo endereco adres'.split(' '),
);
/** Meanings of columns that contain part of a value. */
const PARTS: readonly Meaning[] = ['houseNumber', 'unit', 'familyPrefix'];
const PERSON_NAMES: readonly Meaning[] = ['familyName', 'fullName', 'name', 'company'];

/** Guesses fields from labels and values. The caller maps columns that are named like a field or have no meaning. */
export function guessMapping(
  type: ObjectType,
  readings: readonly ColumnReading[],
  sample: ColumnSample,
  rules: GuessRules,
): GuessedField[] {
  const fields = new Map<string, { positions: number[]; reason: string }>();
  const open = readings
    .filter(({ position }) => !rules.given.has(position))
    .map((reading) => ({ reading, candidates: candidatesOf(type, reading, readings) }))
    .sort((a, b) => precedence(type, a.reading, sample.rows) - precedence(type, b.reading, sample.rows));
  const isFree = ({ name }: Field) => !fields.has(name) && !rules.taken.has(name);
  const mapped = new Set<number>();
  for (let rank = 0; rank < 2; rank += 1) {
    for (const { reading, candidates } of open) {
      const field = candidates[rank];
      if (field === undefined || mapped.has(reading.position) || !rules.accepts(field) || !isFree(field)) continue;
      const isNamedSo = reading.look.identifier === undefined && field === fieldSpelled(type, reading.label);
      const reason = isNamedSo ? 'same name as the field' : reading.reason;
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
    if (reading.meaning === 'unit' && !areUnits(sample, reading.position)) continue;
    const isPart = PARTS.some((part) => part === reading.meaning);
    if (!isPart && !areAlternatives(sample, reading.position, joined.positions)) continue;
    joined.positions.push(reading.position);
    joined.reason = isPart ? 'headers; joined' : 'headers; each row fills one of them';
  }
  // A prefix such as "van der" precedes the name, even if its column does not.
  const placeOf = (position: number) => (readings[position]?.meaning === 'familyPrefix' ? -1 : position);
  return [...fields].map(([field, { positions, reason }]) => ({
    ...{ field, reason, positions: positions.sort((a, b) => placeOf(a) - placeOf(b)) },
  }));
}

/**
 * Returns a sort key. Order: filled columns, columns with several values (a user's own address is equal in all rows),
 * columns named like a field, streets before addresses, deliveries last.
 */
function precedence(type: ObjectType, { address, label, look, meaning }: ColumnReading, rows: number): number {
  const count = look.filled * rows;
  const isEqual = count >= FEWEST_EQUAL && look.distinct * count < 1.5;
  const isWholeAddress = meaning === 'street' && labelWords(label).some((word) => WHOLE_ADDRESSES.has(word));
  return (
    (look.filled > 0 ? 0 : 8) +
    (isEqual ? 4 : 0) +
    (fieldSpelled(type, label) === undefined ? 1 : 0) +
    (isWholeAddress ? 2 : 0) +
    (address === 'Shipping' ? 0.5 : 0)
  );
}

/** Returns the field that a label names or, if there is none, the fields for its meaning. */
function candidatesOf(type: ObjectType, reading: ColumnReading, all: readonly ColumnReading[]): Field[] {
  const { label, look, meaning, address } = reading;
  const has = (wanted: Meaning) => all.some((one) => one.meaning === wanted && one.look.filled > 0);
  if (meaning === 'name' || meaning === 'fullName') {
    if (!isOfPeople(type)) return fieldsFor(type, 'company', undefined);
    return has('givenName') || has('familyName') ? [] : fieldsFor(type, 'fullName', undefined);
  }
  const spelled = SETTLED.some((each) => each === meaning) ? undefined : fieldSpelled(type, label);
  if (spelled !== undefined) return [spelled];
  if ((meaning === undefined || meaning === 'id') && look.money < 0.5) {
    const number = `${labelWords(label).join('_')}${look.identifier === undefined ? '' : `_${look.identifier}`}`;
    const own = type.fields.filter(({ name }) => !isOfPeople(type) || !isCompanyIdentifier(name));
    const numbers = own.filter(({ name }) => areOfOnePurpose(number, name));
    if (numbers.length === 1) return numbers;
  }
  if (meaning === undefined || (meaning === 'birthplace' && has('city'))) return [];
  // If there is no other address, the delivery address is the address.
  const isOnly = all.every((one) => one.meaning !== meaning || one.address === address || one.look.filled === 0);
  return fieldsFor(type, meaning, isOnly && address === 'Shipping' ? undefined : address);
}

/** Matches any style, such as `Mailing Zip/Postal Code` or `lead_source`. */
function fieldSpelled(type: ObjectType, label: string): Field | undefined {
  const [first, ...more] = labelWords(label);
  if (first === undefined) return undefined;
  const keys = [[first, ...more].join('')];
  // For a lead, "Lead Status" means the status.
  if (first === type.name.toLowerCase() && more.length > 0) keys.push(more.join(''));
  return spelledFields(type).find(({ spelled }) => keys.includes(spelled))?.field;
}

interface SpelledField {
  readonly field: Field;
  readonly spelled: string;
}

const spelledByType = new WeakMap<ObjectType, readonly SpelledField[]>();

function spelledFields(type: ObjectType): readonly SpelledField[] {
  let known = spelledByType.get(type);
  if (known === undefined) {
    const by = (text: (field: Field) => string | undefined) =>
      type.fields.flatMap((field): SpelledField[] => {
        const spelled = text(field);
        return spelled === undefined ? [] : [{ field, spelled: labelWords(spelled.replace(/__c$/i, '')).join('') }];
      });
    spelledByType.set(type, (known = [...by(({ name }) => name), ...by(({ label }) => label)]));
  }
  return known;
}

function joinTo(type: ObjectType, { meaning, address }: ColumnReading, candidates: readonly Field[]): string[] {
  if (meaning === 'familyPrefix') return ['LastName'];
  if (meaning === 'houseNumber' || meaning === 'unit')
    return fieldsFor(type, 'street', address).map(({ name }) => name);
  if (meaning !== undefined && PERSON_NAMES.includes(meaning) && isOfPeople(type)) return ['LastName', 'Name'];
  return candidates.map(({ name }) => name);
}

/** Returns whether most values are numbers or letters of flats, not names of houses or districts. */
function areUnits({ values }: ColumnSample, position: number): boolean {
  const filled = (values[position] ?? []).filter((text) => text !== '');
  return filled.filter((text) => /\d|^[a-z]{1,2}$/i.test(text)).length > filled.length / 2;
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
