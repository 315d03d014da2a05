import { readdir } from 'node:fs/promises';
import { z } from 'zod';
import { normaliseId } from '../../../records/ids.js';
import { RequestError } from '../../../records/contract/request-error.js';
import type { AuditEntry } from '../../auth/audit-log.js';
import type { Caller } from '../../caller.js';
import type { Erasure, Likeness } from '../../likeness.js';
import { OUT_OF_REACH, OUT_OF_REACH_IN_A_DATABASE, PLACES } from './places.js';
import type { ErasedStore, Searched } from './resting-place.js';

export interface ErasedRecord extends Erasure {
  /** Ids of the records that were merged into this one, and were erased too. */
  merged: string[];
  /** Messages about data that was removed outside the store. */
  elsewhere: string[];
  /** Places that people must clean up themselves. */
  outOfReach: string[];
}

export type SearchedLikeness = Pick<Likeness, 'identifyingValues' | 'configuration'>;

export interface ErasuresOptions {
  readonly likeness: SearchedLikeness & Pick<Likeness, 'erase' | 'merging'>;
  readonly store: ErasedStore;
  readonly audit: (entry: Pick<AuditEntry, 'action' | 'target'>, caller: Caller) => void | Promise<void>;
}

const PAGE = 1_000;
const FOLDER = 'erasures';
const unfinishedSchema = z.object({
  recordId: z.string(),
  clientId: z.string(),
  requestId: z.string().exactOptional(),
  address: z.string().exactOptional(),
});

export class Erasures {
  #last: Promise<unknown> = Promise.resolve();
  #resuming: Promise<void> | undefined;

  constructor(private readonly options: ErasuresOptions) {}

  /**
   * Erases a record, the records merged into it, and everything that mentions them. Until the erasure is complete, a
   * document names the record, so that the service can resume the erasure after a crash.
   * @param recordId may be a deleted or unknown record, to remove what is left of it in files
   * @throws RequestError 404 for an invalid Id, 409 while there are files that a person must check
   */
  erase(recordId: string, caller: Caller): Promise<ErasedRecord> {
    const done = this.#last.then(() => this.#erase(recordId, caller));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resumes interrupted erasures. @param warn called for each erasure that fails; the next startup tries again */
  resume(warn: (message: string) => void): Promise<void> {
    return (this.#resuming = this.#resume(warn));
  }

  async close(): Promise<void> {
    await this.#resuming;
    await this.#last;
  }

  async #resume(warn: (message: string) => void): Promise<void> {
    for (const { name, content } of await this.options.store.home.list(FOLDER)) {
      try {
        const { recordId, ...caller } = unfinishedSchema.parse(JSON.parse(content));
        await this.erase(recordId, caller);
      } catch (error) {
        warn(`${name}: the erasure could not be completed: ${(error as Error).message}`);
      }
    }
  }

  async #erase(id: string, caller: Caller): Promise<ErasedRecord> {
    const { likeness, store } = this.options;
    const { home } = store;
    await refuseLeftovers(store);
    const { recordId } = likeness.identifyingValues(id);
    const { clientId, requestId, address } = caller;
    const unfinished = `${FOLDER}/${recordId}.json`;
    await home.write(unfinished, JSON.stringify({ recordId, clientId, requestId, address }));
    const { parts, survivor } = mergesOf(likeness.merging, recordId);
    const elsewhere: string[] = [];
    // The record itself is erased last, because it refers to the merged records.
    for (const part of parts) await this.#eraseOne(part, caller, elsewhere);
    const erasure = await this.#eraseOne(recordId, caller, elsewhere);
    await home.remove(unfinished);
    const outOfReach = [
      ...(survivor === undefined
        ? []
        : [`${survivor}: ${recordId} was merged into this record, which has some of its values; erase it as well`]),
      ...OUT_OF_REACH,
      ...(home.isShared ? OUT_OF_REACH_IN_A_DATABASE : []),
    ];
    return { ...erasure, merged: parts, elsewhere, outOfReach };
  }

  async #eraseOne(id: string, caller: Caller, done: string[]): Promise<Erasure> {
    const { likeness, store, audit } = this.options;
    const searched = await searchedFor(likeness, id);
    const elsewhere = async (): Promise<void> => {
      for (const { erase } of PLACES) done.push(...((await erase?.(store, searched)) ?? []));
    };
    // Clean up other places first, so that after a crash the store still has all values to search for.
    await elsewhere();
    const erased = await likeness.erase(id, caller);
    // Clean up again, because other work may have copied the record in the meantime.
    if (store.home.isShared || store.service !== undefined) await elsewhere();
    await audit({ action: 'erased', target: [erased.recordId] }, caller);
    return erased;
  }
}

/** Returns the strings to search for outside the store. @throws RequestError 404 for an invalid Id */
export async function searchedFor(likeness: SearchedLikeness, id: string): Promise<Searched> {
  // Loaded on demand, because these modules include the workbook reader.
  const [{ Mentions }, { mentionsIn }] = await Promise.all([
    import('../../../files/read/mentions.js'),
    import('./file-mentions.js'),
  ]);
  const values = likeness.identifyingValues(id);
  const mentions = new Mentions(values);
  const fileMemory = () => likeness.configuration.settings.fileMemory;
  return {
    ...values,
    mentionsIn: (path, mostRows) => mentionsIn(path, values, mostRows, fileMemory),
    mentionedBy: (text) => mentions.inText(text),
  };
}

/** Returns the records merged into this one, whose values are in its history, and the record it was merged into. */
export function mergesOf(
  merging: Pick<Likeness['merging'], 'crosswalk'>,
  recordId: string,
): { parts: string[]; survivor: string | undefined } {
  const parts: string[] = [];
  let survivor: string | undefined;
  for (let after: string | undefined; ;) {
    const { records, next } = merging.crosswalk({ after, pageSize: PAGE });
    for (const { oldId, survivingId } of records) {
      if (oldId === survivingId) continue;
      if (survivingId === recordId) parts.push(oldId);
      if (oldId === recordId) survivor = survivingId;
    }
    if (next === null) return { parts, survivor };
    after = next;
  }
}

/** @returns the Id with 18 characters @throws RequestError 404 if it is not the Id of a record of the object */
export function idOf(likeness: Pick<Likeness, 'objectType'>, objectType: string, id: string): string {
  const { name, keyPrefix } = likeness.objectType(objectType);
  const recordId = normaliseId(id);
  if (recordId?.startsWith(keyPrefix) !== true)
    throw new RequestError(404, 'NOT_FOUND', `'${id.slice(0, 40)}' is not an Id of a ${name} record`);
  return recordId;
}

/** @throws RequestError 409 while there are files that a person must check */
async function refuseLeftovers({ folder, home }: ErasedStore): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    // With a database, this machine may have no folder, because all nodes are on other machines.
    if (!home.isShared) throw error;
    return [];
  });
  for (const { name, files = [], erasedBy } of PLACES) {
    if (erasedBy !== 'hand') continue;
    const left = names.filter((each) => files.some((pattern) => pattern.test(each) || pattern.test(`${each}/`)));
    if (left.length > 0)
      throw new RequestError(
        409,
        'ERASE_REFUSED',
        `the data folder contains ${name} (${left.join(', ')}), which may include the record: remove them first, or move them out of the folder`,
      );
  }
}
