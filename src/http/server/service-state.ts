import type { VisibleCommits } from '../../store/record-store.js';

export const STATES = [
  'starting',
  'ok',
  'read-only',
  'disk-full',
  'disconnected',
  'behind',
  'outdated',
  'diverged',
  'failed',
  'stopping',
] as const;
export type StateName = (typeof STATES)[number];

export interface StateFacts {
  /** `database`: why opening the store waits for the database. */
  readonly starting?: { readonly database: string | undefined } | undefined;
  readonly isStopping: boolean;
  readonly writable: boolean;
  readonly store: Pick<VisibleCommits, 'lag' | 'fault'>;
  /** `limits.lagSeconds` */
  readonly lagSeconds: number;
  /** Why it does not use the other nodes' configuration. */
  readonly configurationFault: string | undefined;
}

export const WELL: StateFacts = {
  isStopping: false,
  writable: true,
  store: {},
  lagSeconds: Infinity,
  configurationFault: undefined,
};

export interface ServiceState {
  readonly state: StateName;
  /** The state, its effect on reads and writes, and its remedy, without internals. */
  readonly message: string;
  /** The cause, if known. May name servers, roles, databases and files: only for the log and administrators. */
  readonly cause: string | undefined;
  readonly takesAll: boolean;
  /** Requests that only read. */
  readonly answersSearches: boolean;
  /** It does not recover automatically, and its data gets older. */
  readonly needsRestart: boolean;
}

/** The most serious state that applies. */
export function stateOf(facts: StateFacts): ServiceState {
  const { lag, fault } = facts.store;
  const state = (name: StateName, message: string, more: Partial<ServiceState> = {}): ServiceState => {
    const nothing = { takesAll: false, answersSearches: false, needsRestart: false };
    return { state: name, message, cause: undefined, ...nothing, ...more };
  };
  const cause = fault?.message;
  if (facts.isStopping)
    return state('stopping', 'The service is stopping: it finishes running requests and accepts no new ones');
  if (facts.starting?.database !== undefined)
    return state(
      'starting',
      'Waiting for the database: neither searches nor writes are answered. It starts automatically once the database answers',
      { cause: facts.starting.database },
    );
  if (facts.starting !== undefined) return state('starting', 'Reading the records and building the indexes');
  if (lag?.remedy === 'rebuild')
    return state(
      'diverged',
      'It has read commits that the log lost: writes are refused. It reads the database again and then recovers',
      { cause },
    );
  if (lag?.remedy === 'upgrade')
    return state(
      'failed',
      'It no longer understands the log: writes are refused and its data is increasingly stale. Upgrade this node',
      { cause },
    );
  if (lag?.remedy === 'restart')
    return state(
      'failed',
      'It can no longer follow the log: writes are refused and its data is increasingly stale. Restart this node',
      { cause, needsRestart: true },
    );
  if (facts.configurationFault !== undefined)
    return state(
      'outdated',
      'It cannot use the configuration of the other nodes, so send it no requests. Push a configuration that it can use',
      { cause: facts.configurationFault },
    );
  if (lag?.isCutOff === true)
    return state(
      'disconnected',
      'The database is unavailable. Searches use the records in memory, writes are refused; ' +
        'writes resume automatically once it answers',
      { cause, answersSearches: true },
    );
  if (lag !== undefined && lag.seconds > facts.lagSeconds)
    return state(
      'behind',
      `Its data is more than ${facts.lagSeconds} seconds (limits.lagSeconds) behind the log, and is catching up`,
      // If it shows everything that it knows, the database is silent, and other nodes see no more.
      { answersSearches: lag.commits === 0 },
    );
  const open = { takesAll: true, answersSearches: true };
  if (lag?.isFull === true)
    return state(
      'disk-full',
      "Writes are refused because the database's disk is full. Searches continue. Writes resume automatically " +
        'once there is space',
      { cause, ...open },
    );
  if (!facts.writable)
    return state(
      'read-only',
      'Writes are refused because the store cannot be written. Searches continue. After the cause is fixed, restart to resume writes',
      { cause, ...open },
    );
  return state('ok', 'All requests are answered', open);
}

type Tell = { readonly [Level in 'info' | 'warn' | 'error']: (message: string) => void };

const HARMLESS: ReadonlySet<StateName> = new Set(['ok', 'stopping']);
const GRAVE: ReadonlySet<StateName> = new Set(['diverged', 'failed', 'read-only']);

/** Causes logged per state: some contain a time or process that changes. */
const MAX_CAUSES = 10;

/** Logs each change and each cause once. */
export class ServiceStates {
  #current: ServiceState | undefined;
  #since = 0;
  readonly #causes = new Set<string | undefined>();

  /** @param tell absent: no logging */
  constructor(
    private readonly facts: () => StateFacts,
    private readonly tell?: Tell,
    private readonly now: () => number = Date.now,
  ) {}

  /** @returns with the time of the last change, milliseconds since the epoch */
  look(): ServiceState & { readonly since: number } {
    const next = stateOf(this.facts());
    const before = this.#current?.state;
    if (next.state !== before) {
      this.#since = this.now();
      this.#causes.clear();
      if (next.state !== (before ?? 'ok')) this.#tell(next, `${before ?? 'ok'} before: ${next.message}`);
    } else if (!this.#causes.has(next.cause) && this.#causes.size < MAX_CAUSES) this.#tell(next, 'as before');
    this.#causes.add(next.cause);
    this.#current = next;
    return { ...next, since: this.#since };
  }

  #tell({ state, cause }: ServiceState, how: string): void {
    const level = HARMLESS.has(state) ? 'info' : GRAVE.has(state) ? 'error' : 'warn';
    this.tell?.[level](`state ${state}, ${how}${cause === undefined ? '' : `; cause: ${cause}`}`);
  }
}
