import type { Field, ObjectType } from '../../records/object-type.js';
import { WrongUse } from '../../runtime/failure.js';
import { splitName, type NamePart } from './split-name.js';

/** One `--map COLUMN[+COLUMN]=Field` as written. */
export interface MapOption {
  /** Left of the last `=`. */
  readonly source: string;
  /** Right of it; empty to leave the column out. */
  readonly field: string;
  /** The columns, where they are known already: labels may be empty. */
  readonly positions?: readonly number[];
  readonly part?: NamePart | undefined;
}

export interface MappedField {
  readonly field: string;
  /** Positions of the columns, in the order given; several are joined by a space. */
  readonly positions: readonly number[];
  /** The field is filled by this part of the whole name that the columns hold. */
  readonly part?: NamePart | undefined;
}

export interface Mapping {
  readonly fields: readonly MappedField[];
  /** Columns that go nowhere, each with the reason. */
  readonly unused: readonly { column: string; reason: string }[];
}

export function parseMapOption(text: string): MapOption {
  const at = text.lastIndexOf('=');
  if (at <= 0) throw new WrongUse(`--map '${text}': expected COLUMN[+COLUMN]=Field`);
  return { source: text.slice(0, at), field: text.slice(at + 1).trim() };
}

export interface MappingRules {
  /** Whether a declared field may be a target. */
  accepts(field: Field): boolean;
  /** Columns with a job of their own (`--id`, `--source`): never mapped by their names. */
  readonly reserved: readonly string[];
  /**
   * Whether a field may be guessed to be filled by a column with such texts: else all rows would be refused. Absent: it
   * may.
   */
  suits?(field: Field, texts: Iterable<string>): boolean;
  /** Whether a column of whole names fills both fields of a person's name, where no other column fills the first. */
  readonly splitsNames?: boolean;
}

/**
 * Resolves which columns fill which fields. What `--map` says goes first; a column that it does not mention and that is
 * named like a field (without regard to case) fills that field.
 *
 * @param strict whether a column that `--map` names and the file lacks is wrong use; JSON files show their columns only
 *   row by row
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
  for (const { source, field: name, positions: known, part } of options) {
    const positions = known ?? positionsOf(source, columns, strict);
    for (const position of positions ?? []) mentioned.add(position);
    if (name === '') continue;
    const field = target(type, name, rules);
    if (targets.has(field.name)) throw new WrongUse(`--map: ${field.name} is given twice; join columns by '+' instead`);
    targets.add(field.name);
    taken.add(field.name);
    if (positions !== undefined) fields.push({ field: field.name, positions, ...(part && { part }) });
  }
  const unused: { column: string; reason: string }[] = [];
  columns.forEach((column, position) => {
    if (mentioned.has(position) || rules.reserved.includes(column)) return;
    const field = type.field(column);
    if (field === undefined) unused.push({ column, reason: `${type.name} has no such field` });
    else if (!rules.accepts(field)) unused.push({ column, reason: `${field.name} is filled by the platform` });
    else if (taken.has(field.name)) unused.push({ column, reason: `${field.name} is filled by another column` });
    else {
      taken.add(field.name);
      fields.push({ field: field.name, positions: [position] });
    }
  });
  return { fields, unused };
}

/**
 * A row's values by field name. Several columns are joined by a space, empty ones left out; a field whose cells are all
 * empty is absent.
 */
export function mapRow(mapping: Mapping, cells: readonly unknown[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { field, positions, part } of mapping.fields) {
    const whole =
      positions.length === 1 ? cells[positions[0]!] : joinedCells(positions.map((position) => cells[position]));
    const value = part !== undefined && typeof whole === 'string' ? splitName(whole)[part] : whole;
    if (value !== undefined && value !== '' && value !== null) values[field] = value;
  }
  return values;
}

/** Several cells that fill one field, joined by a space. */
export function joinedCells(cells: readonly unknown[]): string {
  return cells
    .filter((cell) => typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean')
    .map((cell) => String(cell).trim())
    .filter((text) => text !== '')
    .join(' ');
}

/** @throws WrongUse where strict and a column is missing */
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

function target(type: ObjectType, name: string, rules: MappingRules): Field {
  const field = type.field(name);
  if (field === undefined) {
    const nearest = type.nearestField(name);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    throw new WrongUse(`--map: No such column '${name}' on entity '${type.name}'${hint}`);
  }
  if (!rules.accepts(field)) throw new WrongUse(`--map: ${field.name} is filled by the platform and cannot be set`);
  return field;
}
