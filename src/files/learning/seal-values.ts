import type { MatchMethod } from '../../matching/method.js';
import { sealWhere, type FieldModelDefinition } from '../../matching/model-definition.js';
import type { Frequencies } from '../../matching/model.js';
import type { Table } from './row-table.js';

/** A value of at least this many records may be shown by the model. */
const SHARED_BY = 20;

type FrequenciesDefinition = NonNullable<FieldModelDefinition['frequencies']>;

/**
 * Digests for fields that identify persons (e-mail addresses, phone numbers, dates of birth, streets), and for all
 * values that few records have.
 */
export function sealedFrequencies({ others, listed }: Frequencies, table: Table, field: number): FrequenciesDefinition {
  const feature = table.features[field]!;
  const shown = new Set<string>();
  for (let value = 1; value <= feature.dictionary.size; value++)
    if (isShared(feature.method, table.rowsOf(field, value))) shown.add(feature.text(value));
  return sealWhere({ others, listed: [...listed] }, (text) => !shown.has(text));
}

/** A value of this many records is nobody's own. */
export function isShared({ kind }: MatchMethod, records: number): boolean {
  return kind !== 'own' && records >= SHARED_BY;
}
