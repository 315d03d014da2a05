import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { SignIn } from '../config/configuration.js';
import { AuthError } from './auth-error.js';
import type { Client } from './client.js';
import type { ClientRegistry } from './client-registry.js';
import { digestOf } from './digest.js';
import { ALGORITHMS } from './identity-provider.js';
import { refuseIfShared } from './private-file.js';
import { SCOPES, type Scope } from './scopes.js';
import { LOGIN_SECONDS, type OpenedLogin, type SealedLogins } from './sealed-logins.js';
import { StoreUnavailableError } from '../store/store-errors.js';

/** Milliseconds that what the provider says of itself is believed. */
const METADATA_LIFE = 600_000;
/** Milliseconds after a failure in which the provider is left in peace. */
const PAUSE = 10_000;
const TIMEOUT = 5_000;
const MOST_BYTES = 262_144;
const SKEW = 30;

/** Why nobody was logged in: what the page may tell. */
export const LOGIN_REFUSALS = ['expired', 'refused', 'unavailable', 'noAccess'] as const;
export type LoginRefusal = (typeof LOGIN_REFUSALS)[number];

export class ProviderLoginError extends Error {
  override readonly name = 'ProviderLoginError';

  /** @param message for the audit log: neither codes nor tokens */
  constructor(
    readonly refusal: LoginRefusal,
    message: string,
  ) {
    super(message);
  }
}

/** Who has logged in, and as which client. */
export interface ProviderUser {
  readonly client: Client;
  /** Absent: all that the client has. */
  readonly scopes: readonly Scope[] | undefined;
  /** Name of the person, for the page. */
  readonly name: string;
  /** Subject at the provider, for the audit log. */
  readonly subject: string;
}

const httpsOrLocal = z.url().refine((text) => {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}, 'expected https');
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: httpsOrLocal,
  token_endpoint: httpsOrLocal,
  jwks_uri: httpsOrLocal,
});

interface Provider {
  readonly metadata: z.output<typeof metadataSchema>;
  readonly keys: JWTVerifyGetKey;
}

/**
 * Logs people in through an outside identity provider: OpenID Connect Core 1.0, authorization code flow, with PKCE (RFC
 * 7636), state, nonce, and the issuer in the answer where the provider sends it (RFC 9207). The address that the
 * provider sends people back to is the configured one, whatever the request says.
 */
export class ProviderLogin {
  #provider: Promise<Provider> | undefined;
  #usable = { until: 0, pausedUntil: 0 };

  constructor(
    private readonly settings: SignIn,
    private readonly clients: Pick<ClientRegistry, 'find' | 'all'>,
    private readonly logins: Pick<SealedLogins, 'seal' | 'open'>,
    private readonly now: () => number = Date.now,
  ) {
    if (settings.clientSecretFile !== undefined) secretOf(settings.clientSecretFile);
  }

  /** Where the provider sends people back to. */
  get redirectUrl(): string {
    return this.settings.redirectUrl;
  }

  get label(): string {
    return this.settings.label;
  }

  /** @returns where the browser goes, and what its cookie holds meanwhile. @throws ProviderLoginError */
  async begin(): Promise<{ readonly address: string; readonly cookie: string }> {
    const { metadata } = await this.#known();
    const [state, nonce, verifier] = [secret(), secret(), secret()];
    const address = new URL(metadata.authorization_endpoint);
    const { issuer, clientId, redirectUrl, scope } = this.settings;
    const parameters = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUrl,
      scope,
      state,
      nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    return { address: address.href, cookie: await this.logins.seal({ state, nonce, verifier }, issuer) };
  }

  /**
   * The query with which the provider sent the browser back. Each login can be finished once.
   *
   * @param cookie of the browser that began it
   * @throws ProviderLoginError
   */
  async finish(answer: URLSearchParams, cookie: string | undefined): Promise<ProviderUser> {
    const begun = cookie === undefined ? undefined : await this.logins.open(cookie, this.settings.issuer);
    if (begun === undefined)
      throw new ProviderLoginError('expired', 'no login was begun by this browser, or it took too long, or is over');
    if (!isSame(answer.get('state'), begun.state)) throw new ProviderLoginError('refused', 'another state');
    const issuer = answer.get('iss');
    if (issuer !== null && issuer !== this.settings.issuer) throw new ProviderLoginError('refused', 'another issuer');
    const code = answer.get('code');
    if (code === null || code === '') throw new ProviderLoginError('refused', 'the provider gave no code');
    const provider = await this.#known();
    const claims = await this.#verified(await this.#redeem(provider, code, begun.verifier), provider, begun.nonce);
    if (!(await spent(begun))) throw new ProviderLoginError('expired', 'this login was finished before');
    return this.#userOf(claims);
  }

  async #redeem({ metadata }: Provider, code: string, verifier: string): Promise<string> {
    const { clientId, clientSecretFile, redirectUrl } = this.settings;
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUrl,
      client_id: clientId,
      code_verifier: verifier,
    });
    const headers: Record<string, string> = { accept: 'application/json' };
    if (clientSecretFile !== undefined) {
      const pair = [clientId, secretOf(clientSecretFile)].map(encodeURIComponent).join(':');
      headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
    }
    const { status, body } = await ask(metadata.token_endpoint, { method: 'POST', headers, body: form });
    const parsed = z.object({ id_token: z.string().max(65_536) }).safeParse(body);
    if (status >= 500) throw new ProviderLoginError('unavailable', `the token endpoint answered ${status}`);
    if (status !== 200 || !parsed.success)
      throw new ProviderLoginError('refused', `the token endpoint answered ${status} without an id_token`);
    return parsed.data.id_token;
  }

  async #verified(token: string, { keys }: Provider, nonce: string): Promise<JWTPayload> {
    const { issuer, clientId } = this.settings;
    const now = this.now();
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ALGORITHMS,
        issuer,
        audience: clientId,
        requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
        maxTokenAge: LOGIN_SECONDS,
        clockTolerance: SKEW,
        currentDate: new Date(now),
      });
      if (payload['nonce'] !== nonce) throw new ProviderLoginError('refused', 'another nonce');
      const azp = payload['azp'] ?? (Array.isArray(payload.aud) && payload.aud.length > 1 ? null : clientId);
      if (azp !== clientId) throw new ProviderLoginError('refused', 'given to another party');
      return payload;
    } catch (error) {
      if (error instanceof ProviderLoginError) throw error;
      const isOfToken = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
      throw new ProviderLoginError(isOfToken ? 'refused' : 'unavailable', `id_token: ${(error as Error).message}`);
    }
  }

  /** A registered client that the provider's user is, else the one whose licence counts for all of them. */
  #userOf(claims: JWTPayload): ProviderUser {
    const { issuer, client: shared, claim, grants } = this.settings;
    const subject = claims.sub!;
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
      throw new ProviderLoginError(
        'noAccess',
        `${subject} is no client, and has nothing in ${claim} that grants a scope`,
      );
    return { ...user, client, scopes };
  }

  /** The provider's description of itself (OpenID Connect Discovery 1.0). */
  async #known(): Promise<Provider> {
    const now = this.now();
    if (now < this.#usable.pausedUntil) throw new ProviderLoginError('unavailable', 'asked in vain a moment ago');
    if (this.#provider === undefined || now >= this.#usable.until) {
      this.#usable = { until: now + METADATA_LIFE, pausedUntil: 0 };
      this.#provider = this.#discover();
    }
    try {
      return await this.#provider;
    } catch (error) {
      this.#provider = undefined;
      this.#usable.pausedUntil = now + PAUSE;
      throw error;
    }
  }

  async #discover(): Promise<Provider> {
    const { issuer } = this.settings;
    const { body } = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {});
    const parsed = metadataSchema.safeParse(body);
    if (!parsed.success || parsed.data.issuer !== issuer)
      throw new ProviderLoginError('unavailable', 'the provider does not describe itself as this issuer');
    const keys = createRemoteJWKSet(new URL(parsed.data.jwks_uri), { timeoutDuration: TIMEOUT });
    return { metadata: parsed.data, keys };
  }
}

async function spent({ spend }: OpenedLogin): Promise<boolean> {
  try {
    return await spend();
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    throw new ProviderLoginError('unavailable', error.message);
  }
}

/** One question to the provider: no redirect, bounded in time and size. */
async function ask(address: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) });
    let text = '';
    const decoder = new TextDecoder();
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > MOST_BYTES) throw new Error('its answer is too long');
    }
    return { status: response.status, body: parsedOrNothing(text) };
  } catch (error) {
    throw new ProviderLoginError('unavailable', `the provider cannot be asked: ${(error as Error).message}`);
  }
}

function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function secretOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new AuthError(`${path}: there is no such file; expected the client secret of signIn`);
  refuseIfShared(path, stat.mode);
  return readFileSync(path, 'utf8').trim();
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

/** By digests, so that the time tells nothing. */
function isSame(sent: string | null, expected: string): boolean {
  return sent !== null && digestOf(sent) === digestOf(expected);
}
