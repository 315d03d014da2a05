import { parseId } from '../records/ids.js';
import { entryFault, type EntryBody, type ChangeContext, type ChangeContexts } from './history-entry.js';
import type { Change, CommitAuthor } from './commit-log.js';
import type { SuspectedPair } from './suspected-pairs.js';
import type { EncodedValues, RecordShapes } from './record-shapes.js';
import type { MergedId } from './merged-ids.js';
import { decisionNumber, type ReviewDecision } from './review-decisions.js';

/** A change prepared for memory: checked, and independent of the caller's objects. */
export type PreparedChange =
  | ({ readonly kind: 'put'; readonly id: string } & EncodedValues)
  | { readonly kind: 'delete'; readonly id: string }
  | { readonly kind: 'suspect'; readonly pair: SuspectedPair; readonly text: string }
  | { readonly kind: 'review'; readonly decision: ReviewDecision; readonly text: string }
  | { readonly kind: 'revoke'; readonly id: string }
  | { readonly kind: 'merged'; readonly entry: MergedId }
  | {
      readonly kind: 'remember';
      readonly key: string;
      readonly bodyHash: string;
      readonly expires: number;
      readonly text: string;
    }
  | { readonly kind: 'counter'; readonly name: string; readonly value: number }
  | ({
      readonly kind: 'history';
      readonly number: number;
      readonly id: string;
      readonly context: ChangeContext;
    } & EntryBody)
  | { readonly kind: 'erase'; readonly id: string };

/** Values that many changes share. Preparing a change may add values. */
interface Shared {
  readonly records: { readonly shapes: RecordShapes };
  readonly history: { readonly contexts: ChangeContexts };
}

/** Prepares changes. Applying prepared changes causes no error. @throws TypeError naming the change and its fault */
export function prepareChanges(
  changes: readonly Change[],
  by: CommitAuthor | undefined,
  shared: Shared,
): PreparedChange[] {
  const time = by === undefined ? NaN : Date.parse(by.time);
  return changes.map((change, i) => {
    const fault = faultOf(change, by, time);
    if (fault !== undefined) throw new TypeError(`changes[${i}]: ${fault}`);
    return prepare(change, by, time, shared);
  });
}

function prepare(
  change: Change,
  by: CommitAuthor | undefined,
  time: number,
  { records, history }: Shared,
): PreparedChange {
  switch (change.kind) {
    case 'put':
      return { kind: 'put', id: change.record.id, ...records.shapes.encode(change.record) };
    case 'history': {
      const { number, recordId, objectType, action, decision, undoes, before, group, mergedInto } = change.entry;
      const { client, request } = by!;
      return {
        kind: 'history',
        number,
        id: recordId,
        context: history.contexts.intern({
          action,
          client,
          objectType,
          reason: decision?.reason ?? null,
          scenarioId: decision?.scenarioId ?? null,
        }),
        time,
        request,
        score: decision?.score,
        undoes,
        group,
        mergedInto,
        before: before && JSON.stringify(before),
      };
    }
    case 'suspect': {
      const text = JSON.stringify(change.pair);
      return { kind: 'suspect', pair: JSON.parse(text) as SuspectedPair, text };
    }
    case 'merged':
      return { kind: 'merged', entry: { ...change.entry } };
    case 'review': {
      const text = JSON.stringify(change.decision);
      return { kind: 'review', decision: JSON.parse(text) as ReviewDecision, text };
    }
    case 'remember': {
      const { key, bodyHash, expires, answer } = change.answer;
      return { kind: 'remember', key, bodyHash, expires, text: JSON.stringify(answer ?? null) };
    }
    default:
      return { ...change };
  }
}

/** Returns a change's JSON for the journal, made from the parts that are already encoded for memory. */
export function journalText(change: Change, prepared: PreparedChange): string {
  if (change.kind === 'put' && prepared.kind === 'put') {
    const { id, type } = change.record;
    return `{"kind":"put","record":{"id":"${id}","type":${JSON.stringify(type)},"fields":${prepared.fields}}}`;
  }
  if (prepared.kind === 'suspect') return `{"kind":"suspect","pair":${prepared.text}}`;
  if (prepared.kind === 'review') return `{"kind":"review","decision":${prepared.text}}`;
  if (change.kind === 'remember' && prepared.kind === 'remember')
    return `{"kind":"remember","answer":${withMember({ ...change.answer, answer: undefined }, 'answer', prepared.text)}}`;
  if (change.kind === 'history' && prepared.kind === 'history' && prepared.before !== undefined)
    return `{"kind":"history","entry":${withMember({ ...change.entry, before: undefined }, 'before', prepared.before)}}`;
  return JSON.stringify(change);
}

function withMember(object: object, name: string, text: string): string {
  return `${JSON.stringify(object).slice(0, -1)},"${name}":${text}}`;
}

function faultOf(change: Change, by: CommitAuthor | undefined, time: number): string | undefined {
  switch (change.kind) {
    case 'put':
      if (typeof change.record.type !== 'string' || change.record.type === '') return 'the record has no type';
      return faultOfId(change.record.id);
    case 'delete':
    case 'erase':
      return faultOfId(change.id);
    case 'history':
      return (
        faultOfId(change.entry.recordId) ?? mergedFault(change.entry.mergedInto) ?? entryFault(change.entry, by, time)
      );
    case 'suspect':
      return faultOfId(change.pair.createdId) ?? faultOfId(change.pair.matchedId);
    case 'review':
      if (decisionNumber(change.decision.id) === undefined)
        return `${JSON.stringify(change.decision.id)} is not the Id of a decision`;
      if (new Set(change.decision.records.map(({ id }) => id)).size < 2)
        return 'the decision has fewer than two records';
      return change.decision.records.map(({ id }) => faultOfId(id)).find((fault) => fault !== undefined);
    case 'merged': {
      const { number, id, into } = change.entry;
      if (!Number.isInteger(number) || number < 1 || number >= 2 ** 32) return `invalid merged Id number ${number}`;
      return faultOfId(id) ?? faultOfId(into);
    }
    case 'revoke':
      return decisionNumber(change.id) === undefined
        ? `${JSON.stringify(change.id)} is not the Id of a decision`
        : undefined;
    case 'remember':
      return Number.isFinite(change.answer.expires) ? undefined : 'the stored response has no expiry';
    case 'counter':
      return Number.isSafeInteger(change.value) && change.value >= 0
        ? undefined
        : `counter "${change.name}" = ${change.value}: expected an integer from 0 to 2^53 - 1`;
    default:
      return `unknown kind of change ${JSON.stringify((change as { kind?: unknown }).kind)}`;
  }
}

/** Caches the last valid Id, because a record's change and its history entry come one after the other. */
let knownId: string | undefined;

function faultOfId(id: unknown): string | undefined {
  if (id === knownId) return undefined;
  if (typeof id === 'string' && id.length === 18 && parseId(id).ok) {
    knownId = id;
    return undefined;
  }
  return `${JSON.stringify(id)} is not an Id of 18 characters`;
}

function mergedFault(into: string | undefined): string | undefined {
  return into === undefined ? undefined : faultOfId(into);
}
