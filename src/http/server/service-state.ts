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
type StateName = (typeof STATES)[number];

export interface StateFacts {
  /** Set while the store is opening. `database` is the reason for waiting for the database. */
  readonly starting?: { readonly database: string | undefined } | undefined;
  readonly isStopping: boolean;
  readonly writable: boolean;
  readonly store: Pick<VisibleCommits, 'lag' | 'fault'>;
  /** Value of `limits.lagSeconds`. */
  readonly lagSeconds: number;
  /** Reason why this node does not use the configuration of the other nodes. */
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
  /** Describes the state, its effect on reads and writes, and the remedy, without internal details. */
  readonly message: string;
  /** The cause, if known. The cause may name servers and files, so only the log and administrators see it. */
  readonly cause: string | undefined;
  readonly takesAll: boolean;
  /** Whether the service accepts read-only requests. */
  readonly answersSearches: boolean;
  /** Whether the process cannot recover automatically and its data becomes stale. */
  readonly needsRestart: boolean;
}

/** Returns the most serious state that applies. */
export function stateOf(facts: StateFacts): ServiceState {
  const { lag, fault } = facts.store;
  const state = (name: StateName, message: string, more: Partial<ServiceState> = {}): ServiceState => {
    const nothing = { takesAll: false, answersSearches: false, needsRestart: false };
    return { state: name, message, cause: undefined, ...nothing, ...more };
  };
  const cause = fault?.message;
  if (facts.isStopping)
    return state('stopping', 'The service is shutting down: it completes running requests and accepts no new requests');
  if (facts.starting?.database !== undefined)
    return state(
      'starting',
      'Waiting for the database. Searches and writes fail. The service starts automatically once the database responds',
      { cause: facts.starting.database },
    );
  if (facts.starting !== undefined) return state('starting', 'Reading the records and building the indexes');
  if (lag?.remedy === 'rebuild')
    return state(
      'diverged',
      'The node has read commits that the log lost. Writes are rejected. The node is reloading the database and then recovers automatically',
      { cause },
    );
  if (lag?.remedy === 'upgrade')
    return state(
      'failed',
      'The node no longer understands the log. Writes are rejected and its data is increasingly stale. Upgrade this node',
      { cause },
    );
  if (lag?.remedy === 'restart')
    return state(
      'failed',
      'The node can no longer follow the log. Writes are rejected and its data is increasingly stale. Restart this node',
      { cause, needsRestart: true },
    );
  if (facts.configurationFault !== undefined)
    return state(
      'outdated',
      'The node cannot use the configuration of the other nodes and must not receive requests. Push a configuration that this node can use',
      { cause: facts.configurationFault },
    );
  if (lag?.isCutOff === true)
    return state(
      'disconnected',
      'The database is unavailable. Searches use the records in memory, and writes are rejected. ' +
        'Writes resume automatically once the database responds',
      { cause, answersSearches: true },
    );
  if (lag !== undefined && lag.seconds > facts.lagSeconds)
    return state(
      'behind',
      `The node is more than ${facts.lagSeconds} seconds (limits.lagSeconds) behind the log and is catching up`,
      // If all known commits are visible while the database does not respond, other nodes see no later commits either.
      { answersSearches: lag.commits === 0 },
    );
  const open = { takesAll: true, answersSearches: true };
  if (lag?.isFull === true)
    return state(
      'disk-full',
      "Writes are rejected because the database's disk is full. Searches continue to work. " +
        'Writes resume automatically once there is space',
      { cause, ...open },
    );
  if (!facts.writable)
    return state(
      'read-only',
      'Writes are rejected because the store cannot be written. Searches continue to work. To resume writes, fix the cause and restart the service',
      { cause, ...open },
    );
  return state('ok', 'All requests are accepted', open);
}

type Tell = { readonly [Level in 'info' | 'warn' | 'error']: (message: string) => void };

const HARMLESS: ReadonlySet<StateName> = new Set(['ok', 'stopping']);
const GRAVE: ReadonlySet<StateName> = new Set(['diverged', 'failed', 'read-only']);

/** Maximum number of causes logged per state, because some causes contain a time or process Id that changes. */
const MAX_CAUSES = 10;

/** Logs each change and each cause once. */
export class ServiceStates {
  #current: ServiceState | undefined;
  #since = 0;
  readonly #causes = new Set<string | undefined>();

  /** @param tell logs changes. If absent, nothing is logged */
  constructor(
    private readonly facts: () => StateFacts,
    private readonly tell?: Tell,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the current state, with the time of its last change in milliseconds since the epoch. */
  look(): ServiceState & { readonly since: number } {
    const next = stateOf(this.facts());
    const before = this.#current?.state;
    if (next.state !== before) {
      this.#since = this.now();
      this.#causes.clear();
      if (next.state !== (before ?? 'ok')) this.#tell(next, `previously ${before ?? 'ok'}: ${next.message}`);
    } else if (!this.#causes.has(next.cause) && this.#causes.size < MAX_CAUSES) this.#tell(next, 'unchanged');
    this.#causes.add(next.cause);
    this.#current = next;
    return { ...next, since: this.#since };
  }

  #tell({ state, cause }: ServiceState, how: string): void {
    const level = HARMLESS.has(state) ? 'info' : GRAVE.has(state) ? 'error' : 'warn';
    this.tell?.[level](`state ${state}, ${how}${cause === undefined ? '' : `; cause: ${cause}`}`);
  }
}
