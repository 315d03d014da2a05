import { isRefused } from '../client.js';
import type { Operation } from './history.js';
import type { LogReplay } from './log-replay.js';

/**
 * Judges what clients were told by the log alone: the log is the serial order in which everything must have happened.
 * What was acknowledged is in it, once, before the answer's position and behind all that had been answered before it
 * was asked; what was read is what stood there at one moment between the position asked for and the answer's.
 *
 * @returns one line for each fault
 */
export function judge(operations: readonly Operation[], log: LogReplay): string[] {
  const faults = [...log.faults];
  const places: Placed[] = [];
  for (const operation of operations) {
    const fault = (what: string): unknown => faults.push(`${operation.kind} of session ${operation.session}: ${what}`);
    if (operation.status !== 200) {
      if (operation.kind === 'write') {
        const times = log.written.get(operation.value)?.length ?? 0;
        if (times > 1) fault(`${operation.value}: not answered, and written more than once`);
        if (times > 0 && isRefused(operation)) fault(`${operation.value}: refused, and written`);
      }
      continue;
    }
    const { position, atLeast, ended, begun } = operation;
    if (position === undefined || position < atLeast)
      fault(`asked for position ${atLeast}, answered at ${position ?? 'none'}`);
    else if (operation.kind === 'save') {
      const { id, isCreated } = operation.result!;
      const made = log.contacts.get(id)?.made;
      if (made === undefined) fault(`${id} of ${operation.email}: acknowledged, and lost`);
      else if (made > position) fault(`${id}: answered at ${position}, made at ${made}`);
      else if (isCreated) places.push({ begun, ended, place: made, what: `the making of ${id}` });
    } else if (operation.kind === 'write') {
      const [place, ...more] = log.written.get(operation.value) ?? [];
      if (place === undefined) fault(`${operation.value}: acknowledged, and lost`);
      else if (more.length > 0) fault(`${operation.value}: written at ${place} and again at ${more.join(', ')}`);
      else if (place > position) fault(`${operation.value}: answered at ${position}, written at ${place}`);
      else places.push({ begun, ended, place, what: `the writing of ${operation.value}` });
    } else if (operation.kind === 'read') {
      const { id, value } = operation;
      const { titles = [] } = log.contacts.get(id) ?? {};
      const isShown = (version: { position: number; value: string | undefined }): boolean =>
        version.value === value && version.position <= position;
      if (log.titleAt(id, atLeast) !== value && !titles.some((one) => one.position > atLeast && isShown(one)))
        fault(`${id}: read ${value ?? 'nothing'}, which it never was between ${atLeast} and ${position}`);
    } else {
      const known = log.byEmail.get(operation.email)?.[0];
      const isFound = known !== undefined && operation.found!.includes(known.id);
      if (known !== undefined && known.made <= atLeast && !isFound)
        fault(`${operation.email}: there since ${known.made}, and not found at ${atLeast} or later`);
      if (isFound && known.made > position) fault(`${known.id}: found at ${position}, made at ${known.made}`);
    }
  }
  faults.push(...doubled(operations, log), ...outOfOrder(places));
  return faults;
}

interface Placed {
  readonly begun: number;
  readonly ended: number;
  readonly place: number;
  readonly what: string;
}

/** Whoever was sent by many is there once, and was made for one of them at the most. */
function doubled(operations: readonly Operation[], log: LogReplay): string[] {
  const faults: string[] = [];
  const created = new Map<string, number>();
  for (const operation of operations)
    if (operation.kind === 'save')
      created.set(operation.email, (created.get(operation.email) ?? 0) + Number(operation.result?.isCreated ?? false));
  for (const [email, times] of created) {
    const stored = log.byEmail.get(email)?.length ?? 0;
    if (stored > 1) faults.push(`${email}: stored ${stored} times`);
    if (times > 1) faults.push(`${email}: ${times} were told that they made it`);
  }
  return faults;
}

/** What was answered before another request was sent comes before it in the log as well. */
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
