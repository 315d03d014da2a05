import type { Request } from 'express';
import { z } from 'zod';
import { AuthorizationError, type AskedFor } from '../../service/auth/authorizations.js';
import { isSameText } from '../../service/auth/secret.js';
import { GrantError } from '../../service/auth/grant-error.js';
import type { Client } from '../../service/auth/client.js';
import type { Session } from '../../service/auth/sessions.js';
import { RequestError } from '../../records/contract/request-error.js';
import { endpoint, type AppContext } from '../endpoint.js';
import { FORM_TYPE, parseForm, readForm } from '../request/oauth-form.js';
import { sessionIdOf } from '../request/session-cookie.js';
import type { Answer } from '../response/answer.js';
import type { Scope } from '../../service/auth/scopes.js';
import { escape } from '../openapi/escape-html.js';
import { plainPage, sentence } from '../plain-page.js';

const PATH = '/services/oauth2/authorize';
const shared = { tag: 'Login', about: 'nothing' } as const;
const page = { type: 'text/html', example: '<!doctype html><html lang="en">...</html>' };
const refusal = { ...page, description: 'An error page: the app is not allowed to make this request' };
const parameter = (description: string) => ({ description, schema: { type: 'string' } });

export const authorize = endpoint('authorize', 'GET', PATH, {
  ...shared,
  summary: 'Ask the user to authorize an app (authorization code flow with PKCE)',
  description:
    'Parameters: response_type=code, client_id, redirect_uri (which must be registered), state, scope, code_challenge with code_challenge_method=S256. ' +
    'Users who are not logged in are sent to the console first. ' +
    'The browser is redirected to redirect_uri with state and either code or error. ' +
    'The code can be used once and expires after five minutes.',
  responses: {
    200: { ...page, description: 'The consent page' },
    302: {
      description: 'Redirects to the login page, or back to the app with an error',
      headers: { Location: parameter('Redirect URL') },
    },
    400: refusal,
  },
  errors: [500, 503],
  handle: ({ request }, context) =>
    answered(request, context, async () => {
      const { search, searchParams } = new URL(request.originalUrl, 'http://localhost');
      const query = parseForm(searchParams);
      await context.auth.unknownLogins.lookUp({ clientId: query.get('client_id') });
      const asked = context.auth.authorizations.askedFor(query);
      const who = await person(request, context);
      if (who === undefined)
        return { status: 302, headers: ['Location', `/console?then=${encodeURIComponent(PATH + search)}`] };
      const { client, session } = who;
      return consentPage({
        ...{ asked, query, user: client, csrfToken: session.csrfToken },
        person: session.name ?? client.name,
      });
    }),
});

const answerSchema = z
  .object({
    decision: z.enum(['allow', 'deny']),
    csrf_token: z.string().describe('CSRF token of the session, taken from the consent page'),
    client_id: z
      .string()
      .describe('Parameter of the authorization request, sent back unchanged, like all parameters below'),
    redirect_uri: z.string(),
  })
  .meta({ id: 'AuthorizationAnswer' });

export const authorizeAnswer = endpoint('authorizeAnswer', 'POST', PATH, {
  ...shared,
  summary: 'Submit the user’s decision and redirect to the app with a code or access_denied',
  body: {
    schema: answerSchema,
    type: FORM_TYPE,
    example: { decision: 'allow', csrf_token: '<csrfToken>', client_id: '<client_id>', redirect_uri: '<address>' },
  },
  responses: {
    200: { ...page, description: 'A page that redirects to the app' },
    302: { description: 'Redirects back to the app with an error', headers: { Location: parameter('Redirect URL') } },
    400: refusal,
    403: { ...page, description: 'The session has ended, or the request does not come from the consent page' },
    415: { ...page, description: 'The body is not a form' },
  },
  errors: [500, 503],
  handle: ({ request }, context) =>
    answered(request, context, async () => {
      const form = await readForm(request, context);
      const { auth, admission } = context;
      const asked = auth.authorizations.askedFor(form);
      const who = await person(request, context);
      if (who === undefined || !isSameText(form.get('csrf_token'), who.session.csrfToken))
        return refusalPage(403, 'the session has ended, or this request does not come from the consent page');
      if (form.get('decision') !== 'allow') return backToApp(auth.authorizations.deny(asked), asked);
      const address = auth.authorizations.allow(asked, who.client);
      auth.audit.record({
        action: 'appAllowed',
        by: who.client.client_id,
        name: who.session.name ?? who.client.name,
        address: admission.addressOf(request),
        target: [asked.app.client_id],
        detail: asked.scopes.join(' '),
      });
      return backToApp(address, asked);
    }),
});

async function person(
  request: Request,
  { auth, settings }: AppContext,
): Promise<{ readonly client: Client; readonly session: Session } | undefined> {
  const id = sessionIdOf(request, settings);
  const session = id === undefined ? undefined : auth.sessions.use(id);
  if (session === undefined) return undefined;
  try {
    return { client: await auth.identify(`Bearer ${session.token}`), session };
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return undefined;
    throw error;
  }
}

/** Converts errors to a page, because a person reads the response. */
async function answered(request: Request, context: AppContext, answer: () => Promise<Answer>): Promise<Answer> {
  context.admission.login(request);
  try {
    return await answer();
  } catch (error) {
    if (error instanceof GrantError) return refusalPage(400, error.message);
    if (!(error instanceof AuthorizationError)) throw error;
    return error.address === undefined
      ? refusalPage(400, error.message)
      : { status: 302, headers: ['Location', error.address] };
  }
}

const IN_WORDS: Readonly<Record<Scope, string>> = {
  search: 'search for duplicates and read the values of matching records',
  upsert: 'create records and update duplicates',
  read: 'read records',
  write: 'change records by Id',
  delete: 'delete records',
  history: 'see what changed, when and by whom',
  undo: 'undo changes',
  export: 'export the configuration',
  disclose: 'read all data held about one person',
  erase: 'permanently erase records and all data held about them',
  review: 'decide which records are duplicates and merge them',
  admin: 'change the service settings',
};

interface ConsentPage {
  readonly asked: AskedFor;
  readonly user: Client;
  /** Name of the person, or of the client if the session has no personal name. */
  readonly person: string;
  readonly csrfToken: string;
  /** Query parameters from the app, resubmitted with the user's decision. */
  readonly query: ReadonlyMap<string, string>;
}

function consentPage({ asked, user, person, csrfToken, query }: ConsentPage): Answer {
  const granted = asked.scopes.filter((scope) => user.scopes.includes(scope));
  const { app, redirectUri, isLasting } = asked;
  const list = granted.map((scope) => `<li>${escape(IN_WORDS[scope])}</li>`).join('');
  const objects =
    app.objects && user.objects
      ? app.objects.filter((name) => user.objects!.includes(name))
      : (app.objects ?? user.objects);
  const only = objects === undefined ? '' : `<p>Only records of ${escape(objects.join(', '))}.</p>`;
  const hidden = [...query, ['csrf_token', csrfToken] as const]
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('');
  const what =
    granted.length === 0
      ? '<p>You do not have any of the permissions it requests.</p>'
      : `<p>It would be able to:</p><ul>${list}</ul>${only}<p class="soft">${
          isLasting ? 'They remain valid until you or an administrator revokes them.' : 'They expire after two hours.'
        }</p>`;
  const allow = granted.length === 0 ? '' : '<button class="main" name="decision" value="allow">Allow</button>';
  return plainPage(
    200,
    `Allow ${app.name} to act as you?`,
    `<h1>Allow “${escape(app.name)}” to act as you?</h1>
<p>You are logged in as <b>${escape(person)}</b>. Your decision is sent to the app at <b>${escape(whereOf(redirectUri))}</b>.</p>
${what}<form method="post" action="/services/oauth2/authorize">${hidden}
<div class="buttons">${allow}<button name="decision" value="deny">Do not allow</button></div></form>`,
  );
}

/**
 * Returns a page that sends the browser to the app. The policy for forms blocks a redirect response to another site.
 */
function backToApp(address: string, { app }: Pick<AskedFor, 'app'>): Answer {
  const to = escape(address);
  return plainPage(
    200,
    `Back to ${app.name}`,
    `<h1>Back to “${escape(app.name)}”</h1><p>If nothing happens, <a href="${to}">continue</a>.</p>`,
    `<meta http-equiv="refresh" content="0;url=${to}">`,
  );
}

function refusalPage(status: number, reason: string): Answer {
  return plainPage(
    status,
    'The app is not allowed to make this request',
    `<h1>The app is not allowed to make this request</h1><p>${sentence(reason)}</p>
<p class="soft">Contact the developer of the app or the administrator of this service. No permissions were granted.</p>`,
  );
}

/** Returns the host of a redirect URI, or its scheme for a local app. */
function whereOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return host === '' ? protocol.slice(0, -1) : host;
}
