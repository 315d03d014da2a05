import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { DrawInstallation } from '../../../store/installation.js';
import type { Commit, LoggedCommit } from '../../../store/commit-log.js';
import { CommittedView } from '../../../store/committed-view.js';
import { TIDY_SHARE } from '../../../store/compaction.js';
import { readEntry } from '../../../store/journal-entry.js';
import type { LogPosition } from '../../../store/log-position.js';
import type { LogObserver, RecordStore, StoreLag, StoreStatistics } from '../../../store/record-store.js';
import type { Decider, SharedLog } from '../../../store/shared-log.js';
import type { SnapshotPlace } from '../../../store/snapshot-place.js';
import { DivergedError } from '../../../store/store-errors.js';
import type { StoreState } from '../../../store/store-state.js';
import type { DatabaseSnapshots } from './database-snapshot.js';
import type { IndexImages } from './index-images.js';
import { keepBeyond } from './keep-beyond.js';
import type { LogConnection } from './log-connection.js';
import type { Listening } from './log-listener.js';
import { LogLoop } from './log-loop.js';
import type { NodeFolder } from './node-folder.js';
import type { NodeList } from './node-list.js';
import type { SeenIds } from '../../../store/seen-ids.js';
import { differences, firstNumber, type RowTables } from './tables/row-tables.js';

const DAY = 24 * 60 * 60 * 1000;
/** Number of changes dropped per event-loop turn, which takes one or two milliseconds. */
const FORGET_AT_ONCE = 400;
/** Milliseconds between two checks. */
const UPKEEP_MS = 2_000;
/** Milliseconds between two reports without progress. A node is treated as alive for half a minute. */
const QUIET_MS = 8_000;
/** Milliseconds to wait for the database when this node shuts down. */
const LEAVE_MS = 5_000;
/** Milliseconds for which a closing store tries to find out which commits its log has lost. */
const KEEP_MS = 10_000;
/** Milliseconds for which an erasure waits for nodes that are behind. */
const ERASURE_MS = 30_000;

export interface PostgresStoreParts {
  readonly state: StoreState;
  /** Connection for the log. The next two connections are for the right to decide and for slow queries. */
  readonly connection: LogConnection;
  readonly lease: LogConnection;
  readonly beside: LogConnection;
  readonly snapshots: DatabaseSnapshots;
  readonly nodes: NodeList;
  readonly images: IndexImages;
  /** Subscribes to the newest position, and to changes of the deciding node. */
  readonly listen: (tell: (position: number | undefined) => void, deciderChanged: () => void) => Listening;
  readonly now: () => number;
  readonly historyMs: number;
  /**
   * Number of log characters after which a new snapshot is written. The log must also be at least as long as the
   * snapshot or, if the node is idle, a fraction of it.
   */
  readonly compactAt: number;
  /** Number of characters in the log since the last snapshot. */
  readonly logCharacters: number;
  /** Whether `tidy` writes a snapshot that is due. */
  readonly tidies: boolean;
  readonly patience: number;
  readonly snapshotBytes: number;
  readonly folder: NodeFolder | undefined;
  readonly seenIds: SeenIds | undefined;
  readonly drawInstallation: DrawInstallation;
  /** `undefined` if other nodes maintain the SQL tables. */
  readonly tables: RowTables | undefined;
}

/** A store whose commit log is shared by several nodes, which append to it and follow it. */
export class PostgresStore extends CommittedView implements RecordStore {
  readonly shared: SharedLog;
  protected readonly state: StoreState;
  readonly #loop: LogLoop;
  readonly #listener: Listening;
  #reported = { sequence: -1, at: -Infinity };
  #snapshotBytes: number;
  #compaction: Promise<void> | undefined;
  #upkeep: NodeJS.Timeout | undefined;
  #keeping: Promise<void> = Promise.resolve();
  #charactersAtSnapshot: number;
  #firstChange = 0;
  #closed = false;
  readonly #giveUp = new AbortController();

  constructor(private readonly parts: PostgresStoreParts) {
    super(parts.now, parts.drawInstallation);
    this.state = parts.state;
    this.#snapshotBytes = parts.snapshotBytes;
    this.#charactersAtSnapshot = -parts.logCharacters;
    this.#loop = new LogLoop({ ...parts, shown: () => this.shown(), erased: () => parts.folder?.erased() });
    const loop = this.#loop;
    this.shared = {
      hold: () => loop.hold(),
      follow: (follower) => loop.follow(follower),
      enter: () => loop.lease.enter(),
      leave: () => loop.lease.leave(),
    };
    void loop.trouble.diverged.then((why) => (why.settled = this.#keepBeyond(why)));
    this.#listener = parts.listen(
      (position) => {
        if (position !== undefined || !this.#hearsByLease) loop.told(position);
      },
      () => loop.lease.look(),
    );
    this.#keepUp();
  }

  get place(): SnapshotPlace | undefined {
    return this.parts.folder;
  }

  get writable(): boolean {
    return !this.#closed && this.#loop.fault === undefined;
  }

  get fault(): Error | undefined {
    return this.#loop.fault;
  }

  get diverged(): Promise<DivergedError> {
    return this.#loop.trouble.diverged;
  }

  get decider(): Decider {
    return this.#loop.lease;
  }

  get lag(): StoreLag {
    const { behind, secondsBehind, cutOff, fault, trouble } = this.#loop;
    const isCutOff = cutOff !== undefined;
    return {
      commits: behind,
      seconds: secondsBehind,
      isCutOff,
      isFull: !isCutOff && fault !== undefined,
      remedy: trouble.remedy,
      notifications: this.#listener.notifications,
    };
  }

  observe(observer: LogObserver): void {
    this.#loop.observer = observer;
  }

  append(commit: Commit): Promise<number> {
    return this.#loop.append(commit);
  }

  async since(position: number, visit: (commit: LoggedCommit) => void): Promise<void> {
    const last = this.state.sequence;
    for (let known: LogPosition = { position, last: undefined }; known.position < last;) {
      const rows = await this.#ofThisLog(() => this.parts.beside.read(known));
      for (const row of rows) if (row.position <= last) visit(readEntry(`{"s":${row.position},${row.body.slice(1)}`));
      const newest = rows.at(-1);
      known = { position: newest?.position ?? last, last: newest };
    }
  }

  statistics(): StoreStatistics {
    return {
      ...this.memoryStatistics(),
      journalBytes: this.#sinceSnapshot,
      journalEntries: this.state.sequence,
      snapshotBytes: this.#snapshotBytes,
    };
  }

  /** Removes deleted data. When the promise resolves, nothing deleted before the call is left in the tables. */
  async compact(): Promise<void> {
    while (this.#compaction !== undefined) await this.#compaction.catch(() => undefined);
    if (this.#closed) return;
    return this.#compactOnce(ERASURE_MS);
  }

  /** Writes a snapshot so that the next startup reads less. Never rejects, because nothing depends on it. */
  async tidy(): Promise<void> {
    await this.#compaction?.catch(() => undefined);
    const written = Math.min(this.#loop.characters, this.#sinceSnapshot);
    if (this.parts.tidies) await this.#compactWhereDue(TIDY_SHARE, written).catch(() => undefined);
  }

  /** Resolves once the SQL tables contain everything committed before they were created. */
  tablesFilled(): Promise<void> {
    return this.parts.tables?.settled ?? Promise.resolve();
  }

  async tableFaults(): Promise<string[]> {
    const { beside, state, tables } = this.parts;
    const trouble = await tables?.whyUnsettled();
    const found = await this.#ofThisLog(() => differences(beside, beside.schema, state));
    return trouble === undefined ? found : [trouble, ...found];
  }

  inspect(): Promise<void> {
    this.#loop.told(undefined);
    return Promise.resolve();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#upkeep);
    await this.parts.tables?.close();
    await this.#loop.close();
    await this.#listener.close();
    await this.#settleDivergence();
    // Ignore a failure, because a node with a full disk must still shut down.
    await this.parts.seenIds?.keep(this.state.counters).catch(() => undefined);
    const left = this.#leave().catch(() => undefined);
    // Limit the wait, because a silently broken connection never responds.
    await Promise.race([left, pause(LEAVE_MS, undefined, { ref: false })]);
    await this.parts.connection.close();
    await this.parts.beside.close();
    this.state.close();
  }

  /** Whether the lease check reports the log's end, so that no poll is needed. */
  get #hearsByLease(): boolean {
    const { lease, secondsBehind } = this.#loop;
    return this.#listener.notifications === 'heard' && lease.isNews && secondsBehind === 0;
  }

  get #isDiverged(): boolean {
    return this.#loop.trouble.divergence !== undefined;
  }

  async #keepBeyond(why: DivergedError): Promise<void> {
    const { folder } = this.parts;
    why.tell(await keepBeyond({ ...this.parts, folder: folder?.folder }, why.message, this.#giveUp.signal));
  }

  async #settleDivergence(): Promise<void> {
    const why = this.#loop.trouble.divergence;
    if (why === undefined) return;
    const giveUp = (): void => this.#giveUp.abort(new Error('the database is unavailable'));
    const timer = setTimeout(giveUp, KEEP_MS);
    await why.settled;
    clearTimeout(timer);
  }

  async #leave(): Promise<void> {
    await this.#keeping;
    await this.#compaction?.catch(() => undefined);
    await this.parts.nodes.leave();
  }

  #compactOnce(patience: number): Promise<void> {
    this.#compaction = this.#compact(patience).finally(() => (this.#compaction = undefined));
    return this.#compaction;
  }

  async #compact(patience: number): Promise<void> {
    const { snapshots, nodes, images } = this.parts;
    await this.#forget();
    const { characters } = this.#loop;
    const position = await this.#ofThisLog(() => snapshots.save(this.state, () => this.#closed || this.#isDiverged));
    if (position === undefined) {
      // Throw, because a waiting erasure must not treat this state as success.
      if (this.#isDiverged && this.fault !== undefined) throw this.fault;
      return;
    }
    this.#charactersAtSnapshot = characters;
    this.#snapshotBytes = await snapshots.bytes();
    const until = performance.now() + patience;
    for (;;) {
      await this.#report();
      const all = await nodes.slowest(patience > 0 ? 'alive' : 'known');
      if (all >= position || performance.now() >= until) break;
      await pause(100);
    }
    const isErasure = patience > 0;
    const needed = isErasure ? undefined : await images.needed();
    await this.#ofThisLog(() => nodes.trim(position, this.state.end, isErasure, needed));
    await images.tidy();
  }

  /** Runs work. If another connection reports divergence, the loop checks the log itself. */
  async #ofThisLog<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isDiverged && this.fault !== undefined) throw this.fault;
    try {
      return await work();
    } catch (error) {
      if (error instanceof DivergedError) this.#loop.told(undefined);
      throw error;
    }
  }

  /** Drops changes whose retention has ended, and decisions about records that can no longer be restored. */
  async #forget(): Promise<void> {
    const { historyMs, now } = this.parts;
    while (this.state.history.forget(historyMs, now(), FORGET_AT_ONCE)) await nextTurn();
    const isKnown = (id: string): boolean => this.state.isKnown(id);
    for (let from: number | undefined = 0; (from = this.state.reviews.forget(isKnown, from)) !== undefined;)
      await nextTurn();
    this.state.pairs.forget(isKnown);
    await this.#forgetRows();
  }

  /** Drops from the SQL tables what `#forget` dropped. */
  async #forgetRows(): Promise<void> {
    const first = firstNumber(this.state);
    if (first === this.#firstChange) return;
    const { beside } = this.parts;
    for (let isMore = true; isMore && !this.#closed && !this.#isDiverged;) {
      const [row] = await beside.query<{ more: boolean }>(`select ${beside.schema}.forget_rows($1) as more`, [first]);
      isMore = row!.more;
    }
    this.#firstChange = first;
  }

  /** Reports the position, once erased data has also been removed from this node's disk. */
  async #report(): Promise<void> {
    const { sequence } = this.state;
    await this.parts.folder?.settled();
    await this.parts.nodes.report(sequence);
    this.#reported = { sequence, at: performance.now() };
  }

  #keepUp(): void {
    this.#upkeep = setTimeout(() => {
      this.#keeping = this.#keep().catch(() => undefined);
      void this.#keeping.then(() => {
        if (!this.#closed) this.#keepUp();
      });
    }, UPKEEP_MS);
    this.#upkeep.unref();
  }

  async #keep(): Promise<void> {
    const { historyMs, now, seenIds } = this.parts;
    await seenIds?.keep(this.state.counters);
    const { sequence } = this.state;
    const isQuiet = sequence === this.#reported.sequence && performance.now() - this.#reported.at < QUIET_MS;
    if (!isQuiet) await this.#report();
    if (this.state.history.hasOlder(historyMs + DAY, now())) await this.#forget();
    await this.#compactWhereDue(isQuiet ? TIDY_SHARE : 1);
  }

  get #sinceSnapshot(): number {
    return this.#loop.characters - this.#charactersAtSnapshot;
  }

  /**
   * Compacts the log if that is due. @param share length of the log, as a fraction of the snapshot's size, at which a
   * compaction is due @param since number of log characters to compare
   */
  async #compactWhereDue(share: number, since = this.#sinceSnapshot): Promise<void> {
    const { nodes, compactAt } = this.parts;
    if (this.#compaction !== undefined || this.#closed || since < Math.max(compactAt, share * this.#snapshotBytes))
      return;
    // Check again, because another node may have written a snapshot.
    if (await nodes.isSnapshotWanted(this.state.sequence)) await this.#compactOnce(0);
    else this.#charactersAtSnapshot = this.#loop.characters;
  }
}
