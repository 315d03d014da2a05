import { RequestError } from '../../records/contract/request-error.js';
import { defaultLimits } from '../../store/config/config-limits.js';
import type { IdentityProvider, SignIn } from '../../store/config/configuration.js';
import type { Home } from '../../store/home/home.js';
import { AccessTokens, type VerifiedToken } from './access-tokens.js';
import { licenseFault } from './api-license.js';
import { AuditLog } from './audit-log.js';
import type { AuditPlace } from './audit-place.js';
import { InvalidTokenError } from './auth-error.js';
import { Authorizations } from './authorizations.js';
import { bearerToken, invalidSession, refusedToken } from './bearer-token.js';
import { ClientChanges } from './client-changes.js';
import { ClientRegistry } from './client-registry.js';
import type { Client, TokenForm } from './client.js';
import { takeApart } from './compact-jws.js';
import type { Denylist } from './denylist.js';
import { denylists } from './denylists.js';
import { deriveKey, digestOf } from './digest.js';
import { ExpiringMap } from './expiring-map.js';
import { Grants } from './grants.js';
import { ExternalIdentityProvider, type ExternalToken } from './identity-provider.js';
import { Assertions } from './jwt-assertions.js';
import { LoginCodes } from './login-codes.js';
import { type LoginLimits, LoginRateLimiter } from './login-rate-limiter.js';
import { lostRight, type WorkNeeds } from './lost-right.js';
import { type NewestFiles, orByNewest, UnknownLogins } from './newest-files.js';
import { fromPlatformForm, toPlatformForm } from './platform-token.js';
import { ProviderLogin } from './provider-login.js';
import { RefreshTokens } from './refresh-tokens.js';
import { Revocations } from './revocations.js';
import { hasScope, type Scope, sharedScopes } from './scopes.js';
import { Seal } from './seal.js';
import { sealedLogins } from './sealed-logins.js';
import { Sessions } from './sessions.js';
import { type KeyRing, SigningKeys } from './signing-keys.js';
import type { SpentDigests } from './spent-digests.js';

export interface AuthOptions {
  /** Folder of `clients.json`, `signing.key`, `assertions.used`, `logins.used`, `tokens.revoked` and the audit log. */
  readonly dataFolder: string;
  readonly identityProviders?: readonly IdentityProvider[];
  readonly signIn?: SignIn | undefined;
  /** Whether people may log in with a name and password. Default: false. */
  readonly passwordGrant?: boolean | undefined;
  readonly limits?: LoginLimits;
  /**
   * Digests of codes, assertions and tokens that other nodes of the same database have used or revoked. Absent if there
   * are no other nodes.
   */
  readonly spent?: SpentDigests | undefined;
  /** Looks up unknown clients and keys in the database of several nodes. */
  readonly newest?: NewestFiles | undefined;
  /** Where the clients of several nodes are stored. */
  readonly home?: Home | undefined;
  readonly audit?: AuditPlace | undefined;
  /** Called when writes to the audit log begin to fail, and when they work again. */
  readonly trouble?: (message: string) => void;
  /** Returns milliseconds since the epoch. Default: this machine's clock. */
  readonly now?: (() => number) | undefined;
}

/** Claims of a verified token, cached so that its signature is checked only once. */
type Verified = Pick<VerifiedToken, 'clientId' | 'scopes' | 'app'> | { readonly outside: ExternalToken };

const REMEMBERED_TOKENS = 10_000;
/** Milliseconds for which a cached token is accepted without another check against the current keys. */
const KEYS_TRUSTED = 100;

/** Tokens, clients and licenses. Changes to clients apply immediately, even to tokens already issued. */
export class Auth {
  readonly grants: Grants;
  readonly unknownLogins: UnknownLogins;
  readonly audit: AuditLog;
  readonly settled: () => Promise<void> | undefined;
  readonly sessions: Sessions;
  /** Absent if no identity provider is configured. */
  readonly providerLogin: ProviderLogin | undefined;
  readonly authorizations: Authorizations;
  readonly revocations: Revocations;
  readonly clients: ClientChanges;
  readonly seal: Seal;
  readonly #revoked: Denylist;
  readonly #codes: LoginCodes;
  readonly #clients: ClientRegistry;
  readonly #keys: SigningKeys;
  readonly #tokens: AccessTokens;
  readonly #refreshTokens: RefreshTokens;
  readonly #providers: ReadonlyMap<string, ExternalIdentityProvider>;
  readonly #remembered = new ExpiringMap<Verified>(REMEMBERED_TOKENS);
  readonly #assertions: Assertions;
  readonly #guard: LoginRateLimiter;
  readonly #now: () => number;
  readonly #newest: NewestFiles | undefined;
  #ring: KeyRing;
  #ringRead = -Infinity;
  #learned = 0;

  /** @throws AuthError if the data folder's key, `clients.json` or a provider's key file cannot be used */
  constructor(options: AuthOptions) {
    const now = options.now ?? Date.now;
    this.audit = new AuditLog(options.audit ?? options.dataFolder, options.trouble, now);
    this.#keys = new SigningKeys(options.dataFolder);
    this.#ring = this.#keys.read();
    this.#now = now;
    this.#clients = new ClientRegistry(options.dataFolder);
    this.#clients.find('');
    this.clients = new ClientChanges({
      ...{ registry: this.#clients, dataFolder: options.dataFolder, home: options.home, newest: options.newest, now },
      audit: (entry) => this.audit.record(entry),
    });
    this.#tokens = new AccessTokens(this.#keys, now);
    const { revoked, assertions, logins } = denylists(options.dataFolder, options.spent);
    this.#revoked = revoked;
    this.settled = () => options.spent?.settled();
    const { keys, settled, newest } = { keys: this.#keys, settled: this.settled, newest: options.newest };
    const sealing = { keys, used: logins, settled, newest, now };
    this.providerLogin = options.signIn && new ProviderLogin(options.signIn, this.#clients, sealedLogins(sealing), now);
    this.authorizations = new Authorizations(this.#clients, sealing);
    this.seal = new Seal(sealing);
    this.revocations = new Revocations(revoked, (token) => {
      if (token === undefined) this.#remembered.clear();
      else this.#remembered.delete(token);
    });
    const inspected = (tokens: AccessTokens, token: string) => this.#inspected(() => this.#verify(tokens, token));
    this.#refreshTokens = new RefreshTokens(keys, logins, this.revocations, inspected, now);
    this.#providers = new Map(
      (options.identityProviders ?? []).map((provider) => [
        provider.issuer,
        new ExternalIdentityProvider(provider, now),
      ]),
    );
    this.#assertions = new Assertions(assertions, now);
    this.#guard = new LoginRateLimiter(options.limits ?? defaultLimits, now);
    this.#codes = new LoginCodes(this.#keys, logins, now);
    this.#newest = options.newest;
    this.unknownLogins = new UnknownLogins(this.#clients, this.#codes, options.newest);
    this.sessions = new Sessions(
      { issue: (clientId, details) => this.#tokens.issue(clientId, details), inspect: (token) => this.inspect(token) },
      now,
    );
    this.grants = new Grants({
      clients: this.#clients,
      tokens: this.#tokens,
      codes: this.#codes,
      assertions: this.#assertions,
      guard: this.#guard,
      organisationId: this.organisationId,
      signatureKey: () => deriveKey(this.#keys.read().keys.at(-1)!.key, 'identity signature'),
      inspect: (token) => this.inspect(token),
      refreshTokens: this.#refreshTokens,
      passwords: options.passwordGrant === true,
      inForm: (token, client) => this.#inForm(token, client.tokenForm),
      now,
    });
  }

  /** Numbers of tokens, assertions and logins in memory, each of which is limited. */
  get remembered(): { readonly tokens: number; readonly assertions: number; readonly logins: number } {
    return {
      tokens: this.#remembered.size,
      assertions: this.#assertions.remembered,
      logins: this.#guard.remembered,
    };
  }

  /** Id of this installation, with 18 characters, which stays the same when keys are replaced. */
  get organisationId(): string {
    return this.#ring.organisationId;
  }

  /**
   * Returns the client of an `Authorization` header, limited to the token's scopes.
   * @throws RequestError 401 for a missing or invalid token, 403 without a valid license, 503 if a provider's keys
   * cannot be fetched
   */
  async admit(authorization: string | undefined): Promise<Client> {
    bearerToken(authorization);
    return orByNewest(this.#newest, async () => this.#admitted(await this.#verified(authorization)));
  }

  /**
   * Like `admit`, but does not require a license, for requests that do not access records.
   * @throws RequestError 401, 503
   */
  async identify(authorization: string | undefined): Promise<Client> {
    bearerToken(authorization);
    return orByNewest(this.#newest, async () => {
      const client = this.#clientOf(await this.#verified(authorization));
      if (client === undefined) throw invalidSession();
      return client;
    });
  }

  /**
   * Returns the client that `admit` would return, from local data only. Contacts neither the database nor a provider,
   * so an external token is known only after `admit` has verified it.
   * @returns `undefined` if `admit` would reject the header, or if keys or clients cannot be read; never throws
   */
  recognize(authorization: string | undefined): Client | undefined {
    try {
      const token = this.#plain(bearerToken(authorization));
      this.#followKeys();
      return this.#admitted(this.#remembered.get(digestOf(token), this.#now()) ?? this.#verifyOwn(token));
    } catch {
      return undefined;
    }
  }

  /**
   * Returns a client, so that the service can act for it on one object without its token.
   * @throws RequestError 403 if the client does not exist, has no license, or lacks the right
   */
  standIn(clientId: string, scope: Scope, objectType: string): Client {
    const client = this.#clients.find(clientId);
    const needs = { clientId, scopes: [scope], objectTypes: [objectType] };
    if (client === undefined || lostRight(client, needs, this.#now()) !== undefined)
      throw new RequestError(
        403,
        'INSUFFICIENT_ACCESS',
        'This service is not available at the moment. Contact the administrator',
      );
    return client;
  }

  /**
   * Checks whether a client may still do work that it requested. Must be called when the work begins and at each step.
   * @returns names of the objects to which the client is now limited, or `undefined` for all objects
   * @throws RequestError 403 with a readable reason
   */
  mayGoOn(needs: WorkNeeds): readonly string[] | undefined {
    const client = this.#clients.find(needs.clientId);
    const lost = lostRight(client, needs, this.#now());
    if (lost !== undefined) throw new RequestError(403, 'INSUFFICIENT_ACCESS', `Stopped: ${lost}`);
    return client!.objects;
  }

  nameOf(clientId: string): string | undefined {
    return this.#clients.find(clientId)?.name;
  }

  /** Lists clients that may review records of the object, or of any object if it is absent, sorted by name. */
  reviewers(objectType?: string): { id: string; name: string }[] {
    return [...this.#clients.all().values()]
      .filter((client) => !client.revoked && hasScope(client, 'review'))
      .filter(({ objects }) => objectType === undefined || objects?.includes(objectType) !== false)
      .map(({ client_id: id, name }) => ({ id, name }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** @param form default: the client's form @throws RequestError 404 if the client is unknown or revoked */
  issueToken(clientId: string, form?: TokenForm): string {
    const client = this.#active(clientId);
    return this.#inForm(this.#tokens.issue(clientId), form ?? client.tokenForm);
  }

  #inForm(token: string, form: TokenForm = 'jwt'): string {
    return form === 'platform' ? toPlatformForm(token, this.organisationId) : token;
  }

  /** @throws RequestError 404 if the client is unknown or revoked */
  issueRefreshToken(clientId: string): string {
    this.#active(clientId);
    return this.#refreshTokens.issue(clientId);
  }

  /** Issues a code for one login within ten minutes. @throws RequestError 404 if the client is unknown or revoked */
  issueLoginCode(clientId: string): string {
    this.#active(clientId);
    return this.#codes.issue(clientId);
  }

  #active(clientId: string): Client {
    const client = this.#clients.find(clientId);
    if (!client || client.revoked)
      throw new RequestError(404, 'NOT_FOUND', `no active client has the Id ${JSON.stringify(clientId)}`);
    return client;
  }

  /** Returns the claims of a valid token of this service, otherwise `undefined`. */
  inspect(text: string): VerifiedToken | undefined {
    return this.#inspected(() => this.#verifyOwn(fromPlatformForm(text, this.organisationId)));
  }

  #inspected(verify: () => VerifiedToken): VerifiedToken | undefined {
    try {
      return verify();
    } catch (error) {
      if (error instanceof InvalidTokenError) return undefined;
      throw error;
    }
  }

  /**
   * Revokes a token of this service, and all tokens of the same authorization, permanently. Ignores invalid tokens.
   * @returns the token's claims
   * @throws a file system error; the token is then still valid
   */
  revoke(text: string): VerifiedToken | undefined {
    const verified = this.inspect(text) ?? this.#refreshTokens.inspect(text);
    if (verified === undefined) return undefined;
    this.#refreshTokens.endFamily(verified.family);
    const [id, token] = [digestOf(verified.jti), digestOf(fromPlatformForm(text, this.organisationId))];
    this.revocations.add({ id, token, expires: verified.expires }, this.#now());
    return verified;
  }

  close(): Promise<void> {
    return this.audit.close();
  }

  async #verified(authorization: string | undefined): Promise<Verified> {
    const token = this.#plain(bearerToken(authorization));
    const digest = digestOf(token);
    this.#followKeys();
    const remembered = this.#remembered.get(digest, this.#now());
    if (remembered) return remembered;
    if (this.#tokens.isOwn(token)) {
      const { clientId, scopes, app, expires } = this.#counted(() => this.#verifyOwn(token));
      return this.#remember(digest, { clientId, scopes, app }, expires);
    }
    const outside = await this.#verifyOutside(token);
    return this.#remember(digest, { outside }, outside.expires);
  }

  /** Clears the cache of tokens if keys have changed, or if another node may have revoked a token. */
  #followKeys(): void {
    const now = this.#now();
    if (Math.abs(now - this.#ringRead) < KEYS_TRUSTED) return;
    const ring = this.#keys.read();
    const { learned } = this.#revoked;
    if (ring !== this.#ring || learned !== this.#learned) this.#remembered.clear();
    this.#learned = learned;
    this.#ring = ring;
    this.#ringRead = now;
  }

  #plain(text: string): string {
    return this.#counted(() => fromPlatformForm(text, this.organisationId));
  }

  #counted<T>(verify: () => T): T {
    try {
      return verify();
    } catch (error) {
      throw refusedToken(error);
    }
  }

  /** @throws InvalidTokenError */
  #verifyOwn(token: string): VerifiedToken {
    return this.#verify(this.#tokens, token);
  }

  /** @throws InvalidTokenError */
  #verify(tokens: AccessTokens, token: string): VerifiedToken {
    const verified = tokens.verify(token);
    for (const id of [verified.jti, verified.family])
      if (id !== undefined && this.revocations.has(digestOf(id), this.#now())) throw new InvalidTokenError('revoked');
    return verified;
  }

  async #verifyOutside(token: string): Promise<ExternalToken> {
    try {
      if (this.#providers.size === 0) throw new InvalidTokenError('not issued by this service');
      const issuer = takeApart(token).payload['iss'];
      const provider = typeof issuer === 'string' ? this.#providers.get(issuer) : undefined;
      if (!provider) throw new InvalidTokenError('the issuer is unknown');
      return await provider.verify(token);
    } catch (error) {
      throw refusedToken(error);
    }
  }

  #remember(digest: string, verified: Verified, expires: number): Verified {
    this.#remembered.set(digest, verified, expires);
    return verified;
  }

  /** Checks the client at every request, so that revoking it or its license takes effect with the next request. */
  #admitted(verified: Verified): Client {
    const client = this.#clientOf(verified);
    const fault = licenseFault(client?.licence, this.#now());
    if (client === undefined || fault !== undefined)
      throw new RequestError(
        403,
        'FUNCTIONALITY_NOT_ENABLED',
        `An API license is required: ${fault ?? 'this client has no license'}`,
      );
    return client;
  }

  /** Returns `undefined` only if an external token names no registered client. */
  #clientOf(verified: Verified): Client | undefined {
    if ('outside' in verified) {
      const client = this.#clients.findExternal(verified.outside.issuer, verified.outside.subject);
      if (client?.revoked) throw invalidSession();
      return client;
    }
    const { clientId, scopes, app } = verified;
    const client = this.#counting(clientId);
    const actual = app === undefined ? client : this.#through(this.#counting(app), client);
    return scopes === undefined ? actual : { ...actual, scopes: sharedScopes(actual, scopes) };
  }

  #counting(clientId: string): Client {
    const client = this.#clients.find(clientId);
    if (client === undefined || client.revoked) throw invalidSession();
    return client;
  }

  /** Returns `client` without the rights and licenses that `app`, which acts for the client, does not have. */
  #through(app: Client, client: Client): Client {
    const objects =
      client.objects && app.objects ? client.objects.filter((name) => app.objects!.includes(name)) : app.objects;
    const isLicensed = licenseFault(app.licence, this.#now()) === undefined;
    return {
      ...client,
      scopes: sharedScopes(client, app.scopes),
      ...(objects && { objects }),
      licence: isLicensed ? client.licence : app.licence,
    };
  }
}
