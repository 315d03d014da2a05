import { RecordError } from '../../records/contract/record-error.js';
import { normaliseId } from '../../records/ids.js';
import type { StoredRecord } from '../../records/record.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import type { UpsertParts } from './upsert.js';

export interface GivenPair {
  readonly source: StoredRecord;
  readonly match: StoredRecord;
  /** Percent. */
  readonly score: number;
}

/** Returns the records of a pair created by a client. @throws RecordError if one of them is not stored */
export function givenPair(
  { configuration }: Pick<UpsertParts, 'configuration'>,
  transaction: Transaction,
  data: Readonly<Record<string, unknown>>,
): GivenPair {
  const valueOf = (name: string): unknown =>
    Object.entries(data).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  const recordOf = (name: string): StoredRecord => {
    const given = valueOf(name);
    const id = typeof given === 'string' ? normaliseId(given) : undefined;
    const record = id === undefined ? undefined : transaction.get(id);
    if (record === undefined || configuration.registry.byName(record.type) === undefined)
      throw new RecordError('INVALID_CROSS_REFERENCE_KEY', `${name}: no record has this Id`);
    if (!transaction.mayChange(record.type))
      throw new RecordError('INSUFFICIENT_ACCESS_OR_READONLY', `no access to records of ${record.type}`);
    return record;
  };
  const [source, match] = [recordOf('dupcheck__SourceObject__c'), recordOf('dupcheck__MatchObject__c')];
  if (source.id === match.id)
    throw new RecordError('INVALID_CROSS_REFERENCE_KEY', 'dupcheck__MatchObject__c: both Ids refer to the same record');
  const score = Number(valueOf('dupcheck__Score__c') ?? 100);
  return { source, match, score: score >= 0 && score <= 100 ? Math.floor(score) : 100 };
}

/** Adds the pair for review, like a pair from an upsert. Records of two objects are never merged. */
export function suspectGiven(transaction: Transaction, { source, match, score }: GivenPair, now: Date): void {
  if (source.type !== match.type) return;
  const id = `pair-${String(transaction.next('suspectedPair')).padStart(12, '0')}`;
  const records = { objectType: source.type, createdId: match.id, matchedId: source.id };
  const pair = { id, ...records, score, scenarioScores: [], time: now.toISOString() };
  transaction.add({ kind: 'suspect', pair });
}
