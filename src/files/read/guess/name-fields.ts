import type { ObjectType } from '../../../records/object-type.js';
import { fieldsFor } from './meaning-fields.js';
import { addressNamedBy, readLabel } from './read-label.js';
import { note } from '../../../runtime/notes.js';

/** Replaces labels (`first name=Anna`) with field names. Keeps unknown names, which are rejected with a hint later. */
export function nameFields(type: ObjectType, values: Readonly<Record<string, string>>): Record<string, string> {
  const named = new Map<string, string>();
  const told: string[] = [];
  const isFree = (field: string) => !named.has(field) && !Object.hasOwn(values, field);
  for (const [name, value] of Object.entries(values)) {
    const meaning = type.field(name) === undefined ? readLabel(name) : undefined;
    const field =
      meaning === undefined || meaning.isDoubtful
        ? undefined
        : fieldsFor(type, meaning.meaning === 'name' ? 'fullName' : meaning.meaning, addressNamedBy(name)).find(
            (each) => isFree(each.name),
          );
    if (field !== undefined) told.push(`${name} as ${field.name}`);
    named.set(field?.name ?? name, value);
  }
  if (told.length > 0) note(`read ${told.join(', ')}`);
  return Object.fromEntries(named);
}
