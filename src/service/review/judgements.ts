import type { FieldTexts } from '../../matching/normalized-record.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValues, StoredRecord } from '../../records/record.js';
import type { RecordView } from '../../store/record-view.js';
import type { JudgedRecord, ReviewDecision, Verdict } from '../../store/review-decisions.js';
import { comparedDigest } from './compared-digest.js';
import type { SearchTexts } from '../search/search-texts.js';

/** Characters of a text that a decision keeps: enough to know it again. */
const LONGEST_TEXT = 255;

export interface JudgementParts {
  readonly store: Pick<RecordView, 'reviewCount' | 'reviewDecisionsOf'>;
  readonly texts: SearchTexts;
}

type Get = (id: string) => StoredRecord | undefined;

/** A record as it is judged now. */
export function judgedRecord(
  { texts }: Pick<JudgementParts, 'texts'>,
  type: ObjectType,
  record: StoredRecord,
  fields: readonly string[],
): JudgedRecord {
  const whole = texts.of(type, record.fields, fields);
  return { id: record.id, digest: digestOf(whole, fields), texts: shortened(whole) };
}

/** Whether a record is as it was when the decision was made, in every field that was compared then. */
export function isAsJudged(
  { texts }: Pick<JudgementParts, 'texts'>,
  type: ObjectType,
  record: StoredRecord | undefined,
  judged: JudgedRecord,
  { fields }: Pick<ReviewDecision, 'fields'>,
): boolean {
  return record !== undefined && digestOf(texts.of(type, record.fields, fields), fields) === judged.digest;
}

/**
 * People's decisions about a record and others: the newest decision about each two, as long as neither has
 * changed since in a field that was compared.
 */
export function* verdictsOn(
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

/** The verdict in force about two records; `undefined`: none. */
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
 * Tells whether somebody has looked at the very values that are to be saved, and decided that they are not a stored
 * record. It is so when a decision "not a duplicate" about the record and another one is in force for the
 * record, and the values are those that the other one had then. The other record may have changed meanwhile: what was
 * judged are its values of that time, and these are sent again.
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
      // Values that fit both of them say nothing about which one is meant.
      if (fits(sent, other.texts) && !fits(sent, self.texts)) return true;
    }
    return false;
  };
}

/** Whether every value that is sent is the judged one. */
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
