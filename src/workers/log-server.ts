import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Auth } from '../auth/auth.js';
import type { Configuration } from '../config/configuration.js';
import type { FileStore } from '../store/file-store.js';
import { readConfigurationTexts, type ConfigurationTexts } from './configuration-texts.js';
import { FollowerLink } from './follower-link.js';
import type { Metric, ToFollower } from './messages.js';
import type { SharedCounts } from './shared-counts.js';

export interface LogServerOptions {
  readonly store: FileStore;
  readonly auth: Pick<Auth, 'revocations'>;
  readonly counts: SharedCounts;
  /** The configuration that the service was opened with, and the folder that it was read from. */
  readonly configuration: Configuration;
  readonly configurationFolder: string | undefined;
  /** Folder for the sockets, which only the owner may enter. */
  readonly sockets: string;
  readonly log?: { warn(message: string): void };
}

/** Milliseconds after which a follower that has not done what it was told is cut off. */
const PATIENCE = 10_000;
/** Milliseconds to take a configuration over, for which it may have to build its indexes. */
const LONG_PATIENCE = 600_000;
const METRICS_PATIENCE = 2_000;

/**
 * The writer's end: tells all followers, in one order, of commits and of whatever else must hold at once everywhere.
 */
export class LogServer {
  readonly #followers = new Set<FollowerLink>();
  #texts: ConfigurationTexts = {};
  #server: Server | undefined;
  #caughtUp: Promise<void> | undefined;
  #fault: string | undefined;

  constructor(private readonly options: LogServerOptions) {}

  async listen(): Promise<void> {
    const { sockets, auth, counts, configurationFolder, store } = this.options;
    this.#texts = await readConfigurationTexts(configurationFolder);
    auth.revocations.onAdded = (revocation) => this.#tellAll({ kind: 'revoked', revocation });
    counts.tell = (counted) => this.#tellAll({ kind: 'counts', counts: counted });
    this.#server = createServer((socket) => {
      const welcomedWith = { texts: this.#texts };
      const link = new FollowerLink(socket, store, {
        welcome: (extents) => ({
          kind: 'welcome',
          extents,
          settings: this.options.configuration.settings,
          configuration: (welcomedWith.texts = this.#texts),
        }),
        joined: () => {
          this.#followers.add(link);
          return welcomedWith.texts === this.#texts;
        },
        counted: (counted) => {
          counts.take(counted, Date.now());
          for (const other of this.#followers) if (other !== link) other.tell({ kind: 'counts', counts: counted });
        },
        left: () => this.#followers.delete(link),
      });
      void link.open();
    });
    await new Promise<void>((resolve, reject) => {
      this.#server!.once('error', reject);
      this.#server!.listen({ path: join(sockets, LOG_SOCKET), exclusive: true }, resolve);
    });
  }

  /** Workers that follow. */
  get followers(): number {
    return this.#followers.size;
  }

  /** Highest number of commits that a follower is known to be behind. */
  get lag(): number {
    const { position } = this.options.store;
    return Math.max(0, ...[...this.#followers].map((each) => position - each.position));
  }

  /**
   * Resolves when all followers have done everything that was done here before the call: every worker then shows it.
   * One that does not in time is cut off, and so leaves the pool.
   */
  async caughtUp(): Promise<void> {
    if (this.#followers.size === 0) return;
    // Requests that end in the same turn ask once.
    this.#caughtUp ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#caughtUp = undefined;
        this.#tellFault();
        resolve(this.#ask((follower) => follower.sync(PATIENCE)));
      });
    });
    await this.#caughtUp;
  }

  /** The folder's files are in use here: all followers take them over. One that cannot is cut off. */
  async configure(use: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const texts = await readConfigurationTexts(this.options.configurationFolder);
    const before = this.#texts;
    this.#texts = texts;
    try {
      const told = this.#ask((follower) => follower.configure(texts, LONG_PATIENCE));
      const [rebuilt] = await Promise.all([use(), told]);
      return rebuilt;
    } catch (error) {
      this.#texts = before;
      throw error;
    }
  }

  /** The metrics of all followers; those of one that does not answer are missing. */
  async metrics(): Promise<(readonly Metric[])[]> {
    const all = await Promise.all([...this.#followers].map((each) => each.metrics(METRICS_PATIENCE)));
    return all.filter((metrics) => metrics !== undefined);
  }

  /** All followers are to leave, for another history stands in the place of the one that they show. */
  refuse(why: string): void {
    this.#tellAll({ kind: 'refused', why, isKept: true });
  }

  /** Resolves when no follower is left. */
  async allGone(): Promise<void> {
    await Promise.all([...this.#followers].map(({ gone }) => gone));
  }

  async close(): Promise<void> {
    for (const follower of this.#followers) follower.close();
    await new Promise<void>((resolve) => {
      if (this.#server === undefined) resolve();
      else this.#server.close(() => resolve());
    });
  }

  /** Followers answer for the store's health, too. */
  #tellFault(): void {
    const { condition } = this.options.store;
    if (condition.fault === this.#fault) return;
    this.#fault = condition.fault;
    this.#tellAll({ kind: 'condition', condition });
  }

  async #ask(each: (follower: FollowerLink) => Promise<void>): Promise<void> {
    await Promise.all(
      [...this.#followers].map(async (follower) => {
        try {
          await each(follower);
        } catch (error) {
          this.options.log?.warn(`a worker leaves the pool: ${(error as Error).message}`);
          follower.close();
        }
      }),
    );
  }

  #tellAll(message: ToFollower): void {
    for (const follower of this.#followers) follower.tell(message);
  }
}

/** In the folder for sockets: where followers are told of commits, and where they send what the writer must answer. */
export const LOG_SOCKET = 'log';
export const REQUEST_SOCKET = 'requests';
