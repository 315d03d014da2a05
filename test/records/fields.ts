import type { FieldDefinition } from '../../src/records/object-schema.js';
import type { Field } from '../../src/records/object-type.js';
import { createRegistry } from '../../src/records/registry.js';

/** A field as resolved by the registry: on the custom object `Thing__c`, with the default name `F__c`. */
export function resolvedField(definition: Omit<FieldDefinition, 'name'> & { name?: string }): Field {
  const name = definition.name ?? 'F__c';
  const registry = createRegistry([{ name: 'Thing__c', keyPrefix: 'a00', fields: [{ ...definition, name }] }]);
  return registry.byName('Thing__c')!.field(name)!;
}
