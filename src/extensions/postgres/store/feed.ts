import { Watch } from '../../../runtime/watch.js';
import type { Location } from './location.js';
import { LogListener, type Listening, type LogListenerParts } from './log-listener.js';

/** Milliseconds between two checks: while notifications arrive, and while they do not. */
const SLOW_MS = 10_000;
const FAST_MS = 200;
/** Minimum milliseconds between two calls. */
const APART_MS = 50;
/** Milliseconds before a failed call is repeated. */
const RETRY_MS = 1_000;

/**
 * Reports other nodes' changes outside the log. Uses notifications, and a slow check in case a connection has broken
 * silently. Shares one connection with the log.
 */
export class Feed {
  readonly #watches = new Map<Watch, string>();
  readonly #listener: LogListener;
  #tellLog: LogListenerParts['tell'] | undefined;
  #deciderChanged: LogListenerParts['deciderChanged'];
  #timer: NodeJS.Timeout | undefined;
  /** The string from `documents` at the last check. */
  #seen: string | undefined;
  #state: 'new' | 'started' | 'closed' = 'new';

  /**
   * @param documents returns a string that changes with every change to a document, so that one query serves all
   * subscribers
   * @param trouble called when notifications do not arrive, and when they do again
   */
  constructor(
    location: Location,
    notify: LogListenerParts['notify'],
    private readonly documents: () => Promise<string>,
    trouble?: (message: string) => void,
  ) {
    this.#listener = new LogListener({
      location,
      tell: (position) => this.#tellLog?.(position),
      changed: (name) => this.wake(name),
      deciderChanged: () => this.#deciderChanged?.(),
      notify,
      trouble,
    });
  }

  /**
   * Calls `changed` immediately, and when documents below a folder, or a table (`tableTopic`), may have changed.
   * @param onError receives the reason for a failed call, unless it is the same as before
   */
  follow(folder: string, changed: () => void | Promise<void>, onError: (message: string) => void): Watch {
    const onEnd = (): void => void this.#watches.delete(watch);
    const watch: Watch = new Watch(changed, onError, { pause: APART_MS, retry: RETRY_MS, onEnd });
    this.#watches.set(watch, folder);
    this.#start();
    watch.wake();
    return watch;
  }

  listen(tell: LogListenerParts['tell'], deciderChanged: LogListenerParts['deciderChanged']): Listening {
    this.#tellLog = tell;
    this.#deciderChanged = deciderChanged;
    this.#start();
    const listener = this.#listener;
    return {
      get notifications() {
        return listener.notifications;
      },
      settled: listener.settled,
      close: () => {
        this.#tellLog = this.#deciderChanged = undefined;
        return Promise.resolve();
      },
    };
  }

  async close(): Promise<void> {
    const isStarted = this.#state === 'started';
    this.#state = 'closed';
    clearTimeout(this.#timer);
    await Promise.all([...this.#watches.keys()].map((watch) => watch.end()));
    if (isStarted) await this.#listener.close();
  }

  #start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'started';
    this.#listener.start();
    this.#check();
  }

  #check(): void {
    const isHeard = this.#listener.notifications === 'heard';
    this.#timer = setTimeout(
      () => {
        void this.#look().finally(() => {
          if (this.#state === 'started') this.#check();
        });
      },
      isHeard ? SLOW_MS : FAST_MS,
    ).unref();
  }

  async #look(): Promise<void> {
    const seen = await this.documents().catch(() => undefined);
    const isAsBefore = seen !== undefined && seen === this.#seen;
    this.#seen = seen;
    for (const [watch, folder] of this.#watches) if (!isAsBefore || folder.startsWith(TABLES)) watch.wake();
  }

  /** Calls the subscribers. @param name name of the changed document; `undefined` if any document may have changed */
  wake(name?: string): void {
    for (const [watch, folder] of this.#watches) if (name?.startsWith(`${folder}/`) !== false) watch.wake();
  }
}

const TABLES = 'table/';
/** Returns the topic of a table whose rows send notifications. */
export const tableTopic = (table: string): string => `${TABLES}${table}`;
