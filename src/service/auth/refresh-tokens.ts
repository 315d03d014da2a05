import { REFRESH, AccessTokens, type TokenDetails, type VerifiedToken } from './access-tokens.js';
import type { Denylist } from './denylist.js';
import { digestOf } from './digest.js';
import type { Revocations } from './revocations.js';
import type { KeyRing } from './signing-keys.js';

export class RefreshTokens {
  readonly #tokens: AccessTokens;

  /** @param used replaced tokens, until they would have expired @param inspected returns a valid token's claims */
  constructor(
    keys: { read(): KeyRing },
    private readonly used: Denylist,
    private readonly revocations: Revocations,
    private readonly inspected: (tokens: AccessTokens, token: string) => VerifiedToken | undefined,
    private readonly now: () => number,
  ) {
    this.#tokens = new AccessTokens(keys, now, REFRESH);
  }

  issue(clientId: string, details: TokenDetails = {}): string {
    return this.#tokens.issue(clientId, details);
  }

  inspect(token: string): VerifiedToken | undefined {
    return this.inspected(this.#tokens, token);
  }

  /** Marks a token as replaced. @returns whether this node did so for the first time; for other nodes, see `settled` */
  take({ jti, expires }: VerifiedToken): boolean {
    return this.used.take(digestOf(jti), expires, this.now());
  }

  endFamily(family: string | undefined): void {
    if (family === undefined) return;
    const now = this.now();
    this.revocations.add({ id: digestOf(family), expires: now + REFRESH.life * 1_000 }, now);
  }
}
