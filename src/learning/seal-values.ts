import type { MatchMethod } from '../matching/method.js';
import type { FieldModelDefinition } from '../matching/model-definition.js';
import type { Frequencies } from '../matching/model.js';
import { sealWhere } from '../matching/sealed-values.js';
import type { Table } from './row-table.js';

/** A value that so many records hold may be shown by the model. */
const SHARED_BY = 20;

type FrequenciesDefinition = NonNullable<FieldModelDefinition['frequencies']>;

/**
 * Frequent values of a field as its scenario keeps them: as digests those of fields that tell persons apart (e-mail
 * addresses, phone numbers, dates of birth, streets), and everywhere those that few records hold.
 */
export function sealedFrequencies({ others, listed }: Frequencies, table: Table, field: number): FrequenciesDefinition {
  const feature = table.features[field]!;
  const shown = new Set<string>();
  for (let value = 1; value <= feature.dictionary.size; value++)
    if (isShared(feature.method, table.rowsOf(field, value))) shown.add(feature.text(value));
  return sealWhere({ others, listed: [...listed] }, (text) => !shown.has(text));
}

/** Whether a value that so many records hold is nobody's own. */
export function isShared({ kind }: MatchMethod, records: number): boolean {
  return kind !== 'own' && records >= SHARED_BY;
}
