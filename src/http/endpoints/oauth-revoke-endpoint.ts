import { GrantError } from '../../service/auth/grant-error.js';
import { endpoint } from '../endpoint.js';
import { answerForm, FORM_TYPE, NOT_CACHED, TOKEN_ERROR } from '../request/oauth-form.js';
import { tokenFormSchema } from './oauth-introspect-endpoint.js';

/** RFC 7009: the holder of a token may revoke it. The answer does not depend on the token. */
export const revoke = endpoint('revoke', 'POST', '/services/oauth2/revoke', {
  about: 'nothing',
  tag: 'Login',
  summary: 'Revoke an access or refresh token; the same answer for an invalid one',
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
