import { FolderHome } from '../home/folder/folder-home.js';
import type { Home } from '../home/home.js';
import { AuditPlace } from './audit-place.js';
import { shownEntry, type ShownAuditEntry } from './shown-audit-entry.js';

export const AUDIT_ACTIONS = [
  'login',
  'loginFailed',
  'logout',
  'appAllowed',
  'loginCodeIssued',
  'tokenIssued',
  'tokenRevoked',
  'clientAdded',
  'clientRevoked',
  'licenceChanged',
  'scopesChanged',
  'objectsChanged',
  'loginWaysChanged',
  'secretRotated',
  'keyRotated',
  'secretsWrapped',
  'requested',
  'exported',
  'undone',
  'merged',
  'erased',
  'configurationImported',
  'configurationReloaded',
  'configurationPushed',
  'scenarioSaved',
  'scenarioReverted',
  'settingSaved',
  'settingReverted',
  'proposalAccepted',
  'proposalDiscarded',
  'backedUp',
  'restored',
  'moved',
  'repaired',
  'serverStarted',
  'serverStopped',
  'storeReadOnly',
  'storeWritable',
] as const;

/** Who did what. Ids and names of settings only: never a secret, a token or a value of a record. */
export interface AuditEntry {
  readonly action: (typeof AUDIT_ACTIONS)[number];
  /** A client's Id, `command-line` or `server`. */
  readonly by: string;
  /** The client's name. */
  readonly name?: string | undefined;
  /** The address that the request came from, as limits count it. */
  readonly address?: string | undefined;
  /** Targets: Ids of records, changes, clients, keys or tokens; names of objects; folders. */
  readonly target?: readonly string[] | undefined;
  /** In words, such as the licence that was given. */
  readonly detail?: string | undefined;
}

/** Entries that are looked for; what is absent leaves none out. */
export interface AuditSearch {
  readonly most: number;
  /** Only entries with a smaller number. */
  readonly before?: number | undefined;
  readonly action?: string | undefined;
  /** Id of who did it, or a part of the name. */
  readonly by?: string | undefined;
  /** Ids of those who are called so now: an entry keeps the name of its time, if any. */
  readonly called?: ReadonlySet<string> | undefined;
  /** A part of what it was done to, or of what is said of it. */
  readonly target?: string | undefined;
  /** Milliseconds since the epoch: then or later. */
  readonly since?: number | undefined;
  /** Before then. */
  readonly until?: number | undefined;
  /** Ends the search, with what has been found. */
  readonly signal?: AbortSignal | undefined;
}

const DAY = 86_400_000;
/** Milliseconds that entries are gathered before they are written together. */
const GATHERED = 20;
/** Milliseconds between attempts while the disk refuses. */
const PAUSE = 1_000;
/** Entries that wait for a disk that refuses; then the latest are lost, and their number is told. */
const MOST_WAITING = 10_000;
const MINUTE = 60_000;
/** Failed logins told one by one in a minute; of the others the number. Else anybody could fill the disk. */
const MOST_FAILURES = 100;
const LONGEST_TEXT = 500;

/**
 * The audit log of a running server: entries are written within a moment, in the order in which they came, and nobody
 * waits for them. A disk that refuses neither stops nor slows the service: it is told once, and tried again.
 */
export class AuditLog {
  readonly #waiting: object[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #lost = 0;
  #isFailing = false;
  #failures = { count: 0, ends: 0 };

  readonly #place: AuditPlace;

  /**
   * @param place the data folder, or another place
   * @param trouble is told when the log cannot be written, and when it can again
   * @param now milliseconds since the epoch
   */
  constructor(
    place: string | AuditPlace,
    private readonly trouble: (message: string) => void = () => undefined,
    private readonly now: () => number = Date.now,
  ) {
    this.#place = typeof place === 'string' ? new AuditPlace(new FolderHome(place)) : place;
  }

  /** Entries that meet a search, newest first; those that wait to be written are not among them. */
  async search({ most, before, signal, ...wanted }: AuditSearch): Promise<ShownAuditEntry[]> {
    const found: ShownAuditEntry[] = [];
    for await (const line of this.#place.newestFirst(before)) {
      const [entry] = shownEntry(line);
      if (entry === undefined) continue;
      // Clocks are set back at times, by less than a day.
      if (wanted.since !== undefined && Date.parse(entry.time) < wanted.since - DAY) break;
      if (isWanted(entry, wanted)) found.push(entry);
      if (found.length === most || signal?.aborted === true) break;
    }
    return found;
  }

  record(entry: AuditEntry): void {
    const suppressed = entry.action === 'loginFailed' ? this.#countFailure() : undefined;
    if (suppressed === 'told later') return;
    if (this.#waiting.length >= MOST_WAITING) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push({ ...auditLine(entry, this.now()), ...(suppressed !== undefined && { suppressed }) });
    this.#schedule(GATHERED);
  }

  /** Writes what waits, as far as that can be done. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#flushing;
    await this.#flush();
    clearTimeout(this.#timer);
  }

  #schedule(delay: number): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#flush();
    }, delay);
    // The log alone keeps no process running.
    this.#timer.unref();
  }

  #flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => (this.#flushing = undefined));
    return this.#flushing;
  }

  async #write(): Promise<void> {
    if (this.#waiting.length === 0) return;
    if (this.#lost > 0) {
      this.#waiting.push({ time: new Date(this.now()).toISOString(), action: 'lost', count: this.#lost });
      this.#lost = 0;
    }
    try {
      await this.#place.append([...this.#waiting], (count) => void this.#waiting.splice(0, count));
      if (this.#isFailing) this.trouble('the audit log can be written again');
      this.#isFailing = false;
      if (this.#waiting.length > 0) this.#schedule(GATHERED);
    } catch (error) {
      if (!this.#isFailing) this.trouble(`the audit log cannot be written: ${(error as Error).message}`);
      this.#isFailing = true;
      if (this.#waiting.length > 0) this.#schedule(PAUSE);
    }
  }

  /** @returns how many were not told before this one */
  #countFailure(): number | undefined | 'told later' {
    const now = this.now();
    const { count, ends } = this.#failures;
    // A minute that ends later than one that begins now was begun before the clock was set back.
    if (now >= ends || ends > now + MINUTE) {
      this.#failures = { count: 1, ends: now + MINUTE };
      return count > MOST_FAILURES ? count - MOST_FAILURES : undefined;
    }
    this.#failures.count += 1;
    return count >= MOST_FAILURES ? 'told later' : undefined;
  }
}

function isWanted(
  entry: ShownAuditEntry,
  { action, by, called, target, since, until }: Omit<AuditSearch, 'most' | 'before' | 'signal'>,
): boolean {
  const has = (text: string | null, part: string): boolean => text?.toLowerCase().includes(part.toLowerCase()) === true;
  const time = Date.parse(entry.time);
  return (
    (action === undefined || entry.action === action) &&
    (by === undefined || entry.by === by || has(entry.name, by) || called?.has(entry.by ?? '') === true) &&
    (target === undefined || has(entry.detail, target) || entry.target.some((one) => has(one, target))) &&
    (since === undefined || time >= since) &&
    (until === undefined || time < until)
  );
}

/** Writes entries at once, for the command line; waits for the disk. @throws Error; what was done stays done */
export function recordIn(home: Home, ...entries: readonly AuditEntry[]): Promise<void> {
  const now = home.now();
  return new AuditPlace(home).append(
    entries.map((entry) => auditLine(entry, now)),
    () => undefined,
  );
}

/** As a line has it; its number and the digest of the line before are missing. */
export function auditLine({ action, by, name, address, target, detail }: AuditEntry, now: number): object {
  return {
    time: new Date(now).toISOString(),
    action,
    by,
    name: name?.slice(0, LONGEST_TEXT),
    address,
    target: target?.map((one) => one.slice(0, LONGEST_TEXT)),
    detail: detail?.slice(0, LONGEST_TEXT),
  };
}
