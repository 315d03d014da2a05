import { setTimeout as sleep } from 'node:timers/promises';
import type { Turns } from '../../runtime/turns.js';
import { positionText, type EventPosition, type Events } from '../undo/events.js';
import { hasEnded, type ShownJob } from '../jobs/job.js';

/** Milliseconds between two checks of the history. A check reads two numbers and does not slow down writers. */
const TICK = 200;
/** Milliseconds between two checks of the jobs and of the reader's rights. */
const SLOW_TICK = 1_000;
/** Maximum number of changes per message. */
const AT_ONCE = 25;
/** Maximum milliseconds until the connection accepts a message. */
const PATIENCE = 10_000;

export interface StreamOptions {
  readonly events: Events;
  /** The reader's last position. Default: only new events are sent. */
  readonly after: EventPosition | undefined;
  /** Event types to send. Default: all. */
  readonly types?: ReadonlySet<string> | undefined;
  /** Returns the jobs that the reader may see. If absent, no jobs are sent. */
  readonly jobs?: (() => readonly ShownJob[]) | undefined;
  /** If false, the stream ends after the last existing event. */
  readonly follow: boolean;
  /** After this many milliseconds without an event, a comment is sent, so that proxies keep the connection open. */
  readonly heartbeat: number;
  /** Returns the reason why the stream must end, or `undefined` if it may continue. Called once a second. */
  readonly ended: () => Promise<string | undefined>;
  readonly isStopping: () => boolean;
  readonly signal: AbortSignal;
  readonly turns: Turns;
  readonly drop: () => void;
}

/**
 * Sends server-sent events (WHATWG HTML, 9.2). The history serves as the queue. A stream only keeps its position in the
 * history, so a slow reader costs no memory. A reader that comes back with `Last-Event-ID` misses nothing, even after a
 * restart. The progress of jobs has no position, so a new reader gets the current state.
 */
export async function* eventStream(options: StreamOptions): AsyncGenerator<string> {
  const { events, after, types, signal } = options;
  const reader = new SlowReader(options.drop);
  let position = after ?? events.latest;
  let asked = Date.now();
  let said = asked;
  const jobs = new JobChanges(options.jobs);
  const begin = begun(events, position);
  if (begin.position !== undefined) position = begin.position;
  await options.turns.next();
  yield* reader.take(`retry: 2000\n${begin.text}${jobs.changed()}`);
  while (!options.isStopping() && !signal.aborted) {
    const read = events.read(position, AT_ONCE);
    let text = '';
    // Only the last event of a change has a position, so that no reader resumes between two events of a change.
    const told = types === undefined ? read.events : read.events.filter(({ event }) => types.has(event.type));
    told.forEach(({ event, position: at }, i) => {
      text += message(event.type, event, told[i + 1]?.position === at ? undefined : at);
    });
    position = read.position;
    if (read.hasMore) await options.turns.next();
    const now = Date.now();
    if (Math.abs(now - asked) >= SLOW_TICK) {
      asked = now;
      const why = await options.ended();
      if (why !== undefined) {
        yield* reader.take(message('stream.closed', { reason: why }));
        return;
      }
      text += jobs.changed();
    }
    // Sends the position of skipped events, so that a reader that comes back does not read them again.
    if (text === '' && Math.abs(now - said) >= options.heartbeat) text = `id: ${positionText(position)}\n:\n\n`;
    if (text !== '') {
      said = now;
      yield* reader.take(text);
    }
    if (read.hasMore) continue;
    if (!options.follow) return;
    await sleep(TICK, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Returns the first message: where the stream starts, and whether the reader has missed events. */
function begun(events: Events, after: EventPosition): { text: string; position?: EventPosition } {
  const { latest, oldest } = events;
  const isAhead = after.change > latest.change || after.decision > latest.decision;
  const opened = (position: EventPosition) => message('stream.opened', {}, position);
  if (isAhead) return { text: message('stream.gap', { reason: 'unknownPosition' }) + opened(latest), position: latest };
  if (after.change < oldest.change) return { text: message('stream.gap', { reason: 'forgotten' }) + opened(after) };
  return { text: opened(after) };
}

function message(type: string, data: unknown, position?: EventPosition): string {
  const id = position === undefined ? '' : `id: ${positionText(position)}\n`;
  return `${id}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Closes a connection that does not accept a message in time. */
class SlowReader {
  constructor(private readonly drop: () => void) {}

  *take(text: string): Generator<string> {
    const timer = setTimeout(this.drop, PATIENCE);
    timer.unref();
    try {
      yield text;
    } finally {
      clearTimeout(timer);
    }
  }
}

class JobChanges {
  /** The jobs as last sent, by Id, or `undefined` before the first check. */
  #told: ReadonlyMap<string, string> | undefined;

  constructor(private readonly jobs: (() => readonly ShownJob[]) | undefined) {}

  changed(): string {
    if (this.jobs === undefined) return '';
    const now = new Map<string, string>();
    let text = '';
    for (const job of this.jobs()) {
      const { id, objectType, status, progress, merged } = job;
      const shown = JSON.stringify({ id, objectType, status, progress, merged });
      now.set(id, shown);
      const isNews = this.#told === undefined ? !hasEnded(job) : this.#told.get(id) !== shown;
      if (isNews) text += `event: job.changed\ndata: ${shown}\n\n`;
    }
    this.#told = now;
    return text;
  }
}
