import { readFileSync, statSync } from 'node:fs';
import * as oidc from 'openid-client';
import type { SignIn } from '../../store/config/configuration.js';
import { AuthError } from './auth-error.js';
import type { Client } from './client.js';
import type { ClientRegistry } from './client-registry.js';
import { refuseIfShared } from './private-file.js';
import { SCOPES, type Scope } from './scopes.js';
import type { Opened } from './sealed-form.js';
import { LOGIN_SECONDS, type BegunLogin, type SealedLogins } from './sealed-logins.js';
import { StoreUnavailableError } from '../../store/store-errors.js';
import { isLoopback } from '../../store/config/ip-network.js';

/** Milliseconds for which the provider's metadata is cached. */
const METADATA_LIFE = 600_000;
/** Milliseconds without requests after a failed request to the provider. */
const PAUSE = 10_000;
const TIMEOUT_SECONDS = 5;
const MOST_BYTES = 262_144;
/** Tolerated clock difference in seconds. */
const SKEW = 30;

export type LoginRefusal = 'expired' | 'refused' | 'unavailable' | 'noAccess';

export class ProviderLoginError extends Error {
  override readonly name = 'ProviderLoginError';

  /** @param message for the audit log; must not contain codes or tokens */
  constructor(
    readonly refusal: LoginRefusal,
    message: string,
  ) {
    super(message);
  }
}

export interface ProviderUser {
  readonly client: Client;
  /** Default: all the client's scopes. */
  readonly scopes: readonly Scope[] | undefined;
  readonly name: string;
  readonly subject: string;
}

/**
 * Logs people in at an external identity provider, with the authorization code flow of OpenID Connect Core 1.0. Uses
 * PKCE (RFC 7636), state and nonce, and checks the response's issuer if present (RFC 9207). The redirect URL is always
 * the configured one.
 */
export class ProviderLogin {
  #provider: Promise<oidc.Configuration> | undefined;
  #usable = { until: 0, pausedUntil: 0 };

  constructor(
    private readonly settings: SignIn,
    private readonly clients: Pick<ClientRegistry, 'find' | 'all'>,
    private readonly logins: Pick<SealedLogins, 'seal' | 'open'>,
    private readonly now: () => number = Date.now,
  ) {
    if (settings.clientSecretFile !== undefined) secretOf(settings.clientSecretFile);
  }

  get redirectUrl(): string {
    return this.settings.redirectUrl;
  }

  get label(): string {
    return this.settings.label;
  }

  /** @returns the URL to redirect to, and the content of the browser's cookie @throws ProviderLoginError */
  async begin(): Promise<{ readonly address: string; readonly cookie: string }> {
    const provider = await this.#known();
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const { issuer, redirectUrl, scope } = this.settings;
    const address = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUrl,
      scope,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { address: address.href, cookie: this.logins.seal({ state, nonce, verifier }, issuer) };
  }

  /**
   * Completes a login, once.
   * @param answer query of the provider's redirect
   * @param cookie Cookie from the browser that started the login
   * @throws ProviderLoginError
   */
  async finish(answer: URLSearchParams, cookie: string | undefined): Promise<ProviderUser> {
    const begun = cookie === undefined ? undefined : await this.logins.open(cookie, this.settings.issuer);
    if (begun === undefined)
      throw new ProviderLoginError('expired', 'the login was not started in this browser, or it has expired');
    const claims = await this.#redeem(await this.#known(), answer, begun.value);
    if (!(await spent(begun))) throw new ProviderLoginError('expired', 'this login was used before');
    return this.#userOf(claims);
  }

  async #redeem(provider: oidc.Configuration, answer: URLSearchParams, begun: BegunLogin): Promise<oidc.IDToken> {
    const address = new URL(this.settings.redirectUrl);
    address.search = answer.toString();
    try {
      const tokens = await oidc.authorizationCodeGrant(provider, address, {
        pkceCodeVerifier: begun.verifier,
        expectedState: begun.state,
        expectedNonce: begun.nonce,
      });
      const claims = tokens.claims()!;
      if (claims.iat < this.now() / 1_000 - LOGIN_SECONDS - SKEW)
        throw new ProviderLoginError('refused', 'the id_token was issued too long ago');
      if (claims.azp !== undefined && claims.azp !== this.settings.clientId)
        throw new ProviderLoginError('refused', 'the id_token was issued to another party');
      return claims;
    } catch (error) {
      throw asRefusal(error, 'refused');
    }
  }

  /**
   * Returns the client registered for the provider's user or, if there is none, the client configured for all users.
   */
  #userOf(claims: oidc.IDToken): ProviderUser {
    const { issuer, client: shared, claim, grants } = this.settings;
    const subject = claims.sub;
    const name = [claims['name'], claims['preferred_username'], claims['email']].find(
      (one): one is string => typeof one === 'string' && one !== '',
    );
    const user = { name: (name ?? subject).slice(0, 255), subject };
    for (const client of this.clients.all().values()) {
      if (client.outside?.issuer !== issuer || client.outside.subject !== subject) continue;
      if (client.revoked) throw new ProviderLoginError('noAccess', `${client.client_id} is revoked`);
      return { ...user, client, scopes: undefined };
    }
    const client = shared === undefined ? undefined : this.clients.find(shared);
    const given = claims[claim];
    const words: readonly unknown[] = Array.isArray(given) ? given : [given];
    const granted = new Set(
      words.flatMap((word) => (typeof word === 'string' && Object.hasOwn(grants, word) ? grants[word]! : [])),
    );
    const scopes = SCOPES.filter((scope) => granted.has(scope) && (client?.scopes ?? SCOPES).includes(scope));
    if (client === undefined || client.revoked || scopes.length === 0)
      throw new ProviderLoginError('noAccess', `${subject} is not a client, and the claim ${claim} grants no scope`);
    return { ...user, client, scopes };
  }

  /** Loads the provider's metadata (OpenID Connect Discovery 1.0). */
  async #known(): Promise<oidc.Configuration> {
    const now = this.now();
    if (now < this.#usable.pausedUntil)
      throw new ProviderLoginError('unavailable', 'the last attempt failed a moment ago');
    if (this.#provider === undefined || now >= this.#usable.until) {
      this.#usable = { until: now + METADATA_LIFE, pausedUntil: 0 };
      this.#provider = this.#discover();
    }
    try {
      return await this.#provider;
    } catch (error) {
      this.#provider = undefined;
      this.#usable.pausedUntil = now + PAUSE;
      throw asRefusal(error, 'unavailable');
    }
  }

  #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecretFile } = this.settings;
    // Reads the file each time, so that a changed secret applies immediately.
    const bySecret: oidc.ClientAuth = (...request) => oidc.ClientSecretBasic(secretOf(clientSecretFile!))(...request);
    const address = new URL(issuer);
    return oidc.discovery(
      address,
      clientId,
      { [oidc.clockTolerance]: SKEW },
      clientSecretFile === undefined ? oidc.None() : bySecret,
      {
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: bounded,
        execute: [
          // Also checks the signature, although the token comes directly from its issuer over TLS.
          oidc.enableNonRepudiationChecks,
          // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated only to stand out
          ...(isLoopback(address) ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
  }
}

async function spent({ spend }: Opened<BegunLogin>): Promise<boolean> {
  try {
    return await spend();
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    throw new ProviderLoginError('unavailable', error.message);
  }
}

/** Limits the size of a response, and follows no redirects. */
const bounded: oidc.CustomFetch = async (address, init) => {
  const response = await fetch(address, { ...init, redirect: 'error' } as RequestInit);
  if (response.status >= 500) throw new ProviderLoginError('unavailable', `it returned ${response.status}`);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new ProviderLoginError('unavailable', 'its response is too long');
    pieces.push(piece);
  }
  const { status, headers } = response;
  return new Response(Buffer.concat(pieces), { status, headers });
};

/** @param usual the error's meaning, unless the provider cannot be reached (`unavailable`) */
function asRefusal(error: unknown, usual: LoginRefusal): ProviderLoginError {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderLoginError) return cause;
  const { message, code } = error as Error & { readonly code?: string };
  const isAway = error instanceof TypeError || code === 'OAUTH_TIMEOUT';
  return new ProviderLoginError(isAway ? 'unavailable' : usual, `the provider: ${message}`);
}

function secretOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new AuthError(`${path}: file not found; it must contain the client secret for signIn`);
  refuseIfShared(path, stat.mode);
  return readFileSync(path, 'utf8').trim();
}
