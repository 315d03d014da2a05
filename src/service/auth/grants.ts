import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Assertions } from './jwt-assertions.js';
import { checkVerifier, type Authorization } from './authorizations.js';
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
import type { Opened } from './sealed-form.js';
import { hasScope, sharedScopes, type Scope } from './scopes.js';
import { secretMatches } from './secret.js';
import type { AccessTokens, TokenDetails, VerifiedToken } from './access-tokens.js';
import type { RefreshTokens } from './refresh-tokens.js';

export const tokenResponseSchema = z
  .strictObject({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    instance_url: z.string(),
    id: z.string(),
    issued_at: z.string().describe('Milliseconds since the epoch'),
    signature: z.string(),
    scope: z.string().describe('`api` and the scopes of the token'),
    refresh_token: z
      .string()
      .optional()
      .describe('Only for the authorization_code grant. Public clients get a new refresh token each time'),
  })
  .meta({ id: 'TokenResponse' });
export type TokenResponse = z.output<typeof tokenResponseSchema>;

/** The introspection response (RFC 7662). For an invalid token, it has only `active: false`. */
export const introspectionSchema = z
  .strictObject({
    active: z.boolean().describe('Whether the token is valid. If false, all other members are absent'),
    scope: z.string().optional(),
    client_id: z.string().optional(),
    username: z.string().optional(),
    sub: z.string().optional().describe("Identity URL of the client's user"),
    token_type: z.literal('access_token').optional(),
    exp: z.int().optional().describe('Seconds since the epoch'),
    iat: z.int().optional().describe('Seconds since the epoch'),
  })
  .meta({ id: 'Introspection' });
export type Introspection = z.output<typeof introspectionSchema>;

export interface Granted {
  readonly answer: TokenResponse;
  readonly client: Client;
  readonly app?: Client | undefined;
}

export interface GrantRequest {
  /** Parameters of the form. None is repeated. */
  readonly form: ReadonlyMap<string, string>;
  readonly authorization: string | undefined;
  readonly address: string;
  readonly instanceUrl: string;
  /** URLs of the service that an assertion may have as audience. */
  readonly audiences: readonly string[];
  /** See `Authorizations.opened`. */
  readonly code?: Opened<Authorization> | undefined;
}

export interface LoginRequest {
  readonly code?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly address: string;
}

export interface GrantOptions {
  readonly clients: ClientRegistry;
  readonly tokens: AccessTokens;
  readonly codes: LoginCodes;
  readonly assertions: Assertions;
  readonly guard: LoginRateLimiter;
  readonly organisationId: string;
  readonly signatureKey: () => Buffer;
  /** Returns the claims of a valid token, otherwise `undefined`. */
  readonly inspect: (token: string) => VerifiedToken | undefined;
  readonly refreshTokens: RefreshTokens;
  readonly passwords: boolean;
  readonly inForm: (token: string, client: Client) => string;
  readonly now: () => number;
}

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

interface Token extends Omit<TokenDetails, 'app'> {
  readonly client: Client;
  /** Default: the requested scopes. */
  readonly scopes?: readonly Scope[] | undefined;
  readonly app?: Client | undefined;
  readonly signatureKey: string | Buffer;
  /** Marks a one-time proof as used. Absent if the proof can be used again. */
  readonly use?: () => void;
  readonly refreshToken?: () => string;
}

/**
 * The grants of the token endpoint (RFC 6749 and 7523, with the platform's error codes). No license is needed, because
 * grants return no records.
 */
export class Grants {
  constructor(private readonly options: GrantOptions) {}

  /** @throws GrantError */
  grant(request: GrantRequest): Granted {
    return this.#guarded(request, () => this.#grant(request));
  }

  /**
   * Returns the claims of a token. A client without the scope `admin` can only inspect its own tokens.
   * @throws GrantError
   */
  introspect(request: GrantRequest): Introspection {
    const { client } = this.#guarded(request, () => this.#authenticated(request));
    const token = request.form.get('token');
    if (token === undefined || token === '') throw new GrantError('invalid_request', 'token is required');
    const verified = this.options.inspect(token);
    const owner = verified && this.options.clients.find(verified.clientId);
    const isOwn = (verified?.app ?? owner?.client_id) === client.client_id || owner?.client_id === client.client_id;
    const isShown = isOwn || (hasScope(client, 'admin') && client.objects === undefined);
    if (verified === undefined || owner === undefined || owner.revoked || !isShown) return { active: false };
    return {
      active: true,
      scope: scopeText(owner, verified.scopes),
      client_id: verified.app ?? owner.client_id,
      username: usernameOf(owner),
      sub: this.#identityUrl(owner, request.instanceUrl),
      token_type: 'access_token',
      exp: verified.expires / 1000,
      iat: verified.issued,
    };
  }

  /** Returns the client that a browser logs in as. Counts towards the client's limit of tokens. @throws GrantError */
  login(request: LoginRequest): Client {
    return this.#guarded(request, () => this.#login(request));
  }

  #login({ code, clientId = '', clientSecret = '' }: LoginRequest): Client {
    const byCode = code === undefined ? undefined : this.options.codes.verify(code);
    if (code !== undefined && byCode === undefined)
      throw new GrantError(
        'invalid_grant',
        'this login code has expired or was used before; run `likeness console` to get a new login code',
      );
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

  /** Counts failures by the client's address. */
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
      case 'authorization_code':
        return this.#authorizationCode(request);
      case 'refresh_token':
        return this.#refresh(request);
      case 'password':
        return this.#password(request);
      default:
        throw new GrantError(
          'unsupported_grant_type',
          `grant type not supported; supported grant types: ${this.supported.join(', ')}`,
        );
    }
  }

  get supported(): readonly string[] {
    const always = ['client_credentials', 'authorization_code', 'refresh_token', JWT_BEARER];
    return this.options.passwords ? [...always, 'password'] : always;
  }

  #authorizationCode(request: GrantRequest): Granted {
    const { app, signatureKey } = this.#app(request);
    const { form, code } = request;
    if (!form.get('code')) throw new GrantError('invalid_request', 'code is required');
    if (code === undefined) throw new GrantError('invalid_grant', 'invalid or expired authorization code');
    const { id, user, scopes, redirectUri, challenge, isLasting } = code.value;
    if (form.get('redirect_uri') !== redirectUri)
      throw new GrantError('invalid_grant', 'redirect_uri must be the same as in the authorization request');
    checkVerifier(challenge, form.get('code_verifier'));
    const details = { scopes, family: id };
    const use = (): void => {
      if (code.take()) return;
      // The code was used twice, so the tokens of the first use are revoked too (RFC 6749, 4.1.2).
      this.options.refreshTokens.endFamily(id);
      throw new GrantError('invalid_grant', 'this authorization code was used before');
    };
    const refreshToken = (): string => this.options.refreshTokens.issue(user, { ...details, app: app.client_id });
    const token = { client: this.#userOf(user), app, ...details, signatureKey, use };
    return this.#answer(request, isLasting ? { ...token, refreshToken } : token);
  }

  /**
   * Redeems a refresh token. A client with a secret must authenticate, and keeps its refresh token. Any other client
   * gets a new one each time. Using an old token again ends the authorization, because the token may have been stolen
   * (RFC 9700, 4.14).
   */
  #refresh(request: GrantRequest): Granted {
    const { app, signatureKey } = this.#app(request);
    const { refreshTokens } = this.options;
    const text = request.form.get('refresh_token');
    if (text === undefined || text === '') throw new GrantError('invalid_request', 'refresh_token is required');
    const verified = refreshTokens.inspect(text);
    const { clientId, scopes, family } = verified ?? {};
    if (verified === undefined || (verified.app ?? clientId) !== app.client_id)
      throw new GrantError('invalid_grant', 'expired access/refresh token');
    const token = { client: this.#userOf(verified.clientId), app, scopes, family, signatureKey };
    if (app.isPublic !== true) return this.#answer(request, token);
    const use = (): void => {
      if (refreshTokens.take(verified)) return;
      refreshTokens.endFamily(verified.family);
      throw new GrantError('invalid_grant', 'expired access/refresh token');
    };
    const refreshToken = (): string => refreshTokens.issue(verified.clientId, { scopes, family, app: app.client_id });
    return this.#answer(request, { ...token, use, refreshToken });
  }

  /** Logs in with a client's name and secret as user name and password, for tools that support no other way. */
  #password(request: GrantRequest): Granted {
    if (!this.options.passwords)
      throw new GrantError('unsupported_grant_type', 'password is disabled; passwordGrant in settings.json enables it');
    const { client: app, clientSecret: signatureKey } = this.#authenticated(request);
    const [username = '', password = ''] = [request.form.get('username'), request.form.get('password')];
    const wanted = username.trim().toLowerCase();
    const users = [...this.options.clients.all().values()];
    const client = users.find((one) => usernameOf(one) === wanted || one.client_id === wanted);
    if (client === undefined || client.revoked || !isSecretOf(client, password, this.options.now()))
      throw new GrantError('invalid_grant', 'authentication failure');
    return this.#answer(request, { client, app, signatureKey });
  }

  #clientCredentials(request: GrantRequest): Granted {
    const { client, clientSecret: signatureKey } = this.#authenticated(request);
    return this.#answer(request, { client, signatureKey });
  }

  /** Returns the client that redeems a code. Clients must authenticate, unless they are public. */
  #app(request: GrantRequest): { app: Client; signatureKey: string | Buffer } {
    const { form, authorization } = request;
    const id = form.get('client_id');
    const isNameless =
      form.get('client_secret') === undefined && (authorization === undefined || isToken(authorization));
    const named = isNameless && id !== undefined ? this.options.clients.find(id) : undefined;
    if (named?.isPublic === true && !named.revoked) return { app: named, signatureKey: this.options.signatureKey() };
    const { client: app, clientSecret: signatureKey } = this.#authenticated(request);
    return { app, signatureKey };
  }

  #userOf(clientId: string): Client {
    const client = this.options.clients.find(clientId);
    if (client === undefined || client.revoked) throw new GrantError('invalid_grant', 'inactive user');
    return client;
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
    return this.#answer(request, { client, signatureKey: this.options.signatureKey(), use });
  }

  #answer({ instanceUrl, form }: GrantRequest, token: Token): Granted {
    const { client, family, signatureKey, use, refreshToken } = token;
    const app = token.app?.client_id === client.client_id ? undefined : token.app;
    if (client.revoked) throw new GrantError('invalid_client', 'this client has been revoked');
    const limits = token.scopes === undefined ? (app ?? client) : { scopes: token.scopes };
    const scopes = grantedScopes(limits, form.get('scope')) ?? token.scopes;
    const details = { scopes, family, ...(app && { app: app.client_id }) };
    // Repeated assertions have already been rejected, so copying one cannot use up the client's limit of tokens.
    this.options.guard.issue(client.client_id);
    use?.();
    const id = this.#identityUrl(client, instanceUrl);
    const issuedAt = String(this.options.now());
    const accessToken = this.options.tokens.issue(client.client_id, details);
    const answer: TokenResponse = {
      access_token: this.options.inForm(accessToken, token.app ?? client),
      token_type: 'Bearer',
      instance_url: instanceUrl,
      id,
      issued_at: issuedAt,
      signature: createHmac('sha256', signatureKey)
        .update(id + issuedAt)
        .digest('base64'),
      scope: scopeText(app === undefined ? client : { scopes: sharedScopes(client, app.scopes) }, scopes),
      ...(refreshToken && { refresh_token: refreshToken() }),
    };
    return { answer, client, app };
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
    throw new GrantError('invalid_request', 'send the credentials only once, in the body or as HTTP Basic');
  return basic;
}

/** Recognises an old token in the header, which is ignored: clients with default headers send it with a new login. */
function isToken(authorization: string): boolean {
  const [scheme = ''] = authorization.split(' ', 1);
  return ['bearer', 'oauth'].includes(scheme.toLowerCase());
}

/** Compares a secret with the client's current secret, and with the previous one while it is valid. */
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
