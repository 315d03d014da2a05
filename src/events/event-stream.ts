import { setTimeout as sleep } from 'node:timers/promises';
import { positionText, type EventPosition, type Events } from '../service/undo/events.js';
import { hasEnded, type ShownJob } from '../jobs/job.js';

/** Milliseconds between two looks at the history: looking is reading two numbers, and nobody who writes knows of it. */
const TICK = 200;
/** Milliseconds between two looks at the jobs, and at whether the reader may still read. */
const SLOW_TICK = 1_000;
/** Changes told in one piece. */
const AT_ONCE = 100;
/** Milliseconds in which the connection has to take a piece. */
const PATIENCE = 10_000;

export interface StreamOptions {
  readonly events: Events;
  /** Where the reader left off; absent: it wants what happens from now on. */
  readonly after: EventPosition | undefined;
  /** Which types are told; absent: all. */
  readonly types?: ReadonlySet<string> | undefined;
  /** Jobs that the reader may see; absent: none. */
  readonly jobs?: (() => readonly ShownJob[]) | undefined;
  /** false: the stream ends with the last event that there is. */
  readonly follow: boolean;
  /** Milliseconds of silence after which a comment is sent, so that nobody on the way closes the connection. */
  readonly heartbeat: number;
  /** Why the stream is to end; asked once a second. */
  readonly ended: () => Promise<string | undefined>;
  /** Whether the service stops. */
  readonly isStopping: () => boolean;
  /** The connection is gone. */
  readonly signal: AbortSignal;
  /** The connection does not take what is sent: it is to be cut. */
  readonly drop: () => void;
}

/**
 * Server-sent events (WHATWG HTML, 9.2). The history is the queue: a stream keeps a position in it and nothing else,
 * so a reader that is behind costs no memory, and one that comes back with `Last-Event-ID` misses nothing, after a
 * restart neither. How far jobs are has no position: whoever comes anew is told how it is now.
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
  yield* reader.take(`retry: 2000\n${begin.text}${jobs.changed()}`);
  while (!options.isStopping() && !signal.aborted) {
    const read = events.read(position, AT_ONCE);
    let text = '';
    // Only the last event of a change names a position: nobody who comes back begins between them.
    const told = types === undefined ? read.events : read.events.filter(({ event }) => types.has(event.type));
    told.forEach(({ event, position: at }, i) => {
      text += message(event.type, event, told[i + 1]?.position === at ? undefined : at);
    });
    position = read.position;
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
    // A reader that comes back does not read again what was passed over.
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

/** The first message: where the stream begins, and whether events before it are lost to this reader. */
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

/** Cuts a connection that does not take a piece in time. */
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

/** Jobs that are otherwise than they were told. */
class JobChanges {
  /** By Id; `undefined` before the first look. */
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
