import type { UpsertDataInput, UpsertDataOutput } from '../../records/contract/schemas.js';

/**
 * The stored part of the response for one record: only its differences from the request. A repeated request has the
 * same body, so Ids, formula results and converted values suffice to rebuild a response of any size.
 */
interface RecordDelta {
  readonly id: string;
  readonly isCreated: boolean;
  /** Names of fields in the request that are missing from the response or are at a different position there. */
  readonly without?: readonly string[];
  /** Names in the response by name in the request, if they differ. */
  readonly as?: Readonly<Record<string, string>>;
  /** Values that differ from the request, then fields that the request did not have. */
  readonly set?: Readonly<Record<string, unknown>>;
}

/** The entry of the parent, then one for each related record. */
export type AnswerDelta = readonly RecordDelta[];

type Sent = Readonly<Record<string, unknown>>;

/** @returns `undefined` if a record failed: the response is not remembered, so that no rejected value is stored */
export function answerDelta(input: UpsertDataInput, answer: UpsertDataOutput): AnswerDelta | undefined {
  const kept: RecordDelta[] = [];
  for (const [sent, output] of pairsOf(input, answer)) {
    if (!output.isSuccess || output.objectId === null) return undefined;
    kept.push(recordDelta(sent, output.objectId, output));
  }
  return kept;
}

/** @param kept from `answerDelta` for an equal input, with keys in any order */
export function applyDelta(input: UpsertDataInput, kept: AnswerDelta): UpsertDataOutput {
  const [parent, ...related] = kept.map((record, i) =>
    applyRecordDelta(i === 0 ? input.objectData : input.relatedList![i - 1]!.objectData, record),
  );
  return { ...parent!, relatedList: related };
}

function pairsOf(input: UpsertDataInput, answer: UpsertDataOutput): (readonly [Sent, UpsertDataOutput])[] {
  const related = input.relatedList ?? [];
  return [
    [input.objectData, answer],
    ...answer.relatedList.map((output, i) => [related[i]!.objectData, output] as const),
  ];
}

/** Compares the fields in order. Both lists have the same order, except for fields that only one of them has. */
function recordDelta(sent: Sent, id: string, { isCreated, objectData }: UpsertDataOutput): RecordDelta {
  const answered = Object.keys(objectData);
  const without: string[] = [];
  const as: [string, string][] = [];
  const set: [string, unknown][] = [];
  let at = 0;
  for (const name of Object.keys(sent)) {
    const next = answered[at];
    if (next?.toLowerCase() !== name.toLowerCase()) {
      without.push(name);
      continue;
    }
    if (next !== name) as.push([name, next]);
    if (objectData[next] !== sent[name]) set.push([next, objectData[next]]);
    at++;
  }
  // Usually, the Id comes after the request's fields, and need not be stored twice.
  if (answered[at] === 'Id' && objectData['Id'] === id) at++;
  for (const name of answered.slice(at)) set.push([name, objectData[name]]);
  return {
    id,
    isCreated,
    ...(without.length > 0 && { without }),
    ...(as.length > 0 && { as: Object.fromEntries(as) }),
    ...(set.length > 0 && { set: Object.fromEntries(set) }),
  };
}

function applyRecordDelta(sent: Sent, { id, isCreated, without, as, set }: RecordDelta): UpsertDataOutput {
  const left = new Set(without);
  const fields = Object.entries(sent)
    .filter(([name]) => !left.has(name))
    .map(([name, value]) => [as !== undefined && Object.hasOwn(as, name) ? as[name]! : name, value] as const);
  const objectData = { ...Object.fromEntries(fields), ...(set?.['Id'] === undefined && { Id: id }), ...set };
  return { isSuccess: true, isCreated, errorMessage: null, objectId: id, objectData, relatedList: [] };
}
