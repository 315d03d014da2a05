import type { ObjectDuplicateRule, OnSaveUpdate } from './object-schema.js';
import { nearestName } from './nearest-name.js';
import type { Field, ObjectType } from './object-type.js';

export const DEFAULT_MAX_RESULTS = 100;

/** The registry adds parts that depend on other types. */
export class ResolvedType implements ObjectType {
  readonly #declared: ReadonlyMap<string, Field>;
  readonly #byName: ReadonlyMap<string, Field>;
  readonly #byRelationship: ReadonlyMap<string, Field>;
  readonly uniqueFields: readonly string[];
  resultFields: readonly string[] | undefined = undefined;
  maxResults = DEFAULT_MAX_RESULTS;
  duplicateRule: ObjectDuplicateRule = 'off';
  onSave: readonly OnSaveUpdate[] = [];

  constructor(
    readonly name: string,
    readonly keyPrefix: string,
    readonly label: string,
    readonly fields: readonly Field[],
  ) {
    this.#declared = new Map(fields.map((field) => [field.name, field]));
    this.uniqueFields = fields.flatMap(({ name, unique }) => (unique === true ? [name] : []));
    this.#byName = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
    this.#byRelationship = new Map(
      fields.flatMap((field) =>
        field.relationshipName === undefined ? [] : [[field.relationshipName.toLowerCase(), field]],
      ),
    );
  }

  field(name: string): Field | undefined {
    return this.#declared.get(name) ?? this.#byName.get(name.toLowerCase());
  }

  relationship(name: string): Field | undefined {
    return this.#byRelationship.get(name.toLowerCase());
  }

  nearestField(name: string): string | undefined {
    return nearestName(
      name,
      this.fields.map((field) => field.name),
    );
  }
}
