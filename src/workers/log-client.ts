import { connect } from 'node:net';
import { join } from 'node:path';
import type { Auth } from '../auth/auth.js';
import type { Service } from '../service/service.js';
import type { FollowingStore } from '../store/following-store.js';
import { readEntry, type JournalCommit } from '../store/journal-entry.js';
import { DivergedError } from '../store/store-errors.js';
import { LineSocket } from './line-socket.js';
import { LOG_SOCKET } from './log-server.js';
import { ENTRY, type Metric, type ToFollower, type ToWriter } from './messages.js';
import type { SharedCounts } from './shared-counts.js';

export type Welcome = Extract<ToFollower, { kind: 'welcome' }>;
type Refused = Extract<ToFollower, { kind: 'refused' }>;
type Condition = Extract<ToFollower, { kind: 'condition' }>['condition'];
type Configure = Extract<ToFollower, { kind: 'configure' }>;

/** The parts that a follower keeps up to date. */
export interface Followed {
  readonly service: Service;
  readonly store: FollowingStore;
  readonly auth: Pick<Auth, 'revocations'>;
  readonly counts: SharedCounts;
  configure(message: Configure): Promise<void>;
  metrics(): Promise<readonly Metric[]>;
}

/** Commits shown in one go. */
const MOST_COMMITS = 256;

/** A follower's end: does what the writer tells, in that order. */
export class LogClient {
  /** Resolves when the connection to the writer has ended, or what it told could not be done. */
  readonly lost: Promise<Error>;
  readonly welcome: Promise<Welcome>;
  /** Whether the process that writes the folder keeps what it has lost. */
  isKept = false;
  readonly #lines: LineSocket;
  /** Lines that have come and not been worked on. */
  #waiting: string[] = [];
  #followed: Followed | undefined;
  #condition: Condition | undefined;
  #working = false;
  #lose!: (error: Error) => void;
  #joined: () => void = () => undefined;
  #welcomed!: (welcome: Welcome) => void;

  /** @param sockets folder in which the writer listens */
  constructor(sockets: string) {
    this.lost = new Promise((resolve) => (this.#lose = resolve));
    this.welcome = new Promise((resolve) => (this.#welcomed = resolve));
    const socket = connect(join(sockets, LOG_SOCKET));
    this.#lines = new LineSocket(
      socket,
      (line) => this.#arrived(line),
      () => this.#lose(new Error('the process that writes has ended, or let go of this one')),
    );
  }

  /** Begins to follow: the log from the position that the store is at, and all else. Resolves when it has caught up. */
  async follow(followed: Followed): Promise<void> {
    this.#followed = followed;
    const joined = new Promise<void>((resolve) => (this.#joined = resolve));
    const { store, counts } = followed;
    if (this.#condition) store.told(this.#condition);
    counts.tell = (counted) => this.#send({ kind: 'counts', counts: counted });
    this.#send({ kind: 'loaded', end: store.end });
    this.#work();
    await joined;
  }

  close(): void {
    this.#lines.close();
  }

  #arrived(line: string): void {
    if (line.startsWith(ENTRY)) this.#followed?.store.know(positionOf(line));
    else if (this.#followed === undefined) {
      const message = JSON.parse(line) as ToFollower;
      if (message.kind === 'welcome') {
        this.#welcomed(message);
        return;
      }
      if (message.kind === 'condition') {
        this.#condition = message.condition;
        return;
      }
      if (message.kind === 'refused') {
        this.#refused(message);
        return;
      }
    }
    this.#waiting.push(line);
    this.#work();
  }

  #work(): void {
    if (this.#working || this.#followed === undefined) return;
    this.#working = true;
    this.#workOff(this.#followed)
      .catch((error: unknown) => {
        this.#waiting = [];
        this.#lose(error as Error);
      })
      .finally(() => {
        this.#working = false;
        if (this.#waiting.length > 0) this.#work();
      });
  }

  async #workOff(followed: Followed): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting;
      this.#waiting = [];
      let commits: JournalCommit[] = [];
      const show = async (): Promise<void> => {
        const shown = commits;
        commits = [];
        if (shown.length > 0) await followed.service.live.show(followed.store, shown);
      };
      for (const line of lines) {
        if (line.startsWith(ENTRY)) {
          commits.push(readEntry(line));
          if (commits.length >= MOST_COMMITS) await show();
        } else {
          await show();
          this.#do(JSON.parse(line) as ToFollower, followed);
        }
      }
      await show();
    }
  }

  #do(message: ToFollower, followed: Followed): void {
    const { auth, counts, store } = followed;
    switch (message.kind) {
      case 'sync':
        this.#send({ kind: 'synced', number: message.number });
        return;
      case 'revoked':
        auth.revocations.note(message.revocation, Date.now());
        return;
      case 'counts':
        counts.take(message.counts, Date.now());
        return;
      case 'condition':
        store.told(message.condition);
        return;
      case 'configure': {
        const { number } = message;
        // Indexes may have to be built: commits go on meanwhile.
        followed.configure(message).then(
          () => this.#send({ kind: 'configured', number }),
          (error: unknown) => this.#send({ kind: 'configured', number, error: (error as Error).message }),
        );
        return;
      }
      case 'metrics':
        void followed.metrics().then((all) => this.#send({ kind: 'metrics', number: message.number, metrics: all }));
        return;
      case 'joined':
        store.mustBeAt(message.end);
        this.#joined();
        return;
      case 'refused':
        this.#refused(message);
        return;
      case 'welcome':
    }
  }

  /** Ends following: this process has read, or would read, another log than the writer's. */
  #refused({ why, isKept = false }: Refused): void {
    this.isKept = isKept;
    this.#lose(new DivergedError(this.#followed?.store.position ?? 0, why));
  }

  #send(message: ToWriter): void {
    this.#lines.send(JSON.stringify(message));
  }
}

function positionOf(line: string): number {
  return Number(line.slice(ENTRY.length, line.indexOf(',')));
}
