import { FolderHome } from '../../store/home/folder/folder-home.js';
import type { Home } from '../../store/home/home.js';
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
  'deleted',
  'exported',
  'undone',
  'merged',
  'erased',
  'disclosed',
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

/** An audit entry: Ids and names of settings, but no secrets, tokens or record values. */
export interface AuditEntry {
  readonly action: (typeof AUDIT_ACTIONS)[number];
  /** A client's Id, `command-line` or `server`. */
  readonly by: string;
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  /** Ids of records, changes, clients, keys or tokens; names of objects; folders. */
  readonly target?: readonly string[] | undefined;
  readonly detail?: string | undefined;
}

/** Conditions of a search. Entries must meet all conditions that are present. */
export interface AuditSearch {
  readonly most: number;
  /** Number of an entry. Only entries with smaller numbers are returned. */
  readonly before?: number | undefined;
  readonly action?: string | undefined;
  /** Id of the author, or a part of the author's name. */
  readonly by?: string | undefined;
  /** Ids of the clients that currently have the searched name. Entries contain the names at the time of the event. */
  readonly called?: ReadonlySet<string> | undefined;
  readonly target?: string | undefined;
  /** Milliseconds since the epoch, inclusive. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Ends the search, which then returns the entries found so far. */
  readonly signal?: AbortSignal | undefined;
}

const DAY = 86_400_000;
/** Milliseconds for which entries are collected and then written together. */
const GATHERED = 20;
const PAUSE = 1_000;
/** Maximum number of pending entries while writes fail. Entries beyond it are dropped and counted. */
const MOST_WAITING = 10_000;
const MINUTE = 60_000;
/** Maximum failed logins logged per minute. Failures beyond it are only counted, so that nobody can fill the disk. */
const MOST_FAILURES = 100;
const LONGEST_TEXT = 500;

/**
 * The audit log of a running server. Entries are written in order, shortly after the event. No request waits for them.
 * If a write fails, the service keeps running, reports this once, and tries again.
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
   * @param place data folder, or another place for the log
   * @param trouble called when writes begin to fail, and when they work again
   * @param now returns milliseconds since the epoch
   */
  constructor(
    place: string | AuditPlace,
    private readonly trouble: (message: string) => void = () => undefined,
    private readonly now: () => number = Date.now,
  ) {
    this.#place = typeof place === 'string' ? new AuditPlace(new FolderHome(place)) : place;
  }

  /** Returns matching entries, newest first. Entries that have not been written yet are not found. */
  async search({ most, before, signal, ...wanted }: AuditSearch): Promise<ShownAuditEntry[]> {
    const found: ShownAuditEntry[] = [];
    for await (const line of this.#place.newestFirst(before)) {
      const [entry] = shownEntry(line);
      if (entry === undefined) continue;
      // Entries may be out of order by up to a day, because a clock may have been set back.
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
    // The timer must not keep the process alive.
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

  /** @returns how many failures were not logged before this one, or `told later` if this one is not logged either */
  #countFailure(): number | undefined | 'told later' {
    const now = this.now();
    const { count, ends } = this.#failures;
    // Also start a new window if the clock was set back: the old window then ends later than a new one would.
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

/** Appends entries for commands. @throws Error if this fails; the changes that the commands made are not undone */
export function recordIn(home: Home, ...entries: readonly AuditEntry[]): Promise<void> {
  const now = home.now();
  return new AuditPlace(home).append(
    entries.map((entry) => auditLine(entry, now)),
    () => undefined,
  );
}

/** Converts an entry to its stored form, without its number and the previous line's digest. */
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
