import { keyPrefixOf } from '../../records/ids.js';
import type { Configuration } from '../../store/config/configuration.js';
import type { ObjectType } from '../../records/object-type.js';
import type { StoredRecord } from '../../records/record.js';
import { shownScore } from '../../matching/score.js';
import type { OnDuplicate } from '../../records/on-duplicate.js';
import type { Scenario } from '../../matching/scenario.js';
import type { Decision, DecisionReason } from '../../store/history.js';
import type { RelatedInput, UpsertDataInput, UpsertDataOutput } from '../../records/contract/schemas.js';
import {
  bestDuplicate,
  decidingScenario,
  meetsDuplicateScore,
  mostCareful,
  suspectedPair,
  type BestMatch,
  type RejectedMatch,
} from './best-duplicate.js';
import { notStored } from '../undo/entity-is-deleted.js';
import { judgedDifferent } from '../review/judgements.js';
import { asSaved, valuesToSave } from './on-duplicate.js';
import { checkUnique } from './unique.js';
import { withNamedParents } from './named-parents.js';
import { checkReturned, validateRecord, type ValidatedRecord } from './validated-record.js';
import { shorten, unknownField } from '../../records/contract/unknown-field.js';
import type { Formulas } from '../results/formulas.js';
import { RecordError } from '../../records/contract/record-error.js';
import type { Saver } from './save.js';
import type { ScenarioChoice } from '../search/scenario-choice.js';
import type { PairJudge } from './pair-judge.js';
import type { SearchTexts } from '../search/search-texts.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { TransactionManager } from '../../store/transactions/transaction-manager.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import type { RecordView } from '../../store/record-view.js';
import type { UserRecords } from '../../store/user-records.js';

export interface UpsertParts {
  readonly configuration: Configuration;
  readonly saver: Saver;
  readonly formulas: Formulas;
  readonly texts: SearchTexts;
  readonly judge: PairJudge;
  readonly scenarios: ScenarioChoice;
  readonly users: UserRecords;
  readonly store: Pick<RecordView, 'reviewCount' | 'reviewDecisionsOf' | 'survivorOf' | 'sorted' | 'isDeleted'>;
  readonly transactions: Pick<TransactionManager, 'allCommitted'>;
}

interface Submission {
  readonly objectType: string;
  readonly objectData: Readonly<Record<string, unknown>>;
  readonly duplicateCheck: boolean;
  /** If set, duplicates are not updated. The new record and the duplicate become a suspected pair. */
  readonly isReported?: boolean;
  /** Whether the output contains the reason. */
  readonly isTrial?: boolean;
  /** Default: the setting of the scenario that finds the duplicate. */
  readonly onDuplicate: OnDuplicate | undefined;
  /** The request's own threshold in percent, or 0 if it has none. */
  readonly duplicateScore: number;
  readonly scenarios: (type: ObjectType) => readonly Scenario[];
  /** Whether `scenarioIds` must include a scenario of the record's object. */
  readonly mustChoose: boolean;
  readonly parent?: { readonly id: string; readonly type: ObjectType; readonly referenceField: string };
}

/** Message for a valid record whose request failed. */
export const ROLLED_BACK =
  'ALL_OR_NONE_OPERATION_ROLLED_BACK: Record rolled back because not all records were valid and the request was using AllOrNone header';
export const PARENT_FAILED =
  'INVALID_CROSS_REFERENCE_KEY: The parent record was not saved, so the reference has no target';

/**
 * Decides and stages one upsert request: the parent, then the related records in order. Each record sees the earlier
 * ones. Runs exclusively, so that the search for a duplicate and the write are one step. Nothing is on disk when it
 * returns.
 * @param isReported whether to add the new record and its duplicate as a pair for review instead of updating the
 * duplicate
 * @param isTrial whether to add the reason for each record's outcome to the output
 */
export function* stageUpsert(
  parts: UpsertParts,
  transaction: Transaction,
  input: UpsertDataInput,
  now: Date,
  isReported = false,
  isTrial = false,
): DecisionSteps<UpsertDataOutput> {
  const parent = yield* stageRecord(parts, transaction, now, {
    objectType: input.objectType,
    objectData: input.objectData,
    duplicateCheck: input.duplicateCheck ?? false,
    isReported,
    isTrial,
    duplicateScore: input.duplicateScore ?? 0,
    onDuplicate: input.onDuplicate,
    scenarios: (type) => parts.scenarios.choose(type.name, 'restUpsert', input.scenarioIds),
    mustChoose: (input.scenarioIds?.length ?? 0) > 0,
  });
  const related = input.relatedList ?? [];
  for (const element of related) {
    yield;
    parent.relatedList.push(yield* stageRelated(parts, transaction, now, input, element, parent, isTrial));
  }
  if (input.allOrNone !== true || [parent, ...parent.relatedList].every((output) => output.isSuccess)) return parent;
  transaction.abort();
  const rolledBack = (output: UpsertDataOutput, sent: Readonly<Record<string, unknown>>): UpsertDataOutput =>
    output.isSuccess ? failure(ROLLED_BACK, sent) : output;
  return {
    ...rolledBack(parent, input.objectData),
    relatedList: parent.relatedList.map((output, i) => rolledBack(output, related[i]!.objectData)),
  };
}

function* stageRelated(
  parts: UpsertParts,
  transaction: Transaction,
  now: Date,
  input: UpsertDataInput,
  element: RelatedInput,
  parent: UpsertDataOutput,
  isTrial: boolean,
): DecisionSteps<UpsertDataOutput> {
  if (parent.objectId === null) return failure(PARENT_FAILED, element.objectData);
  return yield* stageRecord(parts, transaction, now, {
    objectType: element.objectType,
    objectData: element.objectData,
    isTrial,
    duplicateCheck: element.duplicateCheck ?? false,
    duplicateScore: element.duplicateScore ?? 0,
    onDuplicate: element.onDuplicate,
    scenarios: (type) => parts.scenarios.chooseRelated(type.name, 'restUpsert', input.scenarioIds),
    mustChoose: false,
    parent: {
      id: parent.objectId,
      type: parts.configuration.registry.byPrefix(keyPrefixOf(parent.objectId))!,
      referenceField: element.referenceField,
    },
  });
}

/** Stages a record. A failed record has no effect, because everything is checked before the first write. */
function* stageRecord(
  parts: UpsertParts,
  transaction: Transaction,
  now: Date,
  submission: Submission,
): DecisionSteps<UpsertDataOutput> {
  try {
    return yield* stageValid(parts, transaction, now, submission);
  } catch (error) {
    if (error instanceof RecordError) return failure(error.message, submission.objectData);
    throw error;
  }
}

function* stageValid(
  parts: UpsertParts,
  transaction: Transaction,
  now: Date,
  submission: Submission,
): DecisionSteps<UpsertDataOutput> {
  const { duplicateScore } = submission;
  if (!(duplicateScore >= 0 && duplicateScore <= 100)) {
    throw new RecordError(
      'INVALID_FIELD',
      `duplicateScore: ${duplicateScore} is not a percentage; expected a number from 0 to 100`,
    );
  }
  const { objectType } = submission;
  const data = yield* withNamedParents(parts, transaction, objectType, withReference(parts, submission));
  const validated = validateRecord(parts.configuration.registry, objectType, data);
  const { type } = validated;
  if (!transaction.mayChange(type.name))
    throw new RecordError('INSUFFICIENT_ACCESS_OR_READONLY', `no access to records of ${type.name}`);
  const scenarios = submission.scenarios(type);
  const found = yield* findExisting(parts, transaction, validated, submission, scenarios);
  const existing = found !== undefined && found.apart === undefined ? found.record : undefined;
  const id = existing?.id ?? transaction.nextId(type.keyPrefix);
  const saved =
    found?.match === undefined || found.apart !== undefined
      ? validated
      : asFound(parts, validated, submission, found, scenarios, now);
  const values = existing === undefined ? validated.values : { ...existing.fields, ...saved.values };
  const get = (other: string) => parts.users.record(other, transaction.get(other));
  const calculated = parts.formulas.calculate(type.name, id, values, get, now);
  const decision = decisionOf(validated, submission, found, scenarios);
  yield* checkUnique(parts, transaction, type, id, saved.values);
  if (existing === undefined) parts.saver.create(transaction, validated, id, now, decision);
  else parts.saver.update(transaction, saved, existing, now, decision);
  if (found?.apart !== undefined) suspect(transaction, id, type, scenarios, found, now);
  return {
    isSuccess: true,
    isCreated: existing === undefined,
    errorMessage: null,
    objectId: id,
    objectData: { ...(saved === validated ? saved.values : asSaved(validated.values, values)), Id: id, ...calculated },
    relatedList: [],
    ...(submission.isTrial === true && { decision: shownDecision(id, type, decision, found, scenarios) }),
  };
}

function shownDecision(
  id: string,
  type: ObjectType,
  decision: Decision,
  found: Found | undefined,
  scenarios: readonly Scenario[],
): UpsertDataOutput['decision'] {
  if (found?.match === undefined) return decision;
  const { matchedId: recordId, scenarioScores, contradictions } = suspectedPair('', id, type, scenarios, found, '');
  return {
    ...decision,
    recordId,
    scenarioScores: [...scenarioScores],
    ...(contradictions && { contradictions: [...contradictions] }),
  };
}

function asFound(
  { configuration }: UpsertParts,
  validated: ValidatedRecord,
  { onDuplicate }: Submission,
  { match, record }: BestMatch,
  scenarios: readonly Scenario[],
  now: Date,
): ValidatedRecord {
  const how = onDuplicate ?? mostCareful(scenarios, match);
  if (how === 'overwrite') return validated;
  return { ...validated, values: valuesToSave(configuration, how, validated.type, record, validated.values, now) };
}

function suspect(
  transaction: Transaction,
  id: string,
  type: ObjectType,
  scenarios: readonly Scenario[],
  found: BestMatch & Partial<RejectedMatch>,
  now: Date,
): void {
  const pairId = `pair-${String(transaction.next('suspectedPair')).padStart(12, '0')}`;
  transaction.add({ kind: 'suspect', pair: suspectedPair(pairId, id, type, scenarios, found, now.toISOString()) });
}

type Found =
  | (BestMatch & Partial<RejectedMatch> & { readonly apart: Apart | undefined })
  | { readonly record: StoredRecord; readonly match?: undefined; readonly apart?: undefined };
/** The reason why a match is not updated: below the request's threshold, contradicted, weak, or reported. */
type Apart = Extract<DecisionReason, 'belowBar' | 'contradicted' | 'noGrounds' | 'reported'>;

function decisionOf(
  validated: ValidatedRecord,
  submission: Submission,
  found: Found | undefined,
  scenarios: readonly Scenario[],
): Decision {
  if (validated.id !== undefined) return { reason: 'idSent' };
  if (!submission.duplicateCheck) return { reason: 'notChecked' };
  if (found?.match === undefined) return { reason: 'noDuplicate' };
  const scenario = decidingScenario(scenarios, found.match);
  return {
    reason: found.apart ?? 'duplicate',
    ...(scenario !== undefined && { scenarioId: scenario.id }),
    score: shownScore(found.match.num, found.match.den),
  };
}

function* findExisting(
  parts: UpsertParts,
  transaction: Transaction,
  validated: ValidatedRecord,
  submission: Submission,
  scenarios: readonly Scenario[],
): DecisionSteps<Found | undefined> {
  const { type, id, values } = validated;
  if (id !== undefined) {
    const record = transaction.get(id);
    if (record === undefined) throw yield* notStored(parts, type, id);
    checkReturned(validated, record.fields);
    return { record };
  }
  if (!submission.duplicateCheck) return undefined;
  // Silently creating a record without a check would be the worst outcome.
  if (submission.mustChoose && scenarios.length === 0)
    throw new RecordError('INVALID_SCENARIO', noneOf(type, parts.scenarios.all(type.name)));
  const isSettled = judgedDifferent(parts, (other) => transaction.get(other), type, values);
  // A related record never matches its own parent.
  const accept = (other: string) => other !== submission.parent?.id && !isSettled(other);
  const { best, rejected } = yield* bestDuplicate(transaction, parts, type, values, scenarios, accept);
  if (best !== undefined && submission.isReported === true) return { ...best, apart: 'reported' };
  if (best !== undefined)
    return { ...best, apart: meetsDuplicateScore(best.match, submission.duplicateScore) ? undefined : 'belowBar' };
  return rejected && { ...rejected, apart: rejected.contradictions.length > 0 ? 'contradicted' : 'noGrounds' };
}

/** Returns `undefined` if an upsert would create a record. @throws RecordError for unusable values */
export function* duplicateOf(
  parts: UpsertParts,
  transaction: Transaction,
  objectType: string,
  objectData: Readonly<Record<string, unknown>>,
): DecisionSteps<string | undefined> {
  const data = yield* withNamedParents(parts, transaction, objectType, objectData);
  const validated = validateRecord(parts.configuration.registry, objectType, data);
  const { type, values } = validated;
  const scenarios = parts.scenarios.choose(type.name, 'restUpsert', undefined);
  const isSettled = judgedDifferent(parts, (other) => transaction.get(other), type, values);
  const { best } = yield* bestDuplicate(transaction, parts, type, values, scenarios, (other) => !isSettled(other));
  return best?.record.id;
}

function noneOf({ name }: ObjectType, known: readonly Scenario[]): string {
  const ids = known.map(({ id }) => shorten(id)).join(', ');
  return `none of the scenarioIds is an active scenario of ${name}${ids === '' ? ', which has none' : `: expected one of ${ids}`}`;
}

function withReference(
  parts: UpsertParts,
  { objectType, objectData, parent }: Submission,
): Readonly<Record<string, unknown>> {
  if (parent === undefined) return objectData;
  const type = parts.configuration.registry.byName(objectType);
  if (type === undefined) return objectData;
  const field = type.field(parent.referenceField);
  if (field === undefined)
    throw new RecordError('INVALID_FIELD', `referenceField: ${unknownField(type, parent.referenceField)}`);
  if (field.type !== 'reference') {
    throw new RecordError(
      'INVALID_FIELD',
      `referenceField: '${shorten(field.name)}' of ${type.name} is a ${field.type} field, not a reference`,
    );
  }
  if (field.referenceTo?.includes(parent.type.name) !== true) {
    throw new RecordError(
      'FIELD_INTEGRITY_EXCEPTION',
      `referenceField: '${field.name}' of ${type.name} can refer to ${(field.referenceTo ?? []).join(', ')}, not to ${parent.type.name}`,
    );
  }
  const others = Object.entries(objectData).filter(([name]) => name.toLowerCase() !== field.name.toLowerCase());
  return { ...Object.fromEntries(others), [field.name]: parent.id };
}

/** Returns the output for a failed record, with the data as sent, so that clients recognise it. */
export function failure(errorMessage: string, sent: Readonly<Record<string, unknown>>): UpsertDataOutput {
  return { isSuccess: false, isCreated: false, errorMessage, objectId: null, objectData: { ...sent }, relatedList: [] };
}
