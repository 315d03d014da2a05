import type { FieldValue, FieldValues, StoredRecord } from '../records/record.js';
import { jsonElements } from './json-elements.js';
import type { RecordJson } from './record-store.js';

/** A record's type and the names of its fields in order, kept once for all records that have them. */
export interface Shape {
  readonly number: number;
  readonly type: string;
  /** `undefined`: the record's bytes name their fields themselves. */
  readonly names: readonly string[] | undefined;
}

/** Shapes lately used, by a cheap hash of theirs: most records have one of a few, and need no key. */
const RECENT = 256;
/** Past this many shapes a record's bytes name their own fields: correct, only larger. */
const MAX_SHAPES = 65_536;

/** Field names stand once per shape, values as a JSON array per record: about half the bytes of an object each. */
export class RecordShapes {
  readonly #byKey = new Map<string, Shape>();
  readonly #byNumber: Shape[] = [];
  readonly #recent = new Array<Shape | undefined>(RECENT).fill(undefined);
  #named = 0;

  /** A record as shape and JSON text of its values. A field whose value is `undefined` counts as absent. */
  encode(record: StoredRecord): { shape: Shape; text: string } {
    let names = Object.keys(record.fields);
    let values: (FieldValue | undefined)[] = Object.values(record.fields);
    if (values.includes(undefined)) {
      names = names.filter((name) => record.fields[name] !== undefined);
      values = values.filter((value) => value !== undefined);
    }
    const shape = this.intern(record.type, names);
    return { shape, text: JSON.stringify(shape.names === undefined ? record.fields : values) };
  }

  decode(id: string, shape: Shape, text: string): StoredRecord {
    if (shape.names === undefined) return { id, type: shape.type, fields: JSON.parse(text) as FieldValues };
    const values = JSON.parse(text) as FieldValue[];
    const fields: FieldValues = {};
    for (let i = 0; i < values.length; i++) fields[shape.names[i]!] = values[i]!;
    return { id, type: shape.type, fields };
  }

  /** The record without parsing its values. */
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

  at(number: number): Shape {
    return this.#byNumber[number]!;
  }

  /** The shape of a type and names, made where there is none yet. */
  intern(type: string, names: readonly string[] | undefined): Shape {
    if (names === undefined) return this.#lookUp(type, names);
    const place = placeOf(type, names);
    const recent = this.#recent[place];
    if (recent?.type === type && isSame(recent.names, names)) return recent;
    return (this.#recent[place] = this.#lookUp(type, names));
  }

  #lookUp(type: string, names: readonly string[] | undefined): Shape {
    // Assigning `__proto__` would set the prototype; JSON.parse makes a field of it.
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
    const shape = { number: this.#byNumber.length, type, names: kept };
    if (kept !== undefined) this.#named++;
    this.#byNumber.push(shape);
    this.#byKey.set(key, shape);
    return shape;
  }
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
