import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Client } from '../../service/auth/client.js';
import type { Limits } from '../../store/config/config-limits.js';
import type { Turns } from '../../runtime/turns.js';
import type { Caller } from '../../service/caller.js';
import { tooLong } from '../../service/soql/query-memory.js';
import type { AppContext } from '../endpoint.js';
import { callerOf, requestIdOf } from '../caller.js';
import { ClientGoneError } from '../response/http-error.js';

/** Runs work until the client disconnects. @param work receives a signal that is aborted on disconnection */
export async function whileConnected<T>(
  { socket }: Pick<IncomingMessage, 'socket'>,
  work: (gone: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const leave = (): void =>
    abort.abort(new ClientGoneError('the client closed the connection before the response was sent'));
  // Do not limit the number of listeners, because each pending response of the connection adds a listener.
  socket.setMaxListeners(0).once('close', leave);
  if (socket.destroyed) leave();
  try {
    return await work(abort.signal);
  } finally {
    socket.off('close', leave);
  }
}

/** Runs a read with the time limit for queries. @param work receives the caller with that limit */
export function readFor<T>(
  { request, client }: { readonly request: IncomingMessage; readonly client: Client },
  { limits }: { readonly limits: Limits },
  work: (caller: Caller) => Promise<T>,
): Promise<T> {
  const deadline = deadlineOf(request, limits);
  return whileConnected(request, (signal) => work({ ...callerOf(client, requestIdOf(request)), signal, deadline }));
}

/** Like `readFor`, but yields to other clients between steps. */
export function readInTurns<T>(
  asker: Parameters<typeof readFor>[0],
  { settings, likeness }: Pick<AppContext, 'settings' | 'likeness'>,
  work: (turns: Turns) => Promise<T>,
): Promise<T> {
  return readFor(asker, settings, (caller) => work(likeness.scheduler.turns(caller, tooLong)));
}

const deadlines = new WeakMap<object, number>();

/** Returns the deadline of a request. An inner request shares the deadline of the outer request. */
export function deadlineOf(request: IncomingMessage, { querySeconds }: Limits): number {
  for (let at: object | null = request; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const deadline = deadlines.get(at);
    if (deadline !== undefined) return deadline;
  }
  const deadline = performance.now() + querySeconds * 1_000;
  deadlines.set(request, deadline);
  return deadline;
}
