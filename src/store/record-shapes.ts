import type { FieldValue, FieldValues, StoredRecord } from '../records/record.js';
import type { RecordJson, StoredNames } from './record-view.js';

/** A type, and field names in order. All records with the same type and names share a shape. */
export interface Shape {
  readonly number: number;
  readonly type: string;
  /** `undefined` if each record's bytes include the field names. */
  readonly names: readonly string[] | undefined;
  /** The names as in JSON: quoted, with colons. */
  readonly keys: readonly string[] | undefined;
}

/** A record's values, each encoded as JSON once. */
export interface EncodedValues {
  readonly shape: Shape;
  /** JSON for memory and snapshots: an array of values in the order of the shape's names, or an object. */
  readonly text: string;
  readonly fields: string;
}

/** Number of recent shapes, found by a cheap hash. Most records have one of them, so no key has to be built. */
const RECENT = 256;
/**
 * Maximum number of shapes. Records with other shapes store their field names in their bytes, which takes more space.
 */
const MAX_SHAPES = 65_536;

/** Stores field names once per shape, and each record's values as a JSON array, which is half as long as an object. */
export class RecordShapes {
  readonly #byKey = new Map<string, Shape>();
  readonly #byNumber: Shape[] = [];
  readonly #recent = new Array<Shape | undefined>(RECENT).fill(undefined);
  #named = 0;

  /** A field with the value `undefined` counts as absent. */
  encode(record: StoredRecord): EncodedValues {
    let names = Object.keys(record.fields);
    let values: (FieldValue | undefined)[] = Object.values(record.fields);
    if (values.includes(undefined)) {
      names = names.filter((name) => record.fields[name] !== undefined);
      values = values.filter((value) => value !== undefined);
    }
    const shape = this.intern(record.type, names);
    let text = '';
    let fields = '';
    for (let i = 0; i < values.length; i++) {
      const value = JSON.stringify(values[i]);
      const comma = i === 0 ? '' : ',';
      text += comma + value;
      fields += comma + (shape.keys?.[i] ?? keyOf(names[i]!)) + value;
    }
    fields = `{${fields}}`;
    return { shape, text: shape.names === undefined ? fields : `[${text}]`, fields };
  }

  decode(id: string, shape: Shape, text: string): StoredRecord {
    if (shape.names === undefined) return { id, type: shape.type, fields: JSON.parse(text) as FieldValues };
    const values = JSON.parse(text) as FieldValue[];
    const fields: FieldValues = {};
    for (let i = 0; i < values.length; i++) fields[shape.names[i]!] = values[i]!;
    return { id, type: shape.type, fields };
  }

  decodeJson(id: string, shape: Shape, text: string): RecordJson {
    if (shape.names !== undefined) return { id, type: shape.type, names: shape.names, values: jsonElements(text) };
    const fields = Object.entries(JSON.parse(text) as FieldValues);
    return {
      id,
      type: shape.type,
      names: fields.map(([name]) => name),
      values: fields.map(([, value]) => JSON.stringify(value)),
    };
  }

  *storedNames(): Iterable<StoredNames> {
    for (const { type, names } of this.#byNumber) yield { objectType: type, fields: names };
  }

  at(number: number): Shape {
    return this.#byNumber[number]!;
  }

  intern(type: string, names: readonly string[] | undefined): Shape {
    if (names === undefined) return this.#lookUp(type, names);
    const place = placeOf(type, names);
    const recent = this.#recent[place];
    if (recent?.type === type && isSame(recent.names, names)) return recent;
    return (this.#recent[place] = this.#lookUp(type, names));
  }

  #lookUp(type: string, names: readonly string[] | undefined): Shape {
    // An assignment to `__proto__` would set the prototype, but JSON.parse creates a field.
    let kept = names?.includes('__proto__') ? undefined : names;
    let key = JSON.stringify([type, kept]);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (kept !== undefined && this.#named >= MAX_SHAPES) {
      kept = undefined;
      key = JSON.stringify([type, kept]);
      const general = this.#byKey.get(key);
      if (general !== undefined) return general;
    }
    const shape = { number: this.#byNumber.length, type, names: kept, keys: kept?.map(keyOf) };
    if (kept !== undefined) this.#named++;
    this.#byNumber.push(shape);
    this.#byKey.set(key, shape);
    return shape;
  }
}

function keyOf(name: string): string {
  return `${JSON.stringify(name)}:`;
}

function placeOf(type: string, names: readonly string[]): number {
  let hash = type.length;
  for (const name of names) hash = (Math.imul(hash, 31) + name.length + 7 * (name.charCodeAt(0) | 0)) | 0;
  return hash & (RECENT - 1);
}

function isSame(names: readonly string[] | undefined, others: readonly string[]): boolean {
  if (names?.length !== others.length) return false;
  for (let i = 0; i < names.length; i++) if (names[i] !== others[i]) return false;
  return true;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** Splits a JSON array of scalars into the JSON of its elements. @param text from `JSON.stringify`; not validated */
export function jsonElements(text: string): string[] {
  const elements: string[] = [];
  const end = text.length - 1;
  let from = 1;
  for (let at = 1; at < end; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = closingQuote(text, at + 1);
    else if (character === COMMA) {
      elements.push(text.slice(from, at));
      from = at + 1;
    }
  }
  if (from < end) elements.push(text.slice(from, end));
  return elements;
}

/** `indexOf` is fast here, because a backslash before a quote is rare. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

/** Returns whether an odd number of backslashes precedes a quote. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}
