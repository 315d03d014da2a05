import type { RecordData } from '../api/types.js';
import { formatValue } from '../state/number-format.js';
import { texts } from '../texts.js';

/** Returns the record's name, a person's names, or else another value. */
export function nameOf(record: RecordData): string {
  const value = (field: string): string => formatValue(record[field]);
  const person = [value('FirstName'), value('LastName')].filter((part) => part !== '').join(' ');
  const name = value('Name') || person || value('Subject') || value('CaseNumber') || value('Title');
  return name || value('Id') || texts.records.noName;
}
