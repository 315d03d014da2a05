import { Watch } from '../../runtime/watch.js';
import type { Location } from './location.js';
import { LogListener, type Listening, type LogListenerParts } from './log-listener.js';

/** Milliseconds between two calls without a notification: where these arrive, and where they do not. */
const SLOW_MS = 10_000;
const FAST_MS = 200;
/** Milliseconds between two calls, however many notifications arrive. */
const APART_MS = 50;
/** Milliseconds after which a call that failed is repeated. */
const RETRY_MS = 1_000;

/**
 * Tells what other nodes have changed beside the log: by notification, and by a slow check for what a connection that
 * was cut silently has lost. One connection, which the log listens on as well.
 */
export class Feed {
  readonly #watches = new Map<Watch, string>();
  readonly #listener: LogListener;
  #tellLog: LogListenerParts['tell'] | undefined;
  #deciderChanged: LogListenerParts['deciderChanged'];
  #timer: NodeJS.Timeout | undefined;
  /** The answer of `documents` at the last check. */
  #seen: string | undefined;
  #state: 'new' | 'started' | 'closed' = 'new';

  /**
   * @param notify see `LogListenerParts`
   * @param documents another text after each change of a document: one question in place of one for each watch
   * @param trouble is told when notifications do not arrive, and when they do again
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
   * Calls at once, and whenever something below a folder of documents, or in a table (`tableTopic`), may have changed.
   *
   * @param onError is told why a call failed, once a reason
   */
  follow(folder: string, changed: () => void | Promise<void>, onError: (message: string) => void): Watch {
    const onEnd = (): void => void this.#watches.delete(watch);
    const watch: Watch = new Watch(changed, onError, { pause: APART_MS, retry: RETRY_MS, onEnd });
    this.#watches.set(watch, folder);
    this.#start();
    watch.wake();
    return watch;
  }

  /** The log's part of it: see `LogListenerParts`. */
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

  /** @param name of a document; `undefined`: anything may have changed, or who has to do with it */
  wake(name?: string): void {
    for (const [watch, folder] of this.#watches) if (name?.startsWith(`${folder}/`) !== false) watch.wake();
  }
}

const TABLES = 'table/';
/** By which a table is followed whose rows tell of their changes. */
export const tableTopic = (table: string): string => `${TABLES}${table}`;
