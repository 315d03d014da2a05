import type { MaybePromise } from '../maybe-promise.js';
import type { Field, ObjectType } from '../records/object-type.js';
import type { FieldValues, StoredRecord } from '../records/record.js';
import { storedJson } from '../records/stored-value.js';
import type { RecordJson } from '../store/record-store.js';
import type { Formulas } from './formulas.js';

/** What the texts are made of. */
export interface StoredTexts {
  get(id: string): MaybePromise<StoredRecord | undefined>;
  getJson(id: string): MaybePromise<RecordJson | undefined>;
}

interface ShownField {
  readonly name: string;
  readonly key: string;
  /** Absent for a formula field: what a record holds under its name was stored while it was none. */
  readonly field: Field | undefined;
}

/** What is shown of the records of one type, under which keys. */
interface Shown {
  /** Up to the record's Id in its address. */
  readonly head: string;
  /** In the order of the answer. */
  readonly fields: readonly ShownField[];
  /** References, and the key that their target is nested under. */
  readonly references: readonly { readonly name: string; readonly key: string }[];
  readonly hasFormulas: boolean;
  /** By a record's list of field names. */
  readonly layouts: WeakMap<readonly string[], Layout>;
}

/**
 * What is written of records with the same list of field names: an object has some sixty fields, most records a dozen.
 */
interface Layout {
  /**
   * Those that can have a value, and where the record holds it; -1: nowhere, but a boolean or a formula field has one.
   */
  readonly fields: readonly (ShownField & { readonly place: number })[];
  readonly references: readonly { readonly key: string; readonly place: number }[];
}

const NONE: FieldValues = {};

/**
 * Writes the records that a search returns as JSON, the way the platform's REST API shows them, from the JSON that is stored: a value that is only passed on is neither parsed nor
 * written anew.
 */
export class ResultText {
  /** By object type name. */
  readonly #shown = new Map<string, Shown>();

  constructor(
    private readonly apiVersion: string,
    private readonly formulas: Formulas,
    private readonly stored: StoredTexts,
  ) {}

  /**
   * `attributes`, `Id`, the stored non-null fields (or the object's `resultFields`) and each reference's stored target nested.
   *
   * @param parents of the answer that the text is for: parents that many matches share (an owner) are read once
   */
  record(type: ObjectType, record: RecordJson, parents: Parents): MaybePromise<string> {
    const shown = this.#shownOf(type);
    if (!shown.hasFormulas) return this.#write(shown, record, NONE, parents);
    return this.#calculated(type, record.id).then((calculated) => this.#write(shown, record, calculated, parents));
  }

  parents(): Parents {
    return new Parents((id) => this.#parent(id));
  }

  #write(shown: Shown, record: RecordJson, calculated: FieldValues, parents: Parents): MaybePromise<string> {
    const { id, values } = record;
    const { fields, references } = layoutOf(shown, record.names);
    let text = `${shown.head}${id}"},"Id":"${id}"`;
    for (const { name, key, field, place } of fields) {
      let value = 'null';
      if (field !== undefined) value = storedJson(field, place < 0 ? 'null' : values[place]!);
      else if (Object.hasOwn(calculated, name)) value = JSON.stringify(calculated[name]);
      if (value !== 'null') text += key + value;
    }
    for (const { key, place } of references) {
      if (!values[place]!.startsWith('"')) continue;
      const parent = parents.of(values[place]!);
      if (parent instanceof Promise) return parent.then(() => this.#write(shown, record, calculated, parents));
      if (parent !== undefined) text += key + parent;
    }
    return `${text}}`;
  }

  async #calculated(type: ObjectType, id: string): Promise<FieldValues> {
    const record = await this.stored.get(id);
    if (record === undefined) return NONE;
    return this.formulas.calculate(type.name, id, record.fields, (other) => this.stored.get(other));
  }

  #parent(id: string): MaybePromise<string | undefined> {
    const record = this.stored.getJson(id);
    return record instanceof Promise ? record.then((found) => this.#nested(found)) : this.#nested(record);
  }

  #nested(record: RecordJson | undefined): string | undefined {
    if (record === undefined) return undefined;
    // An object without a Name field (a Case, a Task) is nested all the same; the contract names the key, so it is there.
    const name = record.values[record.names.indexOf('Name')] ?? 'null';
    return `${this.#head(record.type)}${record.id}"},"Id":"${record.id}","Name":${name}}`;
  }

  #head(type: string): string {
    const name = JSON.stringify(type);
    return `{"attributes":{"type":${name},"url":"/services/data/${this.apiVersion}/sobjects/${name.slice(1, -1)}/`;
  }

  #shownOf(type: ObjectType): Shown {
    let shown = this.#shown.get(type.name);
    if (shown === undefined) this.#shown.set(type.name, (shown = this.#describe(type)));
    return shown;
  }

  #describe(type: ObjectType): Shown {
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
    };
  }
}

function storedField(type: ObjectType, name: string): Field | undefined {
  const field = type.field(name);
  return field?.type === 'formula' ? undefined : field;
}

/** The parents of the records of one answer, each read once. */
export class Parents {
  /** By the reference's JSON text. */
  readonly #known = new Map<string, MaybePromise<string | undefined>>();

  constructor(private readonly read: (id: string) => MaybePromise<string | undefined>) {}

  /** @param reference JSON text of an Id. @returns JSON text of the parent; `undefined` where it is not stored */
  of(reference: string): MaybePromise<string | undefined> {
    if (this.#known.has(reference)) return this.#known.get(reference);
    const read = this.read(JSON.parse(reference) as string);
    const parent = read instanceof Promise ? read.then((text) => this.#arrived(reference, text)) : read;
    this.#known.set(reference, parent);
    return parent;
  }

  #arrived(reference: string, text: string | undefined): string | undefined {
    this.#known.set(reference, text);
    return text;
  }
}

function layoutOf({ fields, references, layouts }: Shown, names: readonly string[]): Layout {
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
