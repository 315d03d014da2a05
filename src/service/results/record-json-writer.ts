import type { Field, ObjectType } from '../../records/object-type.js';
import type { FieldValues, StoredRecord } from '../../records/record.js';
import { storedJson } from '../../records/stored-value.js';
import type { RecordJson } from '../../store/record-view.js';
import type { Formulas } from './formulas.js';

export interface RecordSource {
  get(id: string): StoredRecord | undefined;
  getJson(id: string): RecordJson | undefined;
}

interface OutputField {
  readonly name: string;
  readonly key: string;
  /** Absent for a formula field, because a stored value under its name is left over from an earlier type. */
  readonly field: Field | undefined;
}

interface TypeLayout {
  /** JSON up to the Id in the record's URL. */
  readonly head: string;
  /** Fields in output order. */
  readonly fields: readonly OutputField[];
  /** Reference fields, with the keys of their nested targets. */
  readonly references: readonly { readonly name: string; readonly key: string }[];
  readonly hasFormulas: boolean;
  /** Layouts by the list of field names of a record. */
  readonly layouts: WeakMap<readonly string[], ShapeLayout>;
  /** JSON of frequently read records, without parents. Only if the type has no formula fields. */
  readonly texts: WeakMap<RecordJson, string>;
}

/**
 * The output fields of records with the same list of field names. An object has about sixty fields, but most records
 * have values in only a dozen.
 */
interface ShapeLayout {
  /** Fields that can have a value, with their index in the record. -1 for a boolean or formula that is not stored. */
  readonly fields: readonly (OutputField & { readonly place: number })[];
  readonly references: readonly { readonly key: string; readonly place: number }[];
}

const NONE: FieldValues = {};

/** Writes records as JSON of the platform's REST API. Unchanged values are neither parsed nor serialised. */
export class RecordJsonWriter {
  readonly #shown = new Map<string, TypeLayout>();
  readonly #parents = new WeakMap<RecordJson, string>();

  constructor(
    private readonly apiVersion: string,
    private readonly formulas: Formulas,
    private readonly stored: RecordSource,
  ) {}

  /**
   * Writes `attributes`, `Id`, the stored non-null fields (or the object's `resultFields`) and each reference's stored
   * target as a nested object.
   *
   * @param parents cache for one response, so that a parent shared by many matches (an owner) is read once
   */
  record(type: ObjectType, record: RecordJson, parents: ParentCache): string {
    const shown = this.#shownOf(type);
    return withParents(this.#ownText(type, shown, record), layoutOf(shown, record.names), record, parents);
  }

  parents(): ParentCache {
    return new ParentCache((id) => this.#parent(id));
  }

  /** Returns the JSON without parents, which may change independently. */
  #ownText(type: ObjectType, shown: TypeLayout, record: RecordJson): string {
    if (shown.hasFormulas) return ownText(shown, record, this.#calculated(type, record.id));
    let text = record.isKept === true ? shown.texts.get(record) : undefined;
    if (text !== undefined) return text;
    text = ownText(shown, record, NONE);
    if (record.isKept === true) shown.texts.set(record, text);
    return text;
  }

  #calculated(type: ObjectType, id: string): FieldValues {
    const record = this.stored.get(id);
    if (record === undefined) return NONE;
    return this.formulas.calculate(type.name, id, record.fields, (other) => this.stored.get(other));
  }

  /** Returns a referenced record as JSON; `undefined` if it is not stored. */
  #parent(id: string): string | undefined {
    const record = this.stored.getJson(id);
    if (record === undefined) return undefined;
    const known = record.isKept === true ? this.#parents.get(record) : undefined;
    if (known !== undefined) return known;
    // The contract requires nesting even a record of an object without Name (a Case, a Task), with the key `Name`.
    const name = record.values[record.names.indexOf('Name')] ?? 'null';
    const text = `${this.#head(record.type)}${record.id}"},"Id":"${record.id}","Name":${name}}`;
    if (record.isKept === true) this.#parents.set(record, text);
    return text;
  }

  #head(type: string): string {
    const name = JSON.stringify(type);
    return `{"attributes":{"type":${name},"url":"/services/data/${this.apiVersion}/sobjects/${name.slice(1, -1)}/`;
  }

  #shownOf(type: ObjectType): TypeLayout {
    let shown = this.#shown.get(type.name);
    if (shown === undefined) this.#shown.set(type.name, (shown = this.#describe(type)));
    return shown;
  }

  #describe(type: ObjectType): TypeLayout {
    const names = type.resultFields ?? type.fields.map(({ name }) => name);
    const keyed = (name: string, key: string) => ({ name, key: `,${JSON.stringify(key)}:` });
    return {
      head: this.#head(type.name),
      fields: names
        .filter((name) => name !== 'Id')
        .map((name) => ({ ...keyed(name, name), field: storedField(type, name) })),
      references: type.fields
        .filter((field) => field.type === 'reference')
        .map(({ name, relationshipName }) => keyed(name, relationshipName!)),
      hasFormulas: type.resultFields?.some((name) => type.field(name)?.type === 'formula') ?? false,
      layouts: new WeakMap(),
      texts: new WeakMap(),
    };
  }
}

function storedField(type: ObjectType, name: string): Field | undefined {
  const field = type.field(name);
  return field?.type === 'formula' ? undefined : field;
}

/** The parents in one response. Each is read once. */
export class ParentCache {
  readonly #known = new Map<string, string | undefined>();

  constructor(private readonly read: (id: string) => string | undefined) {}

  /** @param reference an Id as JSON. @returns the parent as JSON; `undefined` if it is not stored */
  of(reference: string): string | undefined {
    if (!this.#known.has(reference)) this.#known.set(reference, this.read(JSON.parse(reference) as string));
    return this.#known.get(reference);
  }

  isCurrent(): boolean {
    for (const [reference, text] of this.#known) if (this.read(JSON.parse(reference) as string) !== text) return false;
    return true;
  }
}

function layoutOf({ fields, references, layouts }: TypeLayout, names: readonly string[]): ShapeLayout {
  let layout = layouts.get(names);
  if (layout === undefined) {
    layout = {
      fields: fields
        .map((shown) => ({ ...shown, place: names.indexOf(shown.name) }))
        .filter(({ place, field }) => place >= 0 || field === undefined || field.type === 'boolean'),
      references: references
        .map(({ name, key }) => ({ key, place: names.indexOf(name) }))
        .filter(({ place }) => place >= 0),
    };
    layouts.set(names, layout);
  }
  return layout;
}

function ownText(shown: TypeLayout, { id, names, values }: RecordJson, calculated: FieldValues): string {
  let text = `${shown.head}${id}"},"Id":"${id}"`;
  for (const { name, key, field, place } of layoutOf(shown, names).fields) {
    let value = 'null';
    if (field !== undefined) value = storedJson(field, place < 0 ? 'null' : values[place]!);
    else if (Object.hasOwn(calculated, name)) value = JSON.stringify(calculated[name]);
    if (value !== 'null') text += key + value;
  }
  return text;
}

function withParents(own: string, { references }: ShapeLayout, { values }: RecordJson, parents: ParentCache): string {
  let text = own;
  for (const { key, place } of references) {
    if (!values[place]!.startsWith('"')) continue;
    const parent = parents.of(values[place]!);
    if (parent !== undefined) text += key + parent;
  }
  return `${text}}`;
}
