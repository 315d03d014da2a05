import type { Commit } from './commit-log.js';
import { journalText, prepareChanges, type PreparedChange } from './prepared-change.js';
import type { StoreState } from './store-state.js';

export interface EncodedCommit {
  readonly changes: readonly PreparedChange[];
  /** JSON of the journal entry without its position: `"t":[...],"by":{...}}`. */
  readonly body: string;
}

/** Encodes a commit for the journal. @throws TypeError naming a change that cannot be stored */
export function encodeCommit({ changes: sent, by }: Commit, state: StoreState): EncodedCommit {
  const changes = prepareChanges(sent, by, state);
  const texts = sent.map((change, i) => journalText(change, changes[i]!)).join(',');
  return { changes, body: `"t":[${texts}]${by === undefined ? '' : `,"by":${JSON.stringify(by)}`}}` };
}
