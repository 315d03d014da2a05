import type { FieldModelDefinition } from '../matching/model-definition.js';
import type { Frequencies } from '../matching/model.js';
import { sealWhere } from '../matching/sealed-values.js';
import type { Table } from './row-table.js';

/** A value that so many records hold is nobody's own: the model may show it. */
const SHARED_BY = 20;

type FrequenciesDefinition = NonNullable<FieldModelDefinition['frequencies']>;

/**
 * Frequent values of a field as its scenario keeps them: as digests those of fields that tell persons apart (e-mail
 * addresses, phone numbers, dates of birth, streets), and everywhere those that few records hold.
 */
export function sealedFrequencies({ others, listed }: Frequencies, table: Table, field: number): FrequenciesDefinition {
  const feature = table.features[field]!;
  const shown = new Set<string>();
  for (let value = 1; feature.method.kind !== 'own' && value <= feature.dictionary.size; value++)
    if (table.rowsOf(field, value) >= SHARED_BY) shown.add(feature.text(value));
  return sealWhere({ others, listed: [...listed] }, (text) => !shown.has(text));
}
