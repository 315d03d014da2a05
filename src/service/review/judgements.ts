import type { FieldTexts } from '../../matching/field-texts.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValues, StoredRecord } from '../../records/record.js';
import type { RecordView } from '../../store/record-view.js';
import type { JudgedRecord, ReviewDecision, Verdict } from '../../store/review-decisions.js';
import { comparedDigest } from './compared-digest.js';
import type { SearchTexts } from '../search/search-texts.js';

/** Maximum length, in characters, of a value stored in a decision; enough to recognise the value. */
const LONGEST_TEXT = 255;

export interface JudgementParts {
  readonly store: Pick<RecordView, 'reviewCount' | 'reviewDecisionsOf'>;
  readonly texts: SearchTexts;
}

type Get = (id: string) => StoredRecord | undefined;

export function judgedRecord(
  { texts }: Pick<JudgementParts, 'texts'>,
  type: ObjectType,
  record: StoredRecord,
  fields: readonly string[],
): JudgedRecord {
  const whole = texts.of(type, record.fields, fields);
  return { id: record.id, digest: digestOf(whole, fields), texts: shortened(whole) };
}

/** Returns whether all fields that were compared for the decision are unchanged in the record. */
export function isAsJudged(
  { texts }: Pick<JudgementParts, 'texts'>,
  type: ObjectType,
  record: StoredRecord | undefined,
  judged: JudgedRecord,
  { fields }: Pick<ReviewDecision, 'fields'>,
): boolean {
  return record !== undefined && digestOf(texts.of(type, record.fields, fields), fields) === judged.digest;
}

/** Yields the newest decision about the record and each other record, unless a compared field of either has changed. */
function* verdictsOn(
  parts: JudgementParts,
  get: Get,
  type: ObjectType,
  id: string,
): Iterable<{ readonly other: JudgedRecord; readonly self: JudgedRecord; readonly decision: ReviewDecision }> {
  if (parts.store.reviewCount(id) === 0) return;
  const record = get(id);
  const seen = new Set([id]);
  for (const decision of parts.store.reviewDecisionsOf(id)) {
    const self = decision.records.find((judged) => judged.id === id)!;
    const isCurrent = isAsJudged(parts, type, record, self, decision);
    for (const other of decision.records) {
      if (seen.has(other.id)) continue;
      seen.add(other.id);
      if (isCurrent) yield { other, self, decision };
    }
  }
}

/** Returns the decision in force about two records; `undefined` if there is none. */
export function verdictOn(
  parts: JudgementParts,
  get: Get,
  type: ObjectType,
  one: string,
  two: string,
): Verdict | undefined {
  for (const { other, decision } of verdictsOn(parts, get, type, one))
    if (other.id === two) return isAsJudged(parts, type, get(two), other, decision) ? decision.verdict : undefined;
  return undefined;
}

/**
 * Returns a decision in force that judges two of these records different or postpones them; `undefined` if there is
 * none.
 */
export function verdictAgainst(
  parts: JudgementParts,
  get: Get,
  type: ObjectType,
  ids: ReadonlySet<string>,
): { readonly one: string; readonly other: string; readonly verdict: Verdict } | undefined {
  for (const one of ids)
    for (const { other, decision } of verdictsOn(parts, get, type, one)) {
      const { verdict } = decision;
      if (verdict !== 'duplicate' && ids.has(other.id) && isAsJudged(parts, type, get(other.id), other, decision))
        return { one, other: other.id, verdict };
    }
  return undefined;
}

/**
 * Returns a predicate that checks whether people have decided that the given values do not belong to a stored record.
 * The result is true if a decision "not a duplicate" about the record and another record is in force, and the values
 * are those that the other record had at the time of the decision. The other record may have changed since.
 */
export function judgedDifferent(
  parts: JudgementParts,
  get: Get,
  type: ObjectType,
  values: Readonly<FieldValues>,
): (id: string) => boolean {
  return (id) => {
    for (const { other, self, decision } of verdictsOn(parts, get, type, id)) {
      if (decision.verdict !== 'notDuplicate') continue;
      const sent = shortened(parts.texts.of(type, values, decision.fields));
      // Values that fit both records do not identify either of them.
      if (fits(sent, other.texts) && !fits(sent, self.texts)) return true;
    }
    return false;
  };
}

function fits(sent: FieldTexts, judged: FieldTexts): boolean {
  const names = Object.keys(sent);
  return names.length > 0 && names.every((name) => Object.hasOwn(judged, name) && sent[name] === judged[name]);
}

function digestOf(texts: FieldTexts, fields: readonly string[]): string {
  return comparedDigest(texts, fields).toString('base64url').slice(0, 22);
}

function shortened(texts: FieldTexts): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.slice(0, LONGEST_TEXT)]));
}
