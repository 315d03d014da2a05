import type { Denylist } from './denylist.js';

/** One token that does not count any more, or all that come of one authorization. */
export interface Revocation {
  /** Digest of its Id. */
  readonly id: string;
  /** Digest of its text; absent: it is not one token alone. */
  readonly token?: string | undefined;
  /** Milliseconds since the epoch, when it would have ended anyway. */
  readonly expires: number;
}

/** Tokens that were revoked, by this process or by another one of the same service. */
export class Revocations {
  /** Is told of each that is made here. */
  onAdded: (revocation: Revocation) => void = () => undefined;

  /** @param forget told the digest of a token that may be remembered as one that counts; absent: any may be */
  constructor(
    private readonly denylist: Denylist,
    private readonly forget: (token: string | undefined) => void,
  ) {}

  has(id: string, now: number): boolean {
    return this.denylist.has(id, now);
  }

  /** @throws Error of the file system, or when there is no room; then the token still counts */
  add(revocation: Revocation, now: number): void {
    if (!this.denylist.hasRoom(now)) throw new Error('likeness: too many revoked tokens; replace the key: key rotate');
    this.denylist.add(revocation.id, revocation.expires, now);
    this.forget(revocation.token);
    this.onAdded(revocation);
  }

  /** Another process has made it, and written it down. */
  note({ id, token, expires }: Revocation, now: number): void {
    this.denylist.note(id, expires, now);
    this.forget(token);
  }
}
