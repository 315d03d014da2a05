import { join } from 'node:path';
import { Denylist } from './denylist.js';
import type { SpentDigests } from './spent-digests.js';

/** Files in the data folder, each with the name that its kind of digest has in the database of several nodes. */
export const DENYLIST_FILES = [
  { file: 'tokens.revoked', kind: 'token' },
  { file: 'assertions.used', kind: 'assertion' },
  { file: 'logins.used', kind: 'login' },
] as const;

export interface Denylists {
  readonly revoked: Denylist;
  readonly assertions: Denylist;
  /** Used login codes and completed provider logins. */
  readonly logins: Denylist;
}

/** @param spent shares the digests with other nodes of the same database */
export function denylists(dataFolder: string, spent: SpentDigests | undefined): Denylists {
  const revoked = new Denylist(join(dataFolder, 'tokens.revoked'), true);
  const assertions = new Denylist(join(dataFolder, 'assertions.used'));
  const logins = new Denylist(join(dataFolder, 'logins.used'));
  spent?.share('token', revoked, false);
  spent?.share('assertion', assertions, true);
  spent?.share('login', logins, true);
  return { revoked, assertions, logins };
}
