import { signal } from '@preact/signals';
import { call, session } from './call.js';
import { texts } from '../texts.js';
import type { FieldInfo, ObjectDescription, ObjectInfo, Scope } from './types.js';

export function allows(scope: Scope): boolean {
  return session.value?.scopes.includes(scope) === true;
}

const descriptions = new Map<string, Promise<ObjectDescription>>();
let listed: Promise<readonly ObjectInfo[]> | undefined;
/** The most recently loaded objects. Components that read them are redrawn after each load. */
export const knownObjects = signal<readonly ObjectInfo[]>([]);

/** Returns all objects. The result is cached, because objects and fields change only at a restart. */
export function objects(): Promise<readonly ObjectInfo[]> {
  listed ??= call('objects').then(
    // Leave out groups and pairs of duplicates, which have their own view.
    ({ sobjects }) => {
      const all = sobjects as unknown as readonly ObjectInfo[];
      return (knownObjects.value = all.filter(({ name }) => !name.startsWith('dupcheck__')));
    },
    (error: unknown) => {
      listed = undefined;
      throw error;
    },
  );
  return listed;
}

/** Returns the label of an object, or its name until the objects are loaded. */
export function objectLabel(name: string): string {
  const known = knownObjects.value.find((one) => one.name === name);
  if (known === undefined && allows('read')) void objects().catch(() => undefined);
  return known?.label ?? name;
}

export function describe(objectType: string): Promise<ObjectDescription> {
  const known = descriptions.get(objectType);
  if (known !== undefined) return known;
  const asked = call('describe', { params: { objectType } }).then((found) =>
    withLabels(found as unknown as ObjectDescription),
  );
  asked.catch(() => descriptions.delete(objectType));
  descriptions.set(objectType, asked);
  return asked;
}

/** Derives a label from a field's name. For example, `MailingCity` becomes Mailing City. */
const spaced = (name: string): string => name.replace(/([a-z0-9])(?=[A-Z])/g, '$1 ');

/** Gives each field a unique label, because people choose fields by their labels. */
function withLabels(type: ObjectDescription): ObjectDescription {
  const named = type.fields.map((field) =>
    field.label === field.name ? { ...field, label: spaced(field.name) } : field,
  );
  const isAlone = ({ label }: FieldInfo): boolean => named.filter((one) => one.label === label).length === 1;
  const fields = named.map((field) => (isAlone(field) ? field : { ...field, label: `${field.label} (${field.name})` }));
  return { ...type, fields };
}

/**
 * Returns the label of a scenario's field. The fields in `FirstName+LastName` are compared together. In
 * `Phone|MobilePhone`, the most similar values are used.
 *
 * @param type if unknown, the names of the fields are used
 */
export function fieldLabel(type: ObjectDescription | undefined, name: string): string {
  const labelOf = (part: string): string => type?.fields.find((field) => field.name === part)?.label ?? spaced(part);
  const alternatives = name.split('|').map((one) => one.split('+').map(labelOf).join(' + '));
  return alternatives.join(texts.search.either);
}

/** The inverse of `fieldLabel`. Also accepts names of fields, and returns any other text unchanged. */
export function fieldsLabelled({ fields }: ObjectDescription, text: string): string {
  const nameOf = (part: string): string | undefined => {
    const asked = part.trim().toLowerCase();
    return fields.find(({ label, name }) => [label, name].some((one) => one.toLowerCase() === asked))?.name;
  };
  const nameIn = (part: string): string => nameOf(part) ?? part.trim();
  const alternatives = text.split(texts.search.either).flatMap((one) => one.split('|'));
  return nameOf(text) ?? alternatives.map((one) => one.split('+').map(nameIn).join('+')).join('|');
}

// Clear the cache, because another user may see other objects.
session.subscribe(() => {
  listed = undefined;
  descriptions.clear();
});
