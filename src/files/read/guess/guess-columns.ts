import type { ObjectRegistry, ObjectType } from '../../../records/object-type.js';
import { externalReferenceOf, referenceOf } from '../../../records/parent-path.js';
import { areWholeNames, nameOrder } from '../split-name.js';
import type { InputTable } from '../input-table.js';
import { positionsOf, type MapOption, type MappingRules } from '../mapping.js';
import { sampleTable, type ColumnSample } from './column-sample.js';
import { guessMapping, type GuessedField } from './guess-mapping.js';
import { readColumns, type ColumnReading } from './read-columns.js';

/** A table whose first rows have been read. */
export interface ReadAhead {
  /** Still yields all rows. */
  readonly table: InputTable;
  readonly sample: ColumnSample;
  readonly readings: readonly ColumnReading[];
}

export async function readAhead(opened: InputTable): Promise<ReadAhead> {
  const { table, sample } = await sampleTable(opened);
  return { table, sample, readings: readColumns(table.columns, sample) };
}

interface GuessedColumns {
  readonly options: readonly MapOption[];
  readonly guessed: readonly GuessedField[];
  /** Columns named like a field, but without a valid value for it. */
  readonly unsuited: readonly string[];
}

/** Guesses fields. @param parents objects to which a column may refer by external Id, as in `Account.VatNumber__c` */
export function guessColumns(
  type: ObjectType,
  { table: { columns }, sample, readings }: ReadAhead,
  map: readonly MapOption[],
  rules: MappingRules,
  parents?: Pick<ObjectRegistry, 'byName'>,
): GuessedColumns {
  const given = new Set(map.flatMap(({ source }) => positionsOf(source, columns, false) ?? []));
  columns.forEach((column, i) => {
    if (rules.reserved.includes(column)) given.add(i);
  });
  const taken = new Set(map.flatMap(({ field }) => (type.field(field) ?? referenceOf(type, field))?.name ?? []));
  const named: MapOption[] = [];
  columns.forEach((column, i) => {
    const reference = parents && !given.has(i) ? externalReferenceOf(parents, type, column) : undefined;
    if (reference === undefined || taken.has(reference.name)) return;
    // Parent Ids belong to the system that exported the file.
    if (/\.id$/i.test(column) || columns.some((other) => type.field(other) === reference)) return;
    given.add(i);
    taken.add(reference.name);
    named.push({ source: column, field: column, positions: [i] });
  });
  const accepts = rules.accepts.bind(rules);
  const fills = guessMapping(type, readings, sample, { accepts, given, taken });
  const suits = ({ field, positions }: Pick<GuessedField, 'field' | 'positions'>): boolean =>
    rules.suits?.(
      type.field(field)!,
      positions.flatMap((position) => sample.values[position] ?? []),
    ) ?? true;
  const suited = fills.filter(suits);
  const isFirstFree = type.field('FirstName') !== undefined && !taken.has('FirstName');
  const isWhole = (position: number) =>
    ['name', 'fullName'].includes(readings[position]?.meaning ?? '') && areWholeNames(sample.values[position] ?? []);
  const isFirst = ({ field, positions }: GuessedField) =>
    field === 'FirstName' && positions.some((position) => readings[position]!.look.filled > 0);
  const isSplit = isFirstFree && !suited.some(isFirst) && suited.some((one) => split(one, isWhole).length > 1);
  const guessed = isSplit ? suited.flatMap((one) => (one.field === 'FirstName' ? [] : split(one, isWhole))) : suited;
  const left = new Set(fills.filter((one) => !suits(one)).flatMap(({ positions }) => positions));
  columns.forEach((column, i) => {
    const field = type.field(column);
    if (field === undefined || !accepts(field) || given.has(i) || taken.has(field.name)) return;
    if (!suits({ field: field.name, positions: [i] })) left.add(i);
  });
  const options = guessed.map(({ field, positions, part }) => ({
    source: labelsOf(columns, positions),
    ...{ field, positions, part },
    ...(part && { order: nameOrder(sample.values[positions[0]!] ?? []) }),
  }));
  const out = [...left].map((position) => ({ source: columns[position]!, field: '', positions: [position] }));
  return { options: [...map, ...named, ...options, ...out], guessed, unsuited: columns.filter((_, i) => left.has(i)) };
}

/** Splits full names in a last name column into first and last name. */
function split(one: GuessedField, isWhole: (position: number) => boolean): GuessedField[] {
  if (one.field !== 'LastName' || one.positions.length !== 1 || !isWhole(one.positions[0]!)) return [one];
  return [
    { ...one, field: 'FirstName', part: 'first' },
    { ...one, part: 'last' },
  ];
}

export function labelsOf(columns: readonly string[], positions: readonly number[]): string {
  return positions.map((position) => columns[position]!).join('+');
}
