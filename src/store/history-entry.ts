import type { ChangeAction, DecisionReason, HistoryEntry } from './history.js';

/** Values that many changes share. */
export interface ContextParts {
  readonly action: ChangeAction;
  readonly client: string;
  readonly objectType: string;
  readonly reason: DecisionReason | null;
  readonly scenarioId: string | null;
}

/** A context, which is stored once and to which changes refer by number. */
export interface ChangeContext extends ContextParts {
  readonly number: number;
}

export type ContextTuple = [ChangeAction, string, string, DecisionReason | null, string | null];

export function tupleOf({ action, client, objectType, reason, scenarioId }: ContextParts): ContextTuple {
  return [action, client, objectType, reason, scenarioId];
}

export function partsOf([action, client, objectType, reason, scenarioId]: ContextTuple): ContextParts {
  return { action, client, objectType, reason, scenarioId };
}

const RECENT = 4;

/** All contexts. There are few contexts, because there are few clients, object types and scenarios. */
export class ChangeContexts {
  readonly #byKey = new Map<string, ChangeContext>();
  readonly #byNumber: ChangeContext[] = [];
  /** Contexts, last used first. Most changes have one of the first contexts, so that no key has to be built. */
  readonly #recent: ChangeContext[] = [];

  intern(parts: ContextParts): ChangeContext {
    const { action, client, objectType, reason, scenarioId } = parts;
    const recent = this.#recent;
    let at = 0;
    for (; at < recent.length; at++) {
      const context = recent[at]!;
      if (
        context.client === client &&
        context.objectType === objectType &&
        context.action === action &&
        context.reason === reason &&
        context.scenarioId === scenarioId
      )
        break;
    }
    const context = recent[at] ?? this.#lookUp(parts);
    for (at = Math.min(at, RECENT - 1); at > 0; at--) recent[at] = recent[at - 1]!;
    return (recent[0] = context);
  }

  #lookUp(parts: ContextParts): ChangeContext {
    const tuple = tupleOf(parts);
    const key = JSON.stringify(tuple);
    let context = this.#byKey.get(key);
    if (context === undefined) {
      context = { number: this.#byNumber.length, ...partsOf(tuple) };
      this.#byNumber.push(context);
      this.#byKey.set(key, context);
    }
    return context;
  }

  at(number: number): ChangeContext {
    return this.#byNumber[number]!;
  }
}

/** A change without context and number, before it is added to the table. */
export interface EntryBody {
  readonly time: number;
  readonly request: string | undefined;
  readonly score: number | undefined;
  readonly undoes: number | undefined;
  readonly before: string | undefined;
  readonly group?: number | undefined;
  readonly mergedInto?: string | undefined;
}

/** A decoded entry, with its record and the number of the record's previous change. */
export interface DecodedEntry extends EntryBody {
  readonly series: number;
  readonly record: number;
  /** Number of the record's previous change, or 0 if unknown. */
  readonly previous: number;
}

/**
 * Bytes of an entry: flags, series (u32), record number in its series (u32), time (u48), and optional parts by flag:
 * previous change (u48), change undone (u48), first change of the group (u48), record that it was merged into (18
 * characters), score (u8), request Id (16 bytes for a UUID, otherwise a length byte and UTF-8), previous values (UTF-8
 * JSON, to the end). The entry of a record created by HTTP takes 31 bytes, and the entry of an imported record takes 15
 * bytes.
 */
const PREVIOUS = 1;
const UNDOES = 2;
const SCORE = 4;
const UUID = 8;
const TEXT = 16;
const BEFORE = 32;
const GROUP = 64;
const MERGED = 128;
const ID_LENGTH = 18;
const TIME = 9;
const FIXED = 15;

const UUID_FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_REQUEST_BYTES = 255;

export function encodeEntry(body: EntryBody, series: number, record: number, previous: number): Buffer {
  const { time, undoes, score, request, before, group, mergedInto } = body;
  const isUuid = request !== undefined && UUID_FORM.test(request);
  const requestBytes = request === undefined ? 0 : isUuid ? 16 : 1 + Buffer.byteLength(request);
  const size =
    FIXED +
    (previous === 0 ? 0 : 6) +
    (undoes === undefined ? 0 : 6) +
    (group === undefined ? 0 : 6) +
    (mergedInto === undefined ? 0 : ID_LENGTH) +
    (score === undefined ? 0 : 1) +
    requestBytes +
    (before === undefined ? 0 : Buffer.byteLength(before));
  const bytes = Buffer.allocUnsafe(size);
  bytes[0] =
    (previous === 0 ? 0 : PREVIOUS) |
    (undoes === undefined ? 0 : UNDOES) |
    (group === undefined ? 0 : GROUP) |
    (mergedInto === undefined ? 0 : MERGED) |
    (score === undefined ? 0 : SCORE) |
    (request === undefined ? 0 : isUuid ? UUID : TEXT) |
    (before === undefined ? 0 : BEFORE);
  bytes.writeUInt32LE(series, 1);
  bytes.writeUInt32LE(record, 5);
  let at = bytes.writeUIntLE(time, TIME, 6);
  if (previous !== 0) at = bytes.writeUIntLE(previous, at, 6);
  if (undoes !== undefined) at = bytes.writeUIntLE(undoes, at, 6);
  if (group !== undefined) at = bytes.writeUIntLE(group, at, 6);
  if (mergedInto !== undefined) at += bytes.write(mergedInto, at, 'latin1');
  if (score !== undefined) at = bytes.writeUInt8(score, at);
  if (isUuid) at += bytes.write(request.replaceAll('-', ''), at, 'hex');
  else if (request !== undefined) {
    at = bytes.writeUInt8(requestBytes - 1, at);
    at += bytes.write(request, at, 'utf8');
  }
  if (before !== undefined) bytes.write(before, at, 'utf8');
  return bytes;
}

/** @param withBefore whether to decode the previous values, which may be long */
export function decodeEntry(bytes: Buffer, withBefore = true): DecodedEntry {
  const flags = bytes[0]!;
  let at = FIXED;
  const number = (flag: number): number => {
    if ((flags & flag) === 0) return 0;
    at += 6;
    return bytes.readUIntLE(at - 6, 6);
  };
  const previous = number(PREVIOUS);
  const undoes = (flags & UNDOES) === 0 ? undefined : number(UNDOES);
  const group = (flags & GROUP) === 0 ? undefined : number(GROUP);
  const mergedInto = (flags & MERGED) === 0 ? undefined : bytes.toString('latin1', at, (at += ID_LENGTH));
  const score = (flags & SCORE) === 0 ? undefined : bytes[at++]!;
  let request: string | undefined;
  if ((flags & UUID) !== 0) {
    const hex = bytes.toString('hex', at, (at += 16));
    request = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  } else if ((flags & TEXT) !== 0) {
    const length = bytes[at++]!;
    request = bytes.toString('utf8', at, (at += length));
  }
  const before = (flags & BEFORE) === 0 || !withBefore ? undefined : bytes.toString('utf8', at);
  return { ...recordOf(bytes), time: timeOf(bytes), previous, undoes, score, request, before, group, mergedInto };
}

/** Returns the number of the record's previous change, or 0 if there is none. Decodes nothing else. */
export function previousOf(bytes: Buffer): number {
  return (bytes[0]! & PREVIOUS) === 0 ? 0 : bytes.readUIntLE(FIXED, 6);
}

/** Returns whether the record was merged into another record. @param at start of the entry */
export function isMerged(bytes: Buffer, at = 0): boolean {
  return (bytes[at]! & MERGED) !== 0;
}

/** Returns milliseconds since the epoch. @param at start of the entry */
export function timeOf(bytes: Buffer, at = 0): number {
  return bytes.readUIntLE(at + TIME, 6);
}

export function recordOf(bytes: Buffer, at = 0): { series: number; record: number } {
  return { series: bytes.readUInt32LE(at + 1), record: bytes.readUInt32LE(at + 5) };
}

export function setSeries(bytes: Buffer, series: number, at = 0): void {
  bytes.writeUInt32LE(series, at + 1);
}

/**
 * Returns what is wrong with an entry or its transaction's `by`, or `undefined`.
 * @param time Time of `by` in milliseconds since the epoch; NaN if invalid
 */
export function entryFault(
  entry: HistoryEntry,
  by: { client: string; time: string; request?: string } | undefined,
  time: number,
): string | undefined {
  if (!isNumber(entry.number)) return `change number ${String(entry.number)}: expected an integer from 1 to 2^48 - 1`;
  if (entry.undoes !== undefined && !isNumber(entry.undoes))
    return `undoes ${String(entry.undoes)}: not a change number`;
  if (entry.group !== undefined && !isNumber(entry.group)) return `group ${String(entry.group)}: not a change number`;
  const score = entry.decision?.score;
  if (score !== undefined && !(Number.isInteger(score) && score >= 0 && score <= 100))
    return `score ${score}: expected an integer from 0 to 100`;
  if (by === undefined) return 'the transaction changes a record but has no author';
  if (!(time >= 0 && time < MAX)) return `time ${JSON.stringify(by.time)}: expected ISO 8601, 1970 or later`;
  if (by.request !== undefined && Buffer.byteLength(by.request) > MAX_REQUEST_BYTES)
    return `the request Id has more than ${MAX_REQUEST_BYTES} bytes`;
  return undefined;
}

const MAX = 2 ** 48;

function isNumber(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number < MAX;
}
