import { dataText } from '../../runtime/data-text.js';
import type { ObjectDefinition } from '../../records/object-schema.js';
import { createRegistry } from '../../records/registry.js';
import type { ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { StoredRecord } from '../../records/record.js';
import type { Organisation } from './query-request.js';

/** Objects that describe the installation. Their records are not stored. */
const own = createRegistry(JSON.parse(dataText('own-objects.json')) as ObjectDefinition[]);

const OWN = ['Organization', 'RecordType'];

/** Returns the objects that can be queried: the visible objects of a registry, and the installation's own. */
export function queriedObjects(registry: ObjectRegistry, isVisible: (type: ObjectType) => boolean): ObjectRegistry {
  const visible = (type: ObjectType | undefined) => (type !== undefined && isVisible(type) ? type : undefined);
  const ownBy = (name: string) => (OWN.some((one) => one.toLowerCase() === name.toLowerCase()) ? own : undefined);
  return {
    types: [...registry.types.filter(isVisible), ...OWN.flatMap((name) => own.byName(name) ?? [])],
    byName: (name) =>
      registry.byName(name) === undefined ? ownBy(name)?.byName(name) : visible(registry.byName(name)),
    byPrefix: (prefix) => visible(registry.byPrefix(prefix)),
  };
}

/** Returns the records of one of the installation's own objects; `undefined` for other objects. */
export function ownRecords(type: ObjectType, { id, name }: Organisation): StoredRecord[] | undefined {
  if (own.byName(type.name) !== type) return undefined;
  if (type.name !== 'Organization') return [];
  const fields = {
    ...{ Name: name, IsSandbox: false, OrganizationType: 'Likeness', InstanceName: 'LIKE1' },
    ...{ LanguageLocaleKey: 'en_US', TimeZoneSidKey: 'GMT', DefaultLocaleSidKey: 'en_US' },
  };
  return [{ id, type: type.name, fields }];
}
