import { makeId } from '../../src/records/ids.js';
import type { FieldValues, StoredRecord } from '../../src/records/record.js';

export function contact(number: number, fields: FieldValues = { LastName: `L${number}` }): StoredRecord {
  return { id: makeId('003', number), type: 'Contact', fields };
}
