import type { VisibleCommits } from '../../store/record-store.js';

export const STATES = [
  'starting',
  'ok',
  'read-only',
  'disk-full',
  'disconnected',
  'behind',
  'incomplete',
  'outdated',
  'diverged',
  'failed',
  'stopping',
] as const;
export type StateName = (typeof STATES)[number];

/** How a process is, from which its state follows. */
export interface StateFacts {
  /** It opens its store; `database`: why it waits for it. */
  readonly starting?: { readonly database: string | undefined } | undefined;
  readonly isStopping: boolean;
  readonly writable: boolean;
  readonly store: Pick<VisibleCommits, 'lag' | 'fault'>;
  /** `limits.lagSeconds` */
  readonly lagSeconds: number;
  /** Parts of the indexes, from 0, of which no node is known. */
  readonly missingParts: readonly number[];
  /** Why this node does not use the configuration that another one uses. */
  readonly configurationFault: string | undefined;
}

/** Nothing is wrong. */
export const WELL: StateFacts = {
  isStopping: false,
  writable: true,
  store: {},
  lagSeconds: Infinity,
  missingParts: [],
  configurationFault: undefined,
};

/** The state of a process: what it is to be sent, and what is to be done about it. */
export interface ServiceState {
  readonly state: StateName;
  /** The facts, why they are so, and what ends them. */
  readonly message: string;
  /** Whether it may be sent all requests. */
  readonly takesAll: boolean;
  /** Whether it may be sent those that change nothing. */
  readonly answersSearches: boolean;
  /** It does not recover by itself, and what it shows grows older. */
  readonly needsRestart: boolean;
}

/** The first that holds, the gravest first. */
export function stateOf(facts: StateFacts): ServiceState {
  const { lag, fault } = facts.store;
  const cause = fault?.message ?? 'no reason is known';
  const state = (name: StateName, message: string, more: Partial<ServiceState> = {}): ServiceState => {
    return { state: name, message, takesAll: false, answersSearches: false, needsRestart: false, ...more };
  };
  if (facts.isStopping)
    return state('stopping', 'It is being stopped: it ends what it has begun, and is to be sent nothing more');
  if (facts.starting?.database !== undefined)
    return state('starting', `It is waiting for the database: ${facts.starting.database}. It starts by itself then`);
  if (facts.starting !== undefined) return state('starting', 'It reads the records and makes its indexes');
  if (lag?.remedy === 'rebuild')
    return state(
      'diverged',
      `It has read what is not in the log: ${cause}. It reads all of it anew, and comes back then`,
    );
  if (lag?.remedy === 'upgrade') return state('failed', `It has stopped following the log: ${cause}`);
  if (lag?.remedy === 'restart')
    return state('failed', `It cannot follow the log any more: ${cause}. It is to be started anew`, {
      needsRestart: true,
    });
  if (facts.configurationFault !== undefined)
    return state(
      'outdated',
      `It cannot use the configuration that other nodes use: ${facts.configurationFault}. Push one that it can use`,
    );
  if (facts.missingParts.length > 0)
    return state(
      'incomplete',
      `No node is known for part ${facts.missingParts.map((part) => part + 1).join(', ')} of the indexes: it waits for one`,
    );
  if (lag?.isCutOff === true)
    return state(
      'disconnected',
      `The database cannot be asked: ${cause}. Searches go on over what was read before, writes are refused; ` +
        'both are as before by themselves once it answers',
      { answersSearches: true },
    );
  if (lag !== undefined && lag.seconds > facts.lagSeconds)
    return state(
      'behind',
      `What it shows is more than ${facts.lagSeconds} seconds (limits.lagSeconds) behind the log, and catches up`,
      // Where it knows of nothing that it does not show, the database is silent: others see no more than this one.
      { answersSearches: lag.commits === 0 },
    );
  const open = { takesAll: true, answersSearches: true };
  if (lag?.isFull === true)
    return state(
      'disk-full',
      `Writes are refused: ${cause}. They are taken again by themselves once there is room`,
      open,
    );
  if (!facts.writable)
    return state(
      'read-only',
      `Writes are refused: ${cause}. Searches go on; once the cause is gone, a restart takes writes again`,
      open,
    );
  return state('ok', 'All requests are answered', open);
}

/** How loudly a change to a state is told. */
type Tell = { readonly [Level in 'info' | 'warn' | 'error']: (message: string) => void };

const HARMLESS: ReadonlySet<StateName> = new Set(['ok', 'stopping']);
const GRAVE: ReadonlySet<StateName> = new Set(['diverged', 'failed', 'read-only']);

/** The state of a process over time: each change is told once, in words. */
export class ServiceStates {
  #current: ServiceState | undefined;
  #since = 0;

  /** @param tell absent: nobody is told */
  constructor(
    private readonly facts: () => StateFacts,
    private readonly tell?: Tell,
    private readonly now: () => number = Date.now,
  ) {}

  /** As it is now. @returns with the time of the last change, milliseconds since the epoch */
  look(): ServiceState & { readonly since: number } {
    const next = stateOf(this.facts());
    const before = this.#current?.state;
    if (next.state !== before) this.#since = this.now();
    this.#current = next;
    if (next.state !== (before ?? 'ok')) this.#told(next, before);
    return { ...next, since: this.#since };
  }

  #told({ state, message }: ServiceState, before: StateName = 'ok'): void {
    const level = HARMLESS.has(state) ? 'info' : GRAVE.has(state) ? 'error' : 'warn';
    this.tell?.[level](`state ${state}, ${before} before: ${message}`);
  }
}
