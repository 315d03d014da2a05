import { z } from 'zod';
import { tokenResponseSchema } from '../../service/auth/grants.js';
import { endpoint } from '../endpoint.js';
import { answerForm, FORM_TYPE, NOT_CACHED, TOKEN_ERROR } from '../request/oauth-form.js';
import { json } from '../response/answer.js';
import { INSTANCE, ORGANISATION, USER } from './shared.js';

const requestSchema = z
  .object({
    grant_type: z.enum([
      'client_credentials',
      'authorization_code',
      'refresh_token',
      'password',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
    ]),
    client_id: z.string().optional().describe('Client Id, unless it is sent with HTTP Basic. Not used with jwt-bearer'),
    client_secret: z
      .string()
      .optional()
      .describe('Client secret, sent in the same way as client_id. Public clients have no secret'),
    code: z.string().optional().describe('With authorization_code: the code that was sent to redirect_uri'),
    redirect_uri: z.string().optional().describe('With authorization_code: redirect_uri of the authorization request'),
    code_verifier: z.string().optional().describe('With authorization_code: the string hashed in code_challenge'),
    refresh_token: z
      .string()
      .optional()
      .describe('With refresh_token: the refresh token from a login or from `likeness token --refresh`'),
    username: z.string().optional().describe('With password: the Username or Id of a client'),
    password: z.string().optional().describe('With password: the secret of that client'),
    assertion: z.string().optional().describe('With jwt-bearer: an RS256 assertion signed with the registered key'),
    scope: z
      .string()
      .optional()
      .describe(
        'Space-separated scopes for this token. If this is absent, or contains no scope of the client, the token gets all scopes of the client',
      ),
  })
  .meta({ id: 'TokenRequest' });

export const token = endpoint('token', 'POST', '/services/oauth2/token', {
  about: 'nothing',
  tag: 'Login',
  login: 'basic',
  summary: 'Issue an access token to a registered client, valid for two hours',
  body: {
    schema: requestSchema,
    type: FORM_TYPE,
    example: { grant_type: 'client_credentials', client_id: '<client_id>', client_secret: '<client_secret>' },
  },
  responses: {
    200: {
      description: 'The token',
      schema: tokenResponseSchema,
      example: {
        access_token: '<access_token>',
        token_type: 'Bearer',
        instance_url: INSTANCE,
        id: `${INSTANCE}/id/${ORGANISATION}/${USER}`,
        issued_at: '1795331882643',
        signature: 'm3q0Rk6n0b1sJ5o2uT7yFh8wXg4cVd9eLz0aQp1sBtY=',
        scope: 'search upsert read',
      },
    },
    400: { description: 'The request was rejected', ...TOKEN_ERROR },
    429: { description: 'Too many token requests or failed logins (Retry-After)', ...TOKEN_ERROR },
  },
  errors: [500, 503],
  handle: ({ request }, context) =>
    answerForm(request, context, {
      async answer(form) {
        const { audit, grants } = context.auth;
        await context.auth.unknownLogins.lookUp({ form: form.form, authorization: form.authorization });
        const code = await context.auth.authorizations.opened(form);
        const { answer, client, app } = grants.grant({ ...form, code });
        await context.auth.settled();
        const { client_id: by, name } = client;
        const target = app && [app.client_id];
        audit.record({ action: 'login', by, name, address: form.address, target, detail: answer.scope });
        return { ...json(answer, 200, NOT_CACHED), isSecret: true };
      },
      refused({ error, tooOften }, address) {
        // The client name is unverified and arbitrary, so it is not logged.
        const detail = tooOften === undefined ? error : `${error}: too many attempts`;
        context.auth.audit.record({ action: 'loginFailed', by: 'unknown', address, detail });
      },
    }),
});
