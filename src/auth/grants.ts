import { createHmac } from 'node:crypto';
import type { Assertions } from './jwt-assertions.js';
import { InvalidTokenError } from './auth-error.js';
import { parseBasic } from './basic-auth.js';
import type { Client } from './client.js';
import type { ClientRegistry } from './client-registry.js';
import { takeApart, type CompactJws } from './compact-jws.js';
import { GrantError } from './grant-error.js';
import type { LoginCodes } from './login-codes.js';
import { userIdOf, usernameOf } from './identity.js';
import type { LoginRateLimiter } from './login-rate-limiter.js';
import { grantedScopes, scopeText } from './granted-scopes.js';
import { hasScope } from './scopes.js';
import { secretMatches } from './secret.js';
import type { AccessTokens, VerifiedToken } from './access-tokens.js';

/** A success of the token endpoint, in the platform's form. */
export interface TokenResponse {
  access_token: string;
  token_type: 'Bearer';
  /** Without a trailing slash. */
  instance_url: string;
  /** Ends in `/id/<organisation Id>/<user Id>`, 18 characters each. */
  id: string;
  /** Milliseconds since the epoch. */
  issued_at: string;
  /**
   * Base64 of HMAC-SHA-256 over `id` and `issued_at`; the key is the client secret where one was sent, else the
   * service's own.
   */
  signature: string;
  /** `api`, which the platform's clients look for, and what this token may be used for. */
  scope: string;
}

export interface Granted {
  readonly answer: TokenResponse;
  readonly client: Client;
}

/**
 * The introspection endpoint's answer for a token (RFC 7662): nothing but that it does not count, where it does not.
 */
export interface Introspection {
  active: boolean;
  scope?: string | undefined;
  client_id?: string | undefined;
  username?: string | undefined;
  /** Identity address of the client's user. */
  sub?: string | undefined;
  token_type?: 'access_token' | undefined;
  /** Seconds since the epoch. */
  exp?: number | undefined;
  iat?: number | undefined;
}

export interface GrantRequest {
  /** Parameters of the form; repeated ones are refused before. */
  readonly form: ReadonlyMap<string, string>;
  readonly authorization: string | undefined;
  /** Address that it comes from, as limits count it. */
  readonly address: string;
  /** Public address of the service. */
  readonly instanceUrl: string;
  /** Addresses of the service that an assertion may name. */
  readonly audiences: readonly string[];
}

/** Either a code, or an Id and a secret. */
export interface LoginRequest {
  readonly code?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** Address that it comes from, as limits count it. */
  readonly address: string;
}

export interface GrantOptions {
  readonly clients: ClientRegistry;
  readonly tokens: AccessTokens;
  readonly codes: LoginCodes;
  readonly assertions: Assertions;
  readonly guard: LoginRateLimiter;
  readonly organisationId: string;
  /** The key that signs at this moment. */
  readonly signatureKey: () => Buffer;
  /** The claims of a token; `undefined` where it does not count. */
  readonly inspect: (token: string) => VerifiedToken | undefined;
  /** The same of a refresh token. */
  readonly inspectRefresh: (token: string) => VerifiedToken | undefined;
  readonly now: () => number;
}

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/**
 * The grants of the token endpoint (RFC 6749 and 7523, with the platform's codes). Needs no licence: it carries
 * no records.
 */
export class Grants {
  constructor(private readonly options: GrantOptions) {}

  /** @throws GrantError */
  grant(request: GrantRequest): Granted {
    return this.#guarded(request, () => this.#grant(request));
  }

  /**
   * The claims of a token, for a client that proves who it is: of its own tokens, and of all of them with the scope
   * `admin`.
   *
   * @throws GrantError
   */
  introspect(request: GrantRequest): Introspection {
    const { client } = this.#guarded(request, () => this.#authenticated(request));
    const token = request.form.get('token');
    if (token === undefined || token === '') throw new GrantError('invalid_request', 'token is required');
    const verified = this.options.inspect(token);
    const owner = verified && this.options.clients.find(verified.clientId);
    const isShown =
      owner?.client_id === client.client_id || (hasScope(client, 'admin') && client.objects === undefined);
    if (verified === undefined || owner === undefined || owner.revoked || !isShown) return { active: false };
    return {
      active: true,
      scope: scopeText(owner, verified.scopes),
      client_id: owner.client_id,
      username: usernameOf(owner),
      sub: this.#identityUrl(owner, request.instanceUrl),
      token_type: 'access_token',
      exp: verified.expires / 1000,
      iat: verified.issued,
    };
  }

  /**
   * The client that a browser logs in as: by a one-time code, or by its Id and secret. Counts as a token of the client.
   *
   * @throws GrantError
   */
  login(request: LoginRequest): Client {
    return this.#guarded(request, () => this.#login(request));
  }

  #login({ code, clientId = '', clientSecret = '' }: LoginRequest): Client {
    const byCode = code === undefined ? undefined : this.options.codes.verify(code);
    if (code !== undefined && byCode === undefined)
      throw new GrantError('invalid_grant', 'this login code has expired or has been used; print a new one');
    const client = byCode
      ? this.options.clients.find(byCode.clientId)
      : this.#authenticated({
          form: new Map([
            ['client_id', clientId],
            ['client_secret', clientSecret],
          ]),
          authorization: undefined,
        }).client;
    if (client === undefined || client.revoked) throw new GrantError('invalid_client', 'this client has been revoked');
    this.options.guard.issue(client.client_id);
    byCode?.use();
    return client;
  }

  /** A failure counts against the address that it comes from. */
  #guarded<T>(request: Pick<GrantRequest, 'address'>, attempt: () => T): T {
    try {
      return attempt();
    } catch (error) {
      if (error instanceof GrantError && error.tooOften === undefined) this.options.guard.failed(request.address);
      throw error;
    }
  }

  #grant(request: GrantRequest): Granted {
    const type = request.form.get('grant_type');
    switch (type) {
      case undefined:
      case '':
        throw new GrantError('invalid_request', 'grant_type is required');
      case 'client_credentials':
        return this.#clientCredentials(request);
      case JWT_BEARER:
        return this.#jwtBearer(request);
      case 'refresh_token':
        return this.#refresh(request);
      default:
        throw new GrantError(
          'unsupported_grant_type',
          `grant type not supported; supported are client_credentials, refresh_token and ${JWT_BEARER}`,
        );
    }
  }

  /** For a client that proves who it is: who has the token alone has nothing, so it need not be another each time. */
  #refresh(request: GrantRequest): Granted {
    const { client, clientSecret } = this.#authenticated(request);
    const token = request.form.get('refresh_token');
    if (token === undefined || token === '') throw new GrantError('invalid_request', 'refresh_token is required');
    const verified = this.options.inspectRefresh(token);
    if (verified?.clientId !== client.client_id) throw new GrantError('invalid_grant', 'expired access/refresh token');
    return this.#answer(client, request, clientSecret);
  }

  #clientCredentials(request: GrantRequest): Granted {
    const { client, clientSecret } = this.#authenticated(request);
    return this.#answer(client, request, clientSecret);
  }

  #authenticated(request: Pick<GrantRequest, 'form' | 'authorization'>): { client: Client; clientSecret: string } {
    const { clientId, clientSecret } = credentials(request);
    const client = this.options.clients.find(clientId);
    if (!client) throw new GrantError('invalid_client_id', 'client identifier invalid');
    if (!isSecretOf(client, clientSecret, this.options.now()))
      throw new GrantError('invalid_client', 'invalid client credentials');
    if (client.revoked) throw new GrantError('invalid_client', 'this client has been revoked');
    return { client, clientSecret };
  }

  #jwtBearer(request: GrantRequest): Granted {
    const assertion = request.form.get('assertion');
    if (assertion === undefined || assertion === '') throw new GrantError('invalid_request', 'assertion is required');
    let parts: CompactJws;
    try {
      parts = takeApart(assertion);
    } catch (error) {
      throw refusedAssertion(error);
    }
    const issuer = parts.payload['iss'];
    const client = typeof issuer === 'string' ? this.options.clients.find(issuer) : undefined;
    if (!client) throw new GrantError('invalid_client_id', 'iss: client identifier invalid');
    let use: () => void;
    try {
      use = this.options.assertions.verify(assertion, parts, client, request.audiences);
    } catch (error) {
      throw refusedAssertion(error);
    }
    return this.#answer(client, request, this.options.signatureKey(), use);
  }

  /** @param use marks what proved the client as used up, where that can be */
  #answer(
    client: Client,
    { instanceUrl, form }: GrantRequest,
    signatureKey: string | Buffer,
    use?: () => void,
  ): Granted {
    if (client.revoked) throw new GrantError('invalid_client', 'this client has been revoked');
    const scopes = grantedScopes(client, form.get('scope'));
    // A replayed assertion has been refused by now: who has overheard one cannot use up the client's tokens with it.
    this.options.guard.issue(client.client_id);
    use?.();
    const id = this.#identityUrl(client, instanceUrl);
    const issuedAt = String(this.options.now());
    const answer: TokenResponse = {
      access_token: this.options.tokens.issue(client.client_id, scopes),
      token_type: 'Bearer',
      instance_url: instanceUrl,
      id,
      issued_at: issuedAt,
      signature: createHmac('sha256', signatureKey)
        .update(id + issuedAt)
        .digest('base64'),
      scope: scopeText(client, scopes),
    };
    return { answer, client };
  }

  #identityUrl(client: Client, instanceUrl: string): string {
    return `${instanceUrl}/id/${this.options.organisationId}/${userIdOf(client.client_id)}`;
  }
}

function credentials({ form, authorization }: Pick<GrantRequest, 'form' | 'authorization'>): {
  clientId: string;
  clientSecret: string;
} {
  const clientId = form.get('client_id');
  const clientSecret = form.get('client_secret');
  if (authorization === undefined || isToken(authorization)) {
    if (!clientId) throw new GrantError('invalid_request', 'client_id is required');
    if (!clientSecret) throw new GrantError('invalid_request', 'client_secret is required');
    return { clientId, clientSecret };
  }
  const basic = parseBasic(authorization);
  if (!basic) throw new GrantError('invalid_request', 'Authorization: expected Basic with client Id and secret');
  if (clientSecret !== undefined || (clientId !== undefined && clientId !== basic.clientId))
    throw new GrantError('invalid_request', 'send the credentials once: in the body or as HTTP Basic');
  return basic;
}

/**
 * Clients that keep a default header send the token of their last login along with the next one: it says nothing here.
 */
function isToken(authorization: string): boolean {
  const [scheme = ''] = authorization.split(' ', 1);
  return ['bearer', 'oauth'].includes(scheme.toLowerCase());
}

/** A secret that was replaced counts until its time is over. */
function isSecretOf({ secretDigest, previousSecret }: Client, secret: string, now: number): boolean {
  if (secretMatches(secret, secretDigest)) return true;
  return (
    previousSecret !== undefined &&
    now < Date.parse(previousSecret.until) &&
    secretMatches(secret, previousSecret.digest)
  );
}

function refusedAssertion(error: unknown): unknown {
  return error instanceof InvalidTokenError ? new GrantError('invalid_grant', error.message) : error;
}
