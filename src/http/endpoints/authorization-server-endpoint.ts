import { z } from 'zod';
import { SCOPES } from '../../service/auth/scopes.js';
import { endpoint, ok } from '../endpoint.js';
import { instanceUrl } from '../instance-url.js';
import { json } from '../response/answer.js';
import { INSTANCE } from './shared.js';

const metadataSchema = z
  .strictObject({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    registration_endpoint: z.string().optional().describe('Present only if apps can register themselves'),
    introspection_endpoint: z.string(),
    revocation_endpoint: z.string(),
    userinfo_endpoint: z.string(),
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
  })
  .meta({ id: 'AuthorizationServer' });

function metadataOf(issuer: string, grants: readonly string[], registers = false): z.output<typeof metadataSchema> {
  const at = (name: string): string => `${issuer}/services/oauth2/${name}`;
  return {
    issuer,
    authorization_endpoint: at('authorize'),
    token_endpoint: at('token'),
    ...(registers && { registration_endpoint: at('register') }),
    introspection_endpoint: at('introspect'),
    revocation_endpoint: at('revoke'),
    userinfo_endpoint: at('userinfo'),
    scopes_supported: [...SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [...grants],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
    code_challenge_methods_supported: ['S256'],
  };
}

/** Authorization server metadata, for clients such as MCP clients that discover how to log in. */
export const authorizationServer = endpoint('authorizationServer', 'GET', '/.well-known/oauth-authorization-server', {
  about: 'nothing',
  tag: 'Login',
  summary: 'Get the authorization server metadata (RFC 8414)',
  responses: ok({
    description: 'Endpoints and supported parameters',
    schema: metadataSchema,
    example: metadataOf(INSTANCE, ['client_credentials', 'authorization_code', 'refresh_token']),
  }),
  handle: ({ request }, { auth, settings }) =>
    json(metadataOf(instanceUrl(settings, request.socket), auth.grants.supported, settings.appRegistration)),
});
