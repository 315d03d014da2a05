import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { IdentityProvider } from '../config/configuration.js';
import { defaultLimits } from '../config/limits.js';
import type { MaybePromise } from '../maybe-promise.js';
import { RequestError } from '../service/request-error.js';
import { Assertions } from './assertion.js';
import { InvalidTokenError, ProviderUnavailableError } from './auth-error.js';
import type { Client } from './client.js';
import { ClientRegistry } from './client-registry.js';
import { MAX_TOKEN_LENGTH, takeApart } from './compact-jws.js';
import { ExpiringMap } from './expiring-map.js';
import { Grants } from './grants.js';
import { organisationId } from './identity.js';
import { deriveKey, signingKey } from './keys.js';
import { licenceFault } from './licence.js';
import { LoginGuard, type LoginLimits } from './login-guard.js';
import { OutsideProvider, type OutsideToken } from './outside.js';
import { AccessTokens } from './tokens.js';
import { UsedAssertions } from './used-assertions.js';

export interface AuthOptions {
  /** Holds `clients.json`, `signing.key` and `assertions.used`. */
  readonly dataFolder: string;
  readonly identityProviders?: readonly IdentityProvider[];
  readonly limits?: LoginLimits;
  /** Milliseconds since the epoch; only tests set it. */
  readonly now?: () => number;
}

/** What a verified token says, remembered so that its signature is checked once. */
type Verified = { readonly clientId: string } | { readonly outside: OutsideToken };

const REMEMBERED_TOKENS = 10_000;

/** Who may do what: tokens, clients and their licences. Changes of the registry count at once, for tokens already issued too. */
export class Auth {
  readonly grants: Grants;
  readonly #clients: ClientRegistry;
  readonly #tokens: AccessTokens;
  readonly #providers: ReadonlyMap<string, OutsideProvider>;
  readonly #verified = new ExpiringMap<Verified>(REMEMBERED_TOKENS);
  readonly #assertions: Assertions;
  readonly #guard: LoginGuard;
  readonly #now: () => number;

  /** @throws AuthError when the data folder's key, the registry or a provider's key file cannot be used */
  constructor(options: AuthOptions) {
    const now = options.now ?? Date.now;
    const key = signingKey(options.dataFolder);
    const organisation = organisationId(key);
    this.#now = now;
    this.#clients = new ClientRegistry(options.dataFolder);
    this.#clients.find('');
    this.#tokens = new AccessTokens(key, `urn:likeness:${organisation}`, now);
    this.#providers = new Map(
      (options.identityProviders ?? []).map((provider) => [provider.issuer, new OutsideProvider(provider, now)]),
    );
    this.#assertions = new Assertions(new UsedAssertions(join(options.dataFolder, 'assertions.used')), now);
    this.#guard = new LoginGuard(options.limits ?? defaultLimits, now);
    this.grants = new Grants({
      clients: this.#clients,
      tokens: this.#tokens,
      assertions: this.#assertions,
      guard: this.#guard,
      organisationId: organisation,
      signatureKey: deriveKey(key, 'identity signature'),
      now,
    });
  }

  /** Entries that are remembered of tokens, assertions and logins: each kind is bounded, and nothing that was refused is among the first two. */
  get remembered(): { readonly tokens: number; readonly assertions: number; readonly logins: number } {
    return {
      tokens: this.#verified.size,
      assertions: this.#assertions.remembered,
      logins: this.#guard.remembered,
    };
  }

  /**
   * The client behind an `Authorization` header whose token is valid and whose licence counts. Answers at once for the service's own tokens.
   *
   * @throws RequestError 401 for no or no valid token, 403 without a licence that counts, 503 when a provider's keys cannot be had
   */
  admit(authorization: string | undefined): MaybePromise<Client> {
    const token = bearerToken(authorization);
    const digest = createHash('sha256').update(token).digest('base64');
    const remembered = this.#verified.get(digest, this.#now());
    if (remembered) return this.#admitted(remembered);
    if (this.#tokens.isOwn(token)) {
      const verified = this.#verifyOwn(token);
      this.#remember(digest, verified, verified.expires);
      return this.#admitted(verified);
    }
    return this.#verifyOutside(token).then((outside) => {
      const verified = { outside };
      this.#remember(digest, verified, outside.expires);
      return this.#admitted(verified);
    });
  }

  /**
   * An access token for a registered client, for the command line.
   *
   * @throws RequestError 404 for an unknown or revoked client
   */
  issueToken(clientId: string): string {
    const client = this.#clients.find(clientId);
    if (!client || client.revoked)
      throw new RequestError(404, 'NOT_FOUND', `no active client has the Id ${JSON.stringify(clientId)}`);
    return this.#tokens.issue(clientId);
  }

  #verifyOwn(token: string): { clientId: string; expires: number } {
    try {
      return this.#tokens.verify(token);
    } catch (error) {
      throw refused(error);
    }
  }

  async #verifyOutside(token: string): Promise<OutsideToken> {
    try {
      if (this.#providers.size === 0) throw new InvalidTokenError('not issued here');
      const issuer = takeApart(token).payload['iss'];
      const provider = typeof issuer === 'string' ? this.#providers.get(issuer) : undefined;
      if (!provider) throw new InvalidTokenError('issued by nobody we know');
      return await provider.verify(token);
    } catch (error) {
      throw refused(error);
    }
  }

  #remember(digest: string, verified: Verified, expires: number): void {
    if (this.#verified.size >= this.#verified.capacity) this.#verified.dropOldest();
    this.#verified.set(digest, verified, expires);
  }

  /** Asked at every request: who is revoked, or without licence, is so from the next request on. */
  #admitted(verified: Verified): Client {
    const client =
      'outside' in verified
        ? this.#clients.findOutside(verified.outside.issuer, verified.outside.subject)
        : this.#clients.find(verified.clientId);
    if (client?.revoked || (client === undefined && !('outside' in verified))) throw invalidSession();
    const fault = licenceFault(client?.licence, this.#now());
    if (client === undefined || fault !== undefined)
      throw new RequestError(
        403,
        'FUNCTIONALITY_NOT_ENABLED',
        `An API license is required: ${fault ?? 'this client has none'}`,
      );
    return client;
  }
}

/** The one answer for every token that does not count: which check failed is nobody's business. */
function invalidSession(): RequestError {
  return new RequestError(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
}

function refused(error: unknown): unknown {
  if (error instanceof InvalidTokenError) return invalidSession();
  if (error instanceof ProviderUnavailableError)
    return new RequestError(
      503,
      'SERVER_UNAVAILABLE',
      'The keys of the identity provider cannot be fetched; try later',
    );
  return error;
}

function bearerToken(authorization: string | undefined): string {
  if (authorization?.slice(0, 7).toLowerCase() !== 'bearer ') throw invalidSession();
  const token = authorization.slice(7);
  if (token === '' || token.length > MAX_TOKEN_LENGTH) throw invalidSession();
  return token;
}
