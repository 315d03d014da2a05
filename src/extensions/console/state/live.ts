import { useEffect, useState } from 'preact/hooks';
import { session } from '../api/call.js';
import { eventsAddress } from '../api/call.js';
import { allows } from '../api/objects.js';

/** Milliseconds between two polls without a stream. */
const POLLED = 5_000;
/** Milliseconds for which events are collected before an update, and the update interval while the stream is silent. */
const GATHERED = 1_000;
const SILENT = 15_000;
/** Milliseconds without input after which polling stops, so that an open page does not keep a session alive. */
const ATTENDED = 300_000;

const TYPES = [
  'record.created',
  'record.updated',
  'record.merged',
  'record.deleted',
  'review.decided',
  'job.changed',
] as const;

export interface Live {
  /** Number that changes whenever there may be new data. */
  readonly round: number;
  /** Whether the service sends events. Otherwise it is polled. */
  readonly isStreaming: boolean;
  readonly refresh: () => void;
}

/** Updates a view when the service sends events. Without an event stream, updates every few seconds. */
export function useLive(): Live {
  const [round, setRound] = useState(0);
  const [isStreaming, setStreaming] = useState(false);
  const login = session.value?.csrfToken;
  useEffect(() => {
    if (login === undefined) return undefined;
    let seen = performance.now();
    let looked = seen;
    let isOpen = false;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      gathering = undefined;
      if (document.hidden || performance.now() - seen >= ATTENDED) return;
      looked = performance.now();
      setRound((last) => last + 1);
    };
    const isSeen = (): void => {
      seen = performance.now();
    };
    const told = (): void => {
      gathering ??= setTimeout(look, GATHERED);
    };
    for (const event of ['pointermove', 'keydown'] as const) addEventListener(event, isSeen);
    const stream = allows('read') ? new EventSource(eventsAddress()) : undefined;
    const opened = (is: boolean) => (): void => {
      // Catch up on events that occurred while the stream was closed.
      if (is && !isOpen) told();
      isOpen = is;
      setStreaming(is);
    };
    stream?.addEventListener('stream.opened', opened(true));
    stream?.addEventListener('error', opened(false));
    for (const type of TYPES) stream?.addEventListener(type, told);
    const timer = setInterval(() => {
      if (performance.now() - looked >= (isOpen ? SILENT : POLLED)) look();
    }, GATHERED);
    return () => {
      stream?.close();
      clearInterval(timer);
      clearTimeout(gathering);
      for (const event of ['pointermove', 'keydown'] as const) removeEventListener(event, isSeen);
    };
  }, [login]);
  return { round, isStreaming, refresh: () => setRound((last) => last + 1) };
}
