import { installationOf, normaliseId } from '../../records/ids.js';
import type { MappingRules } from '../read/mapping.js';

/**
 * Fields that an import may fill: the writable ones, and `Id`, which updates that record. Numbers and Ids of other
 * systems are not Ids of this one: such a column is left out unless `--map` includes it.
 */
export const importRules: MappingRules = {
  accepts: (field) => field.isWritable || field.name === 'Id',
  takesParents: true,
  reserved: ['import_row', 'import_error', 'attributes'],
  suits: ({ name, type }, texts) => {
    if (name !== 'Id' && type !== 'reference') return true;
    let isFilled = false;
    for (const text of texts) {
      if (text.trim() === '') continue;
      const id = normaliseId(text.trim());
      if (id !== undefined && installationOf(id) !== undefined) return true;
      isFilled = true;
    }
    return !isFilled;
  },
};
