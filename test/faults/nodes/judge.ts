import { isRefused } from '../client.js';
import { judgeAnswer, type Placed } from './answer-judge.js';
import type { Era } from './eras.js';
import { lostTailFaults } from './lost-tail-judge.js';
import type { LogReplay } from './log-replay.js';
import type { Operation } from './operations.js';

/**
 * Judges responses by the log, which defines the serial order of all changes. An acknowledged write must be in it once,
 * before the response's position and after everything that had been acknowledged before its request. A read must show
 * the state at one moment between the requested position and the response's position.
 *
 * If the database lost its last commits, a response must fit one era: an era in which the request was pending, or an
 * earlier one if the node may not have noticed yet.
 *
 * @returns one line per fault
 */
export function judge(operations: readonly Operation[], eras: readonly Era[]): string[] {
  const faults = eras.flatMap(({ log }) => log.faults);
  const places: Placed[][] = eras.map(() => []);
  for (const operation of operations) {
    const tell = (what: string): unknown => faults.push(`${operation.kind} of session ${operation.session}: ${what}`);
    unanswered(operation, eras).forEach(tell);
    if (!isAnswer(operation) || isBetween(operation, eras)) continue;
    let told: readonly string[] = ['answered when it could be of no era'];
    for (const [number, era] of eras.entries()) {
      if (!mayBeOf(operation, eras, number)) continue;
      const { faults: wrong, change } = judgeAnswer(operation, atLeastIn(operation, eras, number), era.log);
      const isTaken = places[number]!.some(({ place, what }) => place === change?.place && what === change.what);
      told = isTaken ? [`${change!.what}: done once, and answered again`] : wrong;
      if (told.length > 0) continue;
      if (change !== undefined) places[number]!.push(change);
      break;
    }
    told.forEach(tell);
  }
  faults.push(
    ...eras.flatMap(({ log }) => [
      ...doubled(operations, log),
      ...halves(operations, log),
      ...repeated(operations, log),
    ]),
  );
  faults.push(...toldTwice(operations, eras), ...places.flatMap(outOfOrder), ...lostTailFaults(operations, eras));
  return faults;
}

/** Whether the response says something about records: a change was made, or data is shown. */
function isAnswer({ kind, status }: Operation): boolean {
  return status === 200 || (kind === 'read' && status === 404);
}

/** A change without a response may have been made, but only once. */
function unanswered(operation: Operation, eras: readonly Era[]): string[] {
  if (operation.status === 200 || operation.kind !== 'write') return [];
  const { value } = operation;
  const times = Math.max(...eras.map(({ log }) => log.written.get(value)?.length ?? 0));
  return [
    ...(times > 1 ? [`${value}: not answered, and written more than once`] : []),
    ...(times > 0 && isRefused(operation) ? [`${value}: refused, and written`] : []),
  ];
}

/** Whether the contacts were read from a node that may have been switching from one era to the next. */
function isBetween({ kind, node, begun, ended }: Operation, eras: readonly Era[]): boolean {
  if (kind !== 'picture') return false;
  return eras.some((era, i) => i > 0 && ended >= era.begun && begun < (era.shown.get(node) ?? Infinity));
}

/** Whether the request changed nothing: reads, and writes with nothing to change. */
function isRead(operation: Operation): boolean {
  switch (operation.kind) {
    case 'save':
      return operation.result?.isCreated === false;
    case 'write':
      return operation.isMissing === true;
    case 'merge':
      return operation.isNothing === true;
    case 'gather':
    case 'part':
      return false;
    case 'read':
    case 'search':
    case 'picture':
      return true;
  }
}

function mayBeOf(operation: Operation, eras: readonly Era[], number: number): boolean {
  const era = eras[number]!;
  if (operation.ended < era.begun) return false;
  const next = eras[number + 1];
  if (next === undefined || operation.begun < era.ended) return true;
  // The commit was lost. Nodes that have not noticed the loss, or are not ready, may still show the lost data.
  if (!isRead(operation)) return false;
  return operation.isReady === false || operation.begun < (next.shown.get(operation.node) ?? Infinity);
}

/** The position that the session requested, limited to what remains in a later era. */
function atLeastIn({ atLeast, era: of = 0 }: Operation, eras: readonly Era[], number: number): number {
  return Math.min(atLeast, ...eras.slice(of, Math.max(of, number)).map(({ kept }) => kept));
}

/** A person sent by several sessions must be stored once. */
function doubled(operations: readonly Operation[], log: LogReplay): string[] {
  const emails = new Set(operations.flatMap((one) => (one.kind === 'save' ? [one.email] : [])));
  return [...emails].flatMap((email) => {
    const stored = log.byEmail.get(email)?.length ?? 0;
    return stored > 1 ? [`${email}: stored ${stored} times`] : [];
  });
}

/** Only one response may say that a person was created, or more if the creation was lost. */
function toldTwice(operations: readonly Operation[], eras: readonly Era[]): string[] {
  const faults: string[] = [];
  const created = new Map<string, number>();
  for (const operation of operations) {
    if (operation.kind !== 'save' || operation.result === undefined) continue;
    const { email, result, first } = operation;
    if (first !== undefined) {
      const isLost = first.era < eras.length - 1;
      if (!isLost && (first.id !== result.id || first.isCreated !== result.isCreated))
        faults.push(`${email}: the same key was answered ${JSON.stringify(first)}, then ${JSON.stringify(result)}`);
    } else created.set(email, (created.get(email) ?? 0) + Number(result.isCreated));
  }
  for (const [email, times] of created) {
    const makings = eras.filter(({ log, kept }, i) => {
      const made = log.byEmail.get(email)?.[0]?.made;
      return made !== undefined && (made > kept || i === eras.length - 1);
    });
    if (times > Math.max(1, makings.length)) faults.push(`${email}: ${times} were told that they made it`);
  }
  return faults;
}

/** A merge or its undo must change all its records in one commit. */
function halves(operations: readonly Operation[], log: LogReplay): string[] {
  const faults: string[] = [];
  for (const operation of operations) {
    if (operation.kind !== 'gather' || operation.ids === undefined) continue;
    const [, ...others] = operation.ids.map((id) => log.contacts.get(id)?.versions ?? []);
    // The database lost the records and may have reused their Ids, which another check covers.
    if (others.some(([made]) => made?.shown?.LastName !== operation.name)) continue;
    const steps = others.map((versions) =>
      versions.map(({ position, shown }) => `${shown === undefined ? '-' : '+'}${position}`).join(' '),
    );
    if (new Set(steps).size > 1) faults.push(`${operation.name}: merged or parted by halves (${steps.join('; ')})`);
  }
  return faults;
}

/** Only one session merges and undoes a group, at most once per request that was not refused. */
function repeated(operations: readonly Operation[], log: LogReplay): string[] {
  return (['merge', 'part'] as const).flatMap((kind) => {
    const asked = new Map<string, number>();
    for (const operation of operations) {
      if (operation.kind !== 'merge' && operation.kind !== 'part') continue;
      const { status, ids } = operation;
      const mayBeDone = status === undefined || status === 200 || (status === 503 && !isRefused(operation));
      asked.set(ids[1]!, (asked.get(ids[1]!) ?? 0) + Number(mayBeDone && operation.kind === kind));
    }
    return [...asked].flatMap(([id, most]) => {
      const { length } = log.mergesOf(id, kind === 'part');
      return length > most ? [`${id}: its ${kind} was asked for ${most} times, and done ${length} times`] : [];
    });
  });
}

/** If a request was answered before another was sent, it must come first in the log. */
function outOfOrder(places: readonly Placed[]): string[] {
  const faults: string[] = [];
  const byBegin = [...places].sort((a, b) => a.begun - b.begun);
  const byEnd = [...places].sort((a, b) => a.ended - b.ended);
  let latest: Placed | undefined;
  let next = 0;
  for (const one of byBegin) {
    for (; next < byEnd.length && byEnd[next]!.ended < one.begun; next++)
      if (latest === undefined || byEnd[next]!.place > latest.place) latest = byEnd[next];
    if (latest !== undefined && latest.place > one.place)
      faults.push(`${one.what}, asked after ${latest.what} was answered, comes before it in the log`);
  }
  return faults;
}
