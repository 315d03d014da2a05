import { createRegistry } from '../../records/registry.js';
import type { ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { StoredRecord } from '../../records/record.js';
import type { Organisation } from './query-request.js';

/** Objects that describe the installation. Their records are not stored. */
const own = createRegistry([
  {
    name: 'Organization',
    keyPrefix: '00D',
    fields: [
      { name: 'Name', type: 'string', length: 80 },
      { name: 'IsSandbox', type: 'boolean' },
      { name: 'OrganizationType', type: 'picklist' },
      { name: 'InstanceName', type: 'string', length: 5 },
      { name: 'NamespacePrefix', type: 'string', length: 15 },
      { name: 'TrialExpirationDate', type: 'datetime' },
      { name: 'LanguageLocaleKey', type: 'picklist' },
      { name: 'TimeZoneSidKey', type: 'picklist' },
      { name: 'DefaultLocaleSidKey', type: 'picklist' },
    ],
  },
  {
    name: 'RecordType',
    keyPrefix: '012',
    fields: [
      { name: 'Name', type: 'string', length: 80 },
      { name: 'DeveloperName', type: 'string', length: 80 },
      { name: 'NamespacePrefix', type: 'string', length: 15 },
      { name: 'Description', type: 'string', length: 255 },
      { name: 'SobjectType', type: 'picklist' },
      { name: 'IsActive', type: 'boolean' },
    ],
  },
]);

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
