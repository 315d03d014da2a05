import { isDeepStrictEqual } from 'node:util';
import type { AuditEntry } from '../../auth/audit-log.js';
import { AuditPlace } from '../../auth/audit-place.js';
import type { ClientsAndKeys } from '../../auth/moved-clients.js';
import type { HomeDocuments } from '../../home/home.js';
import type { RecordMemory } from '../../store/record-memory.js';
import { digestOf, type StateDigest } from '../../store/state-digest.js';
import type { StoreState } from '../../store/store-state.js';
import { digestsOfHome } from './moved-home.js';

/** The things that a move takes along. */
export interface Contents {
  readonly state: StoreState;
  readonly clients: ClientsAndKeys;
  readonly home: HomeDocuments;
}

/** A place that records are moved from or to: a data folder, or a database. */
export interface MovePlace {
  /** To be shown: without a password. */
  readonly shown: string;
  /**
   * Reads all that is there, while nobody else has it open.
   *
   * @throws Error when there is no store, or somebody has it open
   */
  take<T>(use: (contents: Contents) => Promise<T>): Promise<T>;
  /**
   * Puts a store where there is none. It is there once `verify` has resolved, which is shown what was written, or not
   * at all.
   */
  put(contents: Contents, verify: (written: Contents) => Promise<void>): Promise<void>;
  /** @throws Error when there is a store already */
  mustBeEmpty(): Promise<void>;
  /** Writes into the audit log what was done. */
  record(entry: AuditEntry): Promise<void>;
}

export interface PlaceOptions {
  /** How much of records and history stays in memory. Default: all. */
  readonly recordMemory?: RecordMemory | undefined;
  /**
   * Milliseconds since the epoch: what was revoked is left behind once it has expired. Default: by the clock, of the
   * database where it is one.
   */
  readonly now?: () => number;
}

/** The things that were moved, as the target has them. */
export interface Moved extends StateDigest {
  /** Names of the files of clients and keys. */
  readonly files: readonly string[];
  /** Lines of the audit log. */
  readonly audited: number;
  readonly jobs: number;
  /** Files that clients have sent. */
  readonly uploads: number;
  readonly proposals: number;
  /** Webhooks whose state is known. */
  readonly webhooks: number;
}

/**
 * Copies everything from one place to another, and reads it again there before it counts. The source stays as it is.
 *
 * @throws Error; then there is nothing at the target that was not there before
 */
export async function move(from: MovePlace, to: MovePlace): Promise<Moved> {
  await to.mustBeEmpty();
  return from.take(async (contents) => {
    const expected = digestOf(contents.state);
    const kept = await digestsOfHome(contents.home);
    await to.put(contents, async ({ state, clients, home }) => {
      const found = digestOf(state);
      if (!isDeepStrictEqual(found, expected)) throw new Error(differenceOf(expected, found));
      if (!isDeepStrictEqual(clients, contents.clients))
        throw new Error(`${to.shown} does not give back the clients and keys that were written to it`);
      if (!isDeepStrictEqual(await digestsOfHome(home), kept))
        throw new Error(
          `${to.shown} does not give back the audit log, jobs, files and proposals that were written to it`,
        );
    });
    const numberOf = (document: RegExp): number => [...kept.keys()].filter((name) => document.test(name)).length;
    return {
      ...expected,
      files: Object.keys(contents.clients.files),
      audited: await linesOfAudit(contents.home),
      jobs: numberOf(/^jobs\/[^/]+\.json$/),
      uploads: numberOf(/^files\/[^/]+\/file\.json$/),
      proposals: numberOf(/^proposals\//),
      webhooks: numberOf(/^webhooks\//),
    };
  });
}

/** In the audit log. */
function linesOfAudit(home: HomeDocuments): Promise<number> {
  return new AuditPlace(home).whole(async (lines) => {
    let count = 0;
    for await (const line of lines) count += line === '' ? 0 : 1;
    return count;
  });
}

function differenceOf(expected: StateDigest, found: StateDigest): string {
  const differing = (Object.keys(expected) as (keyof StateDigest)[]).filter((key) => expected[key] !== found[key]);
  const shown = differing.map((key) => `${key} ${found[key]} instead of ${expected[key]}`);
  return `what was written was read back differently (${shown.join(', ')}): nothing was moved`;
}
