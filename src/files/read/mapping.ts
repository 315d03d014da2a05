import type { Field, ObjectType } from '../../records/object-type.js';
import { addParent, referenceOf } from '../../records/parent-path.js';
import { WrongUse } from '../../runtime/failure.js';
import { splitName, type NameOrder, type NamePart } from './split-name.js';

/** A `--map COLUMN[+COLUMN]=Field` option. */
export interface MapOption {
  /** Text before the last `=`. */
  readonly source: string;
  /** Text after the last `=`. Empty if the column is to be ignored. */
  readonly field: string;
  /** Positions of the columns, if known. Labels may be empty. */
  readonly positions?: readonly number[];
  readonly part?: NamePart | undefined;
  readonly order?: NameOrder | undefined;
}

export interface MappedField {
  /** A field or, if the rules allow it, a parent's external Id (`Account.VatNumber__c`). */
  readonly field: string;
  /** Columns in the given order. Several columns are joined with a space. */
  readonly positions: readonly number[];
  /** The part of the columns' full name that fills the field. */
  readonly part?: NamePart | undefined;
  /** Order of names in the column, if known. */
  readonly order?: NameOrder | undefined;
}

export interface Mapping {
  readonly fields: readonly MappedField[];
  readonly unused: readonly { column: string; reason: string }[];
}

export function parseMapOption(text: string): MapOption {
  const at = text.lastIndexOf('=');
  if (at <= 0) throw new WrongUse(`--map '${text}': expected COLUMN[+COLUMN]=Field`);
  return { source: text.slice(0, at), field: text.slice(at + 1).trim() };
}

export interface MappingRules {
  accepts(field: Field): boolean;
  /** Whether a column may identify a parent by its external Id. */
  readonly takesParents?: true;
  /** Columns with another use (`--id`, `--source`), which are never mapped by name. */
  readonly reserved: readonly string[];
  /** Returns whether a column with such values may fill the field. Otherwise, all rows would fail. Default: true. */
  suits?(field: Field, texts: Iterable<string>): boolean;
}

/**
 * Resolves a mapping. A column that `--map` does not mention fills the field with the same name, ignoring case.
 * @param strict rejects a column of `--map` that the file lacks. JSON files show their columns only row by row
 * @throws WrongUse for an unknown column or field, or a field that would be filled twice
 */
export function resolveMapping(
  type: ObjectType,
  columns: readonly string[],
  options: readonly MapOption[],
  rules: MappingRules,
  strict: boolean,
): Mapping {
  const fields: MappedField[] = [];
  const taken = new Set<string>();
  const mentioned = new Set<number>();
  const targets = new Set<string>();
  for (const { source, field: name, positions: known, part, order } of options) {
    const positions = known ?? positionsOf(source, columns, strict);
    for (const position of positions ?? []) mentioned.add(position);
    if (name === '') continue;
    const { filled, field } = target(type, name, rules);
    if (targets.has(filled)) throw new WrongUse(`--map: ${filled} is given twice; to join columns, use '+'`);
    targets.add(filled);
    taken.add(filled);
    if (positions !== undefined) fields.push({ field, positions, ...(part && { part, order }) });
  }
  const unused: { column: string; reason: string }[] = [];
  columns.forEach((column, position) => {
    if (mentioned.has(position) || rules.reserved.includes(column)) return;
    const field = type.field(column);
    if (field === undefined) unused.push({ column, reason: `${type.name} has no such field` });
    else if (!rules.accepts(field)) unused.push({ column, reason: `${field.name} is set automatically` });
    else if (taken.has(field.name)) unused.push({ column, reason: `${field.name} is filled by another column` });
    else {
      taken.add(field.name);
      fields.push({ field: field.name, positions: [position] });
    }
  });
  return { fields, unused };
}

/** Returns values by field name. Joins several columns with a space, skipping blanks. Omits blank fields. */
export function mapRow(mapping: Mapping, cells: readonly unknown[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { field, positions, part, order } of mapping.fields) {
    const whole =
      positions.length === 1 ? cells[positions[0]!] : joinedCells(positions.map((position) => cells[position]));
    const value = part !== undefined && typeof whole === 'string' ? splitName(whole, order)[part] : whole;
    if (value === undefined || value === '' || value === null) continue;
    if (field.includes('.')) addParent(values, field, value);
    else values[field] = value;
  }
  return values;
}

function joinedCells(cells: readonly unknown[]): string {
  return cells
    .filter((cell) => typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean')
    .map((cell) => String(cell).trim())
    .filter((text) => text !== '')
    .join(' ');
}

/** Returns the positions of columns. @throws WrongUse if `strict` and a column is missing */
export function positionsOf(source: string, columns: readonly string[], strict: boolean): number[] | undefined {
  const whole = columns.indexOf(source);
  if (whole >= 0) return [whole];
  const names = source.split('+').map((name) => name.trim());
  const missing = names.find((name) => !columns.includes(name));
  if (missing === undefined) return names.map((name) => columns.indexOf(name));
  if (!strict) {
    const present = names.map((name) => columns.indexOf(name)).filter((position) => position >= 0);
    return present.length === 0 ? undefined : present;
  }
  throw new WrongUse(`--map: the file has no column '${missing}'; its columns are ${columns.join(', ')}`);
}

/** Resolves a target. @returns the name of the filled field, and the field or external Id */
function target(type: ObjectType, name: string, rules: MappingRules): { filled: string; field: string } {
  const field = type.field(name);
  const reference = rules.takesParents && referenceOf(type, name);
  if (reference !== undefined) return { filled: reference.name, field: name };
  if (field === undefined) {
    const nearest = type.nearestField(name);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    throw new WrongUse(`--map: No such column '${name}' on entity '${type.name}'${hint}`);
  }
  if (!rules.accepts(field)) throw new WrongUse(`--map: ${field.name} is set automatically and cannot be mapped`);
  return { filled: field.name, field: field.name };
}
