import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { parseBasic } from './basic-auth.js';
import type { Client } from './client.js';
import type { ClientRegistry } from './client-registry.js';
import { GrantError, type GrantErrorCode } from './grant-error.js';
import { grantedScopes } from './granted-scopes.js';
import { isRegistered } from './redirect-uri.js';
import { SealedForm, type OneTimeKind, type Opened, type SealedOptions } from './sealed-form.js';
import { scopesSchema, sharedScopes, type Scope } from './scopes.js';

/** Seconds within which a code must be redeemed. */
export const CODE_SECONDS = 300;
const LONGEST_STATE = 4_000;
/** A SHA-256 digest in base64url (RFC 7636, 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
/** RFC 7636 allows 128 characters; clients of the platform send up to 171. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,512}$/;

/** Content of an authorization code, which is issued when a person allows an app to act for them. */
const authorizationSchema = z.object({
  id: z.string().describe('Identifies the authorization and all its tokens'),
  user: z.string().describe('Id of the client that the person is logged in as'),
  scopes: scopesSchema,
  redirectUri: z.string(),
  challenge: z.string().optional().describe('SHA-256 of the verifier that the token request must contain (RFC 7636)'),
  isLasting: z.boolean().describe('Whether the app gets a refresh token'),
});
export type Authorization = Readonly<z.output<typeof authorizationSchema>>;

const CODES: OneTimeKind<Authorization> = {
  purpose: 'authorization code',
  schema: authorizationSchema,
  life: CODE_SECONDS,
  idOf: ({ id }) => id,
};

/** An app's request, which a person accepts or rejects. */
export interface AskedFor {
  readonly app: Client;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly scopes: readonly Scope[];
  readonly challenge: string | undefined;
  readonly isLasting: boolean;
}

/** An error response of the authorization endpoint (RFC 6749, 4.1.2.1). */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError';

  /** @param address URL to redirect to; if absent, the person sees the error, because no redirect is safe */
  constructor(
    message: string,
    readonly address?: string,
  ) {
    super(message);
  }
}

/** Lets people decide whether an app may act for them: authorization code grant with PKCE (RFC 6749, 7636, 9700). */
export class Authorizations {
  readonly #codes: SealedForm<Authorization>;

  constructor(
    private readonly clients: Pick<ClientRegistry, 'find'>,
    options: SealedOptions,
  ) {
    this.#codes = new SealedForm(CODES, options);
  }

  /** @throws AuthorizationError */
  askedFor(query: ReadonlyMap<string, string>): AskedFor {
    const app = this.clients.find(query.get('client_id') ?? '');
    const redirectUri = query.get('redirect_uri') ?? '';
    const registered = app?.redirectUris ?? [];
    if (app === undefined || app.revoked) throw new AuthorizationError('client_id: no app is registered with this Id');
    if (registered.length === 0)
      throw new AuthorizationError(
        `the client "${app.name}" has no redirect URI; register one: likeness client login ${app.client_id} --redirect-uri URI`,
      );
    if (!isRegistered(registered, redirectUri))
      throw new AuthorizationError('redirect_uri: this URI is not registered for the app');
    const state = query.get('state');
    const refuse = (error: string, description: string): never => {
      throw new AuthorizationError(description, withParameters(redirectUri, { error, description, state }));
    };
    if (state !== undefined && state.length > LONGEST_STATE)
      throw new AuthorizationError(`state is too long: at most ${LONGEST_STATE} characters are allowed`);
    if (query.get('response_type') !== 'code') refuse('unsupported_response_type', 'response_type: expected code');
    const challenge = query.get('code_challenge');
    if (challenge === undefined && app.isPublic === true)
      refuse('invalid_request', 'missing required code challenge: an app without a secret must use PKCE');
    // The platform supports only S256, so its clients do not send the method.
    const method = query.get('code_challenge_method') ?? 'S256';
    if (challenge !== undefined && (method !== 'S256' || !CHALLENGE.test(challenge)))
      refuse('invalid_request', 'code_challenge: expected 43 characters, with code_challenge_method S256');
    if (query.get('prompt') === 'none')
      refuse('interaction_required', 'prompt=none is not supported: the user must always confirm');
    const asked = query.get('scope');
    const words = new Set((asked ?? '').split(' ').filter((word) => word !== ''));
    const isLasting = words.size === 0 || words.has('refresh_token') || words.has('offline_access');
    return { app, redirectUri, state, scopes: this.#scopes(app, asked, refuse), challenge, isLasting };
  }

  #scopes(app: Client, asked: string | undefined, refuse: (error: string, why: string) => never): readonly Scope[] {
    try {
      return grantedScopes(app, asked) ?? app.scopes;
    } catch (error) {
      if (!(error instanceof GrantError)) throw error;
      return refuse(error.error, error.message);
    }
  }

  /**
   * Called when the person accepts the request. @param user the client that the person is logged in as, limited to the
   * session's scopes
   * @returns the URL to redirect to, with the code
   */
  allow({ app, redirectUri, state, scopes, challenge, isLasting }: AskedFor, user: Client): string {
    const granted = sharedScopes(user, scopes);
    if (granted.length === 0) throw new AuthorizationError('you have none of the scopes that the app requests');
    const authorization = { id: randomUUID(), user: user.client_id, scopes: granted, redirectUri, isLasting };
    const code = this.#codes.seal({ ...authorization, ...(challenge !== undefined && { challenge }) }, app.client_id);
    return withParameters(redirectUri, { code, state });
  }

  /** Called when the person rejects the request. @returns the URL to redirect to */
  deny({ redirectUri, state }: AskedFor): string {
    return withParameters(redirectUri, { error: 'access_denied', description: 'end-user denied authorization', state });
  }

  /** Opens the code of a token request, even if it was used before. Returns `undefined` if there is no valid code. */
  async opened(request: {
    readonly form: ReadonlyMap<string, string>;
    readonly authorization: string | undefined;
  }): Promise<Opened<Authorization> | undefined> {
    const { form, authorization = '' } = request;
    const app = form.get('client_id') ?? parseBasic(authorization)?.clientId;
    const code = form.get('code');
    if (form.get('grant_type') !== 'authorization_code' || app === undefined || code === undefined) return undefined;
    return this.#codes.open(code, app, true);
  }
}

/** @throws GrantError if the verifier does not match the code's challenge */
export function checkVerifier(challenge: string | undefined, verifier: string | undefined): void {
  const refuse = (code: GrantErrorCode, why: string): never => {
    throw new GrantError(code, why);
  };
  if (challenge === undefined) {
    // Otherwise, an attacker could disable PKCE by removing the challenge from the request (RFC 9700, 2.1.1).
    if (verifier !== undefined) refuse('invalid_grant', 'code_verifier: the code was requested without a challenge');
    return;
  }
  if (verifier === undefined) refuse('invalid_grant', 'code_verifier is required');
  else if (!VERIFIER.test(verifier) || createHash('sha256').update(verifier).digest('base64url') !== challenge)
    refuse('invalid_grant', 'invalid code verifier');
}

function withParameters(
  address: string,
  { description, ...parameters }: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(address);
  const all = { ...parameters, error_description: description };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
