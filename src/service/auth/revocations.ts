import type { Denylist } from './denylist.js';

export interface Revocation {
  readonly id: string;
  /** Digest of the token. Absent if an authorization is revoked. */
  readonly token?: string | undefined;
  /** Expiry of the token, in milliseconds since the epoch. */
  readonly expires: number;
}

export class Revocations {
  /** @param forget called with the digest of a token to remove from caches, or with `undefined` for all tokens */
  constructor(
    private readonly denylist: Denylist,
    private readonly forget: (token: string | undefined) => void,
  ) {}

  has(id: string, now: number): boolean {
    return this.denylist.has(id, now);
  }

  /** @throws an error if the file system fails or the list is full; the token is then still valid */
  add(revocation: Revocation, now: number): void {
    if (!this.denylist.hasRoom(now)) throw new Error('likeness: too many revoked tokens; replace the key: key rotate');
    this.denylist.add(revocation.id, revocation.expires, now);
    this.forget(revocation.token);
  }
}
