import { z } from 'zod';
import { GrantError } from '../../service/auth/grant-error.js';
import { introspectionSchema } from '../../service/auth/grants.js';
import { endpoint } from '../endpoint.js';
import { answerForm, FORM_TYPE, NOT_CACHED, TOKEN_ERROR } from '../request/oauth-form.js';
import { json } from '../response/answer.js';

/** Schema of the form for the revocation and introspection endpoints. */
const tokenFormSchema = z
  .object({
    token: z.string().min(1).describe('The access token'),
    token_type_hint: z.string().optional().describe('Ignored, because only access tokens are supported'),
    client_id: z
      .string()
      .optional()
      .describe('Client Id, unless it is sent with HTTP Basic. Not required to revoke a token'),
    client_secret: z.string().optional(),
  })
  .meta({ id: 'TokenForm' });

/** Token introspection (RFC 7662). */
export const introspect = endpoint('introspect', 'POST', '/services/oauth2/introspect', {
  about: 'nothing',
  tag: 'Login',
  login: 'basic',
  summary: 'Introspect a token of the calling client, or of any client with the scope admin',
  body: {
    schema: tokenFormSchema,
    type: FORM_TYPE,
    example: { token: '<access_token>', client_id: '<client_id>', client_secret: '<client_secret>' },
  },
  responses: {
    200: { description: 'State and properties of the token', schema: introspectionSchema, example: { active: false } },
    400: { description: 'Refused', ...TOKEN_ERROR },
    401: { description: 'Client authentication failed', ...TOKEN_ERROR },
    429: { description: 'Too many failed logins (Retry-After)', ...TOKEN_ERROR },
  },
  errors: [500, 503],
  handle: ({ request }, context) =>
    answerForm(request, context, {
      async answer(form) {
        await context.auth.unknownLogins.lookUp({ form: form.form, authorization: form.authorization });
        return json(context.auth.grants.introspect(form), 200, NOT_CACHED);
      },
      refused(error, address) {
        if (!isUnknown(error)) return;
        context.auth.audit.record({ action: 'loginFailed', by: 'unknown', address, detail: error.error });
      },
      statusOf: (error) => (isUnknown(error) ? 401 : 400),
    }),
});

function isUnknown({ error }: GrantError): boolean {
  return error === 'invalid_client' || error === 'invalid_client_id';
}

/** Token revocation (RFC 7009). Any holder of a token can revoke the token. The response is always the same. */
export const revoke = endpoint('revoke', 'POST', '/services/oauth2/revoke', {
  about: 'nothing',
  tag: 'Login',
  summary: 'Revoke an access or refresh token. The request also succeeds if the token is invalid',
  body: { schema: tokenFormSchema, type: FORM_TYPE, example: { token: '<access_token>' } },
  responses: {
    200: { description: 'The token is no longer valid' },
    400: { description: 'Refused', ...TOKEN_ERROR },
    429: { description: 'Too many failed logins (Retry-After)', ...TOKEN_ERROR },
  },
  errors: [500, 503],
  handle: ({ request }, context) =>
    answerForm(request, context, {
      async answer({ form, address }) {
        const token = form.get('token');
        if (token === undefined || token === '') throw new GrantError('invalid_request', 'token is required');
        const revoked = context.auth.revoke(token);
        await context.auth.settled();
        if (revoked !== undefined)
          context.auth.audit.record({ action: 'tokenRevoked', by: revoked.clientId, address, target: [revoked.jti] });
        return { status: 200, headers: [...NOT_CACHED, 'Content-Length', '0'] };
      },
    }),
});
