import type { Field, ObjectType } from '../../records/object-type.js';
import { addParent, referenceOf } from '../../records/parent-path.js';
import { WrongUse } from '../../runtime/failure.js';
import { splitName, type NameOrder, type NamePart } from './split-name.js';

/** One `--map COLUMN[+COLUMN]=Field`, as given. */
export interface MapOption {
  /** Left of the last `=`. */
  readonly source: string;
  /** Right of it; empty to leave the column out. */
  readonly field: string;
  /** The columns, if known; their labels may be empty. */
  readonly positions?: readonly number[];
  readonly part?: NamePart | undefined;
  readonly order?: NameOrder | undefined;
}

export interface MappedField {
  /** A field; or a parent's external Id (`Account.VatNumber__c`), where the rules allow it. */
  readonly field: string;
  /** In the given order; several are joined by a space. */
  readonly positions: readonly number[];
  /** The part of the columns' whole name that fills the field. */
  readonly part?: NamePart | undefined;
  /** In that column, if known. */
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
  /** A declared field may be a target. */
  accepts(field: Field): boolean;
  /** A parent may be named by its external Id. */
  readonly takesParents?: true;
  /** Columns with another use (`--id`, `--source`), which are never mapped by name. */
  readonly reserved: readonly string[];
  /** Whether to guess a column with such texts for a field, so that not all rows are refused. Absent: yes. */
  suits?(field: Field, texts: Iterable<string>): boolean;
}

/**
 * `--map` takes precedence; a column that it does not mention fills the field with the same name (ignoring case).
 * @param strict refuses a column of `--map` that the file lacks; JSON files only show their columns row by row
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
    if (targets.has(filled)) throw new WrongUse(`--map: ${filled} is given twice; join columns by '+' instead`);
    targets.add(filled);
    taken.add(filled);
    if (positions !== undefined) fields.push({ field, positions, ...(part && { part, order }) });
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

/** By field name. Several columns are joined by a space, without empty ones; an empty field is absent. */
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

/** @throws WrongUse if strict and a column is missing */
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

/** @returns the name of the field that is filled, and what is mapped to it */
function target(type: ObjectType, name: string, rules: MappingRules): { filled: string; field: string } {
  const field = type.field(name);
  const reference = rules.takesParents && referenceOf(type, name);
  if (reference !== undefined) return { filled: reference.name, field: name };
  if (field === undefined) {
    const nearest = type.nearestField(name);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    throw new WrongUse(`--map: No such column '${name}' on entity '${type.name}'${hint}`);
  }
  if (!rules.accepts(field)) throw new WrongUse(`--map: ${field.name} is filled by the platform and cannot be set`);
  return { filled: field.name, field: field.name };
}
