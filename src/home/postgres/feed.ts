import type { Location } from '../../store/postgres/location.js';
import { LogListener, type LogListenerParts } from '../../store/postgres/log-listener.js';
import type { Following } from '../home.js';
import { Watch } from '../watch.js';

/** Milliseconds between two calls without a notification: where these arrive, and where they do not. */
const SLOW_MS = 5_000;
const FAST_MS = 200;

/** Tells by notification, and by a slow check, what other nodes have changed. One connection, made when it is needed. */
export class Feed {
  readonly #watches = new Map<Watch, string>();
  #listener: LogListener | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly location: Location,
    private readonly notify: LogListenerParts['notify'],
  ) {}

  /** As `Home.follow`. */
  follow(folder: string, changed: () => void | Promise<void>, onError: (message: string) => void): Following {
    const watch: Watch = new Watch(changed, onError, () => this.#watches.delete(watch));
    this.#watches.set(watch, folder);
    this.#start();
    watch.wake();
    return watch;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.all([...this.#watches.keys()].map((watch) => watch.end()));
    await this.#listener?.close();
  }

  #start(): void {
    if (this.#listener !== undefined) return;
    this.#listener = new LogListener({
      location: this.location,
      tell: () => undefined,
      changed: (name) => this.#wake(name),
      notify: this.notify,
    });
    this.#listener.start();
    this.#check();
  }

  #check(): void {
    if (this.#isClosed) return;
    const hears = this.#listener?.notifications === 'heard';
    this.#timer = setTimeout(
      () => {
        this.#wake(undefined);
        this.#check();
      },
      hears ? SLOW_MS : FAST_MS,
    ).unref();
  }

  /** @param name of a document; `undefined`: any may have changed */
  #wake(name: string | undefined): void {
    for (const [watch, folder] of this.#watches) if (name?.startsWith(`${folder}/`) !== false) watch.wake();
  }
}
