import { z } from 'zod';
import { GrantError } from '../../service/auth/grant-error.js';
import type { Client } from '../../service/auth/client.js';
import { IDLE_LIFE, type Session } from '../../service/auth/sessions.js';
import { SCOPES } from '../../service/auth/scopes.js';
import { endpoint, type AppContext, ok } from '../endpoint.js';
import { pathOf } from '../openapi/openapi-document.js';
import { noSessionCookie, sessionCookie, sessionIdOf } from '../request/session-cookie.js';
import { json } from '../response/answer.js';
import { HttpError, platformErrorsSchema } from '../response/http-error.js';
import { CLIENT, TIME } from './shared.js';

const text = (longest: number) => z.string().min(1).max(longest);

const loginSchema = z
  .union([
    z.strictObject({ code: text(255).describe('Code from the URL that `likeness console` prints') }),
    z.strictObject({ clientId: text(255), clientSecret: text(1_000) }),
  ])
  .meta({ id: 'SessionLogin' });

const sessionSchema = z
  .strictObject({
    clientId: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    csrfToken: z
      .string()
      .describe(
        'Value to send in the header X-CSRF-Token with all methods except GET. Empty if the session uses a bearer token',
      ),
    idleSeconds: z.int().describe('Inactivity timeout of the session'),
    ends: z.string().nullable().describe('Latest time at which the session ends. Null for a bearer token'),
    productPath: z.string().describe('Base path of the endpoints for duplicates'),
    apiVersion: z.string(),
  })
  .meta({ id: 'Session' });

const example: z.output<typeof sessionSchema> = {
  clientId: CLIENT,
  name: 'console',
  scopes: ['search', 'upsert', 'read'],
  csrfToken: 'q1JdC0nX7m3kTz5hVbYw8sRfLg2aPe9uNi4oKx6cMtE',
  idleSeconds: IDLE_LIFE / 1_000,
  ends: TIME,
  productPath: '/services/apexrest/dupcheck',
  apiVersion: 'v60.0',
};

const path = '/services/oauth2/session';
const shared = { tag: 'Login', about: 'nothing' } as const;

export const openSession = endpoint('openSession', 'POST', path, {
  ...shared,
  summary: 'Log in from a browser, with a one-time code or with a client Id and secret',
  description:
    'The session is a cookie that scripts cannot read. ' +
    'It works like an access token of the client, but all methods except GET also require its csrfToken as X-CSRF-Token. ' +
    'No license is required.',
  body: { schema: loginSchema, example: { code: '<code>' } },
  responses: {
    200: {
      description: 'The session',
      schema: sessionSchema,
      example,
      headers: { 'Set-Cookie': { description: 'HttpOnly, SameSite=Strict', schema: { type: 'string' } } },
    },
    429: {
      description: 'Too many logins (Retry-After)',
      schema: platformErrorsSchema,
      example: [
        { message: 'login rate exceeded; try again in 12 seconds', errorCode: 'LOGIN_RATE_EXCEEDED', fields: [] },
      ],
    },
  },
  errors: [500, 503],
  async handle({ request, body }, context) {
    const { admission, auth, settings } = context;
    const address = admission.login(request);
    try {
      await auth.unknownLogins.lookUp(body);
      const client = auth.grants.login({ ...body, address });
      await auth.settled();
      const { id, session } = auth.sessions.open(client.client_id);
      auth.audit.record({ action: 'login', by: client.client_id, name: client.name, address, detail: 'session' });
      return { ...json(shown(client, session, context), 200, sessionCookie(request, settings, id)), isSecret: true };
    } catch (error) {
      if (!(error instanceof GrantError)) throw error;
      const { message, tooOften } = error;
      auth.audit.record({ action: 'loginFailed', by: 'unknown', address, detail: `session: ${error.error}` });
      if (tooOften === undefined) throw new HttpError(400, 'INVALID_LOGIN', [message]);
      admission.shed(tooOften.what);
      throw new HttpError(429, 'LOGIN_RATE_EXCEEDED', [message], ['Retry-After', String(tooOften.retryAfter)]);
    }
  },
});

export const readSession = endpoint('readSession', 'GET', path, {
  ...shared,
  login: 'token',
  summary: 'Get the logged-in client and its rights',
  responses: ok({ description: 'The session', schema: sessionSchema, example }),
  errors: [401, 500, 503],
  handle({ request, client }, context) {
    const id = request.headers.authorization === undefined ? sessionIdOf(request, context.settings) : undefined;
    const session = id === undefined ? undefined : context.auth.sessions.use(id);
    return { ...json(shown(client, session, context)), isSecret: true };
  },
});

/** Ends only the session of the cookie. Bearer tokens are revoked at a separate endpoint. */
export const endSession = endpoint('endSession', 'DELETE', path, {
  ...shared,
  login: 'token',
  summary: 'Log out of the console',
  responses: { 204: { description: 'The session has ended' } },
  errors: [401, 403, 500, 503],
  handle({ request, client }, { auth, admission, settings }) {
    const id = sessionIdOf(request, settings);
    if (id !== undefined && request.headers.authorization === undefined) {
      auth.sessions.end(id);
      const { client_id: by, name } = client;
      auth.audit.record({ action: 'logout', by, name, address: admission.addressOf(request) });
    }
    return { status: 204, headers: noSessionCookie(request, settings) };
  },
});

function shown(
  { client_id, name: clientName, scopes }: Client,
  session: Session | undefined,
  { settings }: AppContext,
): z.output<typeof sessionSchema> {
  return {
    clientId: client_id,
    name: session?.name ?? clientName,
    scopes: [...scopes],
    csrfToken: session?.csrfToken ?? '',
    idleSeconds: IDLE_LIFE / 1_000,
    ends: session === undefined ? null : new Date(session.ends).toISOString(),
    productPath: pathOf({ path: '{product}' }, settings),
    apiVersion: settings.apiVersion,
  };
}
