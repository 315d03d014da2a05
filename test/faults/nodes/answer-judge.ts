import type { LogReplay, Shown } from './log-replay.js';
import type { Operation, OperationOf, ShownRow } from './operations.js';

/** An acknowledged change: its time, and its position in the log. */
export interface Placed {
  readonly begun: number;
  readonly ended: number;
  readonly place: number;
  readonly what: string;
}

export interface Verdict {
  readonly faults: readonly string[];
  readonly change?: Placed | undefined;
}

/** A response and a log. The response may show any state from position `from` to `to`. */
interface Given<Kind extends Operation['kind']> {
  readonly operation: OperationOf<Kind>;
  readonly log: LogReplay;
  readonly from: number;
  readonly to: number;
}

/**
 * Judges a response by the log of an era, the time between two losses. @param atLeast minimum position of the response
 */
export function judgeAnswer(operation: Operation, atLeast: number, log: LogReplay): Verdict {
  // For a missing record, the response contains no position.
  const { status, position = status === 404 ? Infinity : undefined } = operation;
  if (position === undefined || position < atLeast)
    return { faults: [`asked for position ${atLeast}, answered at ${position ?? 'none'}`] };
  const range = { log, from: atLeast, to: position };
  switch (operation.kind) {
    case 'save':
      return saved({ ...range, operation });
    case 'gather':
      return gathered({ ...range, operation });
    case 'write':
      return operation.isMissing === true ? missed({ ...range, operation }) : written({ ...range, operation });
    case 'merge':
      return operation.isNothing === true ? mergedBefore({ ...range, operation }) : merged({ ...range, operation });
    case 'part':
      return merged({ ...range, operation });
    case 'picture':
      return pictured({ ...range, operation });
    case 'read':
      return read({ ...range, operation });
    case 'search':
      return found({ ...range, operation });
  }
}

/** @param says description of a lost change; default: `what` */
function changed(
  { begun, ended }: Operation,
  to: number,
  place: number | undefined,
  what: string,
  says = what,
): Verdict {
  if (place === undefined) return { faults: [`${says}: acknowledged, and lost`] };
  if (place > to) return { faults: [`${says}: answered at ${to}, made at ${place}`] };
  return { faults: [], change: { begun, ended, place, what } };
}

function saved({ operation, log, to }: Given<'save'>): Verdict {
  const { email, result } = operation;
  const { id, isCreated } = result!;
  const contact = log.contacts.get(id);
  if (contact !== undefined && contact.email !== email)
    return { faults: [`${id}: answered for ${email}, and it is ${contact.email ?? 'nobody'}`] };
  const { faults, change } = changed(operation, to, contact?.made, `the making of ${id}`, `${id} of ${email}`);
  // An earlier request with the same key created the record.
  return isCreated && operation.first === undefined ? { faults, change } : { faults };
}

function gathered({ operation, log, to }: Given<'gather'>): Verdict {
  const { name, ids } = operation;
  const made = ids!.map((id) => log.contacts.get(id)?.made);
  if (made.some((one) => one !== made[0])) return { faults: [`${name}: a half`] };
  return changed(operation, to, made[0], `the gathering of ${name}`, name);
}

function written({ operation, log, to }: Given<'write'>): Verdict {
  const { value } = operation;
  const [place, ...more] = log.written.get(value) ?? [];
  if (more.length === 0) return changed(operation, to, place?.position, `the writing of ${value}`, value);
  const places = more.map(({ position }) => position).join(', ');
  return { faults: [`${value}: written at ${place!.position} and again at ${places}`] };
}

function missed({ operation, log, from, to }: Given<'write'>): Verdict {
  const { id } = operation;
  if (log.was(id, from, to, (shown) => shown === undefined)) return { faults: [] };
  return { faults: [`${id}: said to be nobody, and it was there from ${from} to ${to}`] };
}

/** After an era change, earlier positions may be unknown. Of several merges, the last belongs to the request. */
function merged({ operation, log, from, to }: Given<'merge' | 'part'>): Verdict {
  const isUndo = operation.kind === 'part';
  const [first, second] = operation.ids;
  const places = log.mergesOf(second!, isUndo).filter((position) => position > from);
  const place = places.findLast((position) => position <= to) ?? places[0];
  return changed(operation, to, place, `the ${isUndo ? 'parting' : 'merge'} of ${first!} and ${second!}`);
}

function mergedBefore({ operation, log, from, to }: Given<'merge'>): Verdict {
  const [, ...others] = operation.ids;
  const apart = others.find((id) => !log.was(id, from, to, (shown) => shown === undefined));
  return { faults: apart === undefined ? [] : [`${apart}: said to be merged, and it was there from ${from} to ${to}`] };
}

/** Each record must show its state at some moment while the records were read. */
function pictured({ operation, log, to }: Given<'picture'>): Verdict {
  const { rows, upTo } = operation;
  const byId = new Map(rows.map((row) => [row.Id, row]));
  const faults: string[] = [];
  for (const id of new Set([...byId.keys(), ...log.contacts.keys()])) {
    const row = byId.get(id);
    if (log.was(id, to, upTo, (shown) => isAs(row, shown))) continue;
    faults.push(
      `${id}: node ${operation.node}, ready between ${to} and ${upTo}, showed ${said(row)}, not ${said(log.at(id, to))}`,
    );
  }
  return { faults };
}

function read({ operation, log, from, to }: Given<'read'>): Verdict {
  const { id, row } = operation;
  if (log.was(id, from, to, (shown) => isAs(row, shown))) return { faults: [] };
  return { faults: [`${id}: read ${said(row)}, which it never was between ${from} and ${to}`] };
}

function found({ operation, log, from, to }: Given<'search'>): Verdict {
  const { email, found = [] } = operation;
  const faults: string[] = [];
  const known = log.byEmail.get(email)?.[0];
  if (known !== undefined && known.made <= from && !found.includes(known.id))
    faults.push(`${email}: there since ${known.made}, and not found at ${from} or later`);
  for (const id of found) {
    const contact = log.contacts.get(id);
    if (contact?.email !== email) faults.push(`${id}: found for ${email}, which it never was`);
    else if (contact.made > to) faults.push(`${id}: found at ${to}, made at ${contact.made}`);
  }
  return { faults };
}

function isAs(row: ShownRow | undefined, shown: Shown | undefined): boolean {
  if (row === undefined || shown === undefined) return row === shown;
  return row.Title === shown.Title && row.Email === shown.Email && row.LastName === shown.LastName;
}

function said(row: Shown | ShownRow | undefined): string {
  return row === undefined ? 'nothing' : JSON.stringify([row.Email, row.LastName, row.Title]);
}
