import { installationOf, normaliseId } from '../../records/ids.js';
import type { Field } from '../../records/object-type.js';
import type { MappingRules } from '../read/mapping.js';

const WITH_DIGITS: ReadonlySet<Field['type']> = new Set(['date', 'datetime', 'integer', 'currency', 'percent']);

/** Accepts writable fields, and `Id` for updates. Numbers and Ids from other systems must be mapped with `--map`. */
export const importRules: MappingRules = {
  accepts: (field) => field.isWritable || field.name === 'Id',
  takesParents: true,
  reserved: ['import_row', 'import_error', 'attributes'],
  suits: ({ name, type }, texts) => {
    const hasDigits = WITH_DIGITS.has(type);
    if (name !== 'Id' && type !== 'reference' && !hasDigits) return true;
    let isFilled = false;
    for (const text of texts) {
      if (text.trim() === '') continue;
      isFilled = true;
      if (hasDigits) {
        // "Last Activity: Form submitted" is not a date.
        if (/\d/.test(text)) return true;
        continue;
      }
      const id = normaliseId(text.trim());
      if (id !== undefined && installationOf(id) !== undefined) return true;
    }
    return !isFilled;
  },
};
