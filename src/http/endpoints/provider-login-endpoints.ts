import type { Request } from 'express';
import { z } from 'zod';
import { ProviderLoginError, type LoginRefusal, type ProviderLogin } from '../../service/auth/provider-login.js';
import { endpoint, type AppContext, ok } from '../endpoint.js';
import { loginCookie, loginCookieOf, sessionCookie } from '../request/session-cookie.js';
import { json, type Answer } from '../response/answer.js';
import { unknownPath } from '../response/http-error.js';

const START = '/services/oauth2/login';
const shared = { tag: 'Login', about: 'nothing' } as const;
const toPage = {
  description: 'Redirects to the console. The user is logged in, or ?login= contains the error',
  headers: { Location: { description: 'Redirect URL', schema: { type: 'string' } } },
};

export const loginProviders = endpoint('loginProviders', 'GET', '/services/oauth2/providers', {
  ...shared,
  summary: 'List other login methods',
  responses: ok({
    description: 'At most one login method',
    schema: z
      .array(z.strictObject({ label: z.string(), address: z.string().describe('URL that starts the login') }))
      .meta({ id: 'LoginProviders' }),
    example: [{ label: 'Example Ltd', address: START }],
  }),
  handle: (_exchange, { auth: { providerLogin } }) =>
    json(providerLogin === undefined ? [] : [{ label: providerLogin.label, address: START }]),
});

export const startProviderLogin = endpoint('startProviderLogin', 'GET', START, {
  ...shared,
  summary: 'Start a login at the identity provider configured in signIn (OpenID Connect with PKCE)',
  responses: { 302: { ...toPage, description: 'Redirects to the provider, or back to the console with an error' } },
  errors: [404, 503],
  async handle({ request }, context) {
    const login = configured(context);
    context.admission.login(request);
    try {
      const { address, cookie } = await login.begin();
      return redirect(address, loginCookie(login.redirectUrl, cookie));
    } catch (error) {
      return refused(request, context, login, error);
    }
  },
});

export const finishProviderLogin = endpoint('finishProviderLogin', 'GET', '/services/oauth2/callback', {
  ...shared,
  summary: 'Complete a login on return from the identity provider',
  responses: { 302: toPage },
  errors: [404, 503],
  async handle({ request }, context) {
    const login = configured(context);
    const { admission, auth, settings } = context;
    const address = admission.login(request);
    try {
      const { searchParams } = new URL(request.originalUrl, 'http://localhost');
      const { client, scopes, name, subject } = await login.finish(
        searchParams,
        loginCookieOf(request, login.redirectUrl),
      );
      const { id } = auth.sessions.open(client.client_id, { scopes, name });
      const by = client.client_id;
      auth.audit.record({ action: 'login', by, name: client.name, address, target: [subject], detail: 'signIn' });
      const answer = redirect('/console', [
        ...sessionCookie(request, settings, id),
        ...loginCookie(login.redirectUrl, ''),
      ]);
      return { ...answer, isSecret: true };
    } catch (error) {
      return refused(request, context, login, error);
    }
  },
});

function configured({ auth }: AppContext): ProviderLogin {
  if (auth.providerLogin === undefined) throw unknownPath();
  return auth.providerLogin;
}

/** Redirects to the login page with the error, because a person reads the response. */
function refused(
  request: Request,
  { auth, admission, logger }: AppContext,
  { redirectUrl }: ProviderLogin,
  error: unknown,
): Answer {
  if (!(error instanceof ProviderLoginError)) throw error;
  const { refusal, message } = error;
  auth.audit.record({
    action: 'loginFailed',
    by: 'unknown',
    address: admission.addressOf(request),
    detail: `signIn: ${message}`,
  });
  if (refusal === 'unavailable') logger.warn(`signIn: ${message}`);
  return redirect(`/console?login=${refusal satisfies LoginRefusal}`, loginCookie(redirectUrl, ''));
}

function redirect(location: string, headers: readonly string[]): Answer {
  return { status: 302, headers: ['Location', location, ...headers] };
}
