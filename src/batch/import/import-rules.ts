import { normaliseId } from '../../records/ids.js';
import type { MappingRules } from '../input/mapping.js';

/**
 * Fields that an import may fill: the writable ones, and `Id`, which updates that record. Numbers of another system are
 * no Ids: a column of them is left out unless `--map` says otherwise.
 */
export const importRules: MappingRules = {
  accepts: (field) => field.isWritable || field.name === 'Id',
  splitsNames: true,
  reserved: ['import_row', 'import_error', 'attributes'],
  suits: ({ name, type }, texts) => {
    if (name !== 'Id' && type !== 'reference') return true;
    let isFilled = false;
    for (const text of texts) {
      if (text.trim() === '') continue;
      if (normaliseId(text.trim()) !== undefined) return true;
      isFilled = true;
    }
    return !isFilled;
  },
};
