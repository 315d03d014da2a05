import type { FieldInfo, ObjectDescription, RecordData } from '../api/types.js';
import { plainValue } from '../state/number-format.js';

/** Typed values by field, in the format of the inputs. */
export type Typed = Readonly<Record<string, string | boolean>>;

const NUMERIC: ReadonlySet<string> = new Set(['int', 'double', 'currency', 'percent']);

export const isNumeric = ({ type }: FieldInfo): boolean => NUMERIC.has(type);

export function asTyped({ type }: FieldInfo, value: unknown): string | boolean {
  if (type === 'boolean') return value === true;
  const text = plainValue(value);
  return type === 'datetime' ? localTime(text) : text;
}

/** Converts a typed value to the service's format. Invalid numbers are kept, because the service rejects them. */
function asSent(field: FieldInfo, typed: string | boolean): string | number | boolean | null {
  if (typeof typed === 'boolean') return typed;
  const text = typed.trim();
  if (text === '') return null;
  if (isNumeric(field)) return Number.isFinite(Number(text)) ? Number(text) : text;
  if (field.type !== 'datetime') return typed;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

/** Returns the values that differ from those of a record, in the service's format. */
export function changedValues({ fields }: ObjectDescription, base: RecordData, typed: Typed): Record<string, unknown> {
  const changed = fields.filter((field) => isChanged(field, base, typed));
  return Object.fromEntries(changed.map((field) => [field.name, asSent(field, typed[field.name]!)]));
}

export function isChanged(field: FieldInfo, base: RecordData, typed: Typed): boolean {
  const value = typed[field.name];
  return value !== undefined && value !== asTyped(field, base[field.name]);
}

/** Formats a time like `2026-01-31T08:00`, in the user's time zone. */
function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
