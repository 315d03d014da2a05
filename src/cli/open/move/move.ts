import { isDeepStrictEqual } from 'node:util';
import type { AuditEntry } from '../../../service/auth/audit-log.js';
import { AuditPlace } from '../../../service/auth/audit-place.js';
import type { ClientsAndKeys } from '../../../service/auth/moved-clients.js';
import type { HomeDocuments } from '../../../store/home/home.js';
import type { RecordMemory } from '../../../store/record-memory.js';
import { digestOf, type StateDigest } from '../../../store/state-digest.js';
import type { StoreState } from '../../../store/store-state.js';
import { digestsOfHome } from './moved-home.js';

export interface Contents {
  readonly state: StoreState;
  readonly clients: ClientsAndKeys;
  readonly home: HomeDocuments;
}

/** The source or target of a move. */
export interface MovePlace {
  /** Name for display, without a password. */
  readonly shown: string;
  /** Reads everything, exclusively. @throws Error if there is no store, or the store is open */
  take<T>(use: (contents: Contents) => Promise<T>): Promise<T>;
  /** Writes the contents atomically. The store exists only after `verify` has accepted the written contents. */
  put(contents: Contents, verify: (written: Contents) => Promise<void>): Promise<void>;
  /** @throws Error if there is a store */
  mustBeEmpty(): Promise<void>;
  record(entry: AuditEntry): Promise<void>;
}

export interface PlaceOptions {
  readonly recordMemory?: RecordMemory | undefined;
  /** Returns milliseconds since the epoch, to skip expired revocations. Default: the clock, or the database's clock. */
  readonly now?: () => number;
}

/** The moved contents, as read from the target. */
export interface Moved extends StateDigest {
  readonly files: readonly string[];
  readonly audited: number;
  readonly jobs: number;
  readonly uploads: number;
  readonly proposals: number;
  readonly webhooks: number;
}

/** Copies a store, and verifies the copy before it can be used. @throws Error; the target is then unchanged */
export async function move(from: MovePlace, to: MovePlace): Promise<Moved> {
  await to.mustBeEmpty();
  return from.take(async (contents) => {
    const expected = digestOf(contents.state);
    const kept = await digestsOfHome(contents.home);
    await to.put(contents, async ({ state, clients, home }) => {
      const found = digestOf(state);
      if (!isDeepStrictEqual(found, expected)) throw new Error(differenceOf(expected, found));
      if (!isDeepStrictEqual(clients, contents.clients))
        throw new Error(`${to.shown}: the clients and keys that were read back differ from those that were written`);
      if (!isDeepStrictEqual(await digestsOfHome(home), kept))
        throw new Error(
          `${to.shown}: the audit log, jobs, files and proposals that were read back differ from those that were written`,
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
  return `the target's content differs from the source (${shown.join(', ')}): nothing was moved`;
}
