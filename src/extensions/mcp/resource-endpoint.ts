import { z } from 'zod';
import { endpoint, ok } from '../../http/endpoint.js';
import { INSTANCE } from '../../http/endpoints/shared.js';
import { instanceUrl } from '../../http/instance-url.js';
import { json } from '../../http/response/answer.js';

/** URL where clients of `/mcp` learn how to log in. A 401 response names it. */
export const RESOURCE_PATH = '/.well-known/oauth-protected-resource/mcp';

const metadataOf = (url: string) => ({
  ...{ resource: `${url}/mcp`, resource_name: 'Likeness', authorization_servers: [url] },
  bearer_methods_supported: ['header'],
});
const metadataSchema = z
  .strictObject({
    resource: z.string(),
    resource_name: z.string(),
    authorization_servers: z.array(z.string()),
    bearer_methods_supported: z.array(z.string()),
  })
  .meta({ id: 'ProtectedResource' });

export const protectedResource = endpoint('protectedResource', 'GET', RESOURCE_PATH, {
  about: 'nothing',
  tag: 'Login',
  summary: 'Get the authorization server of the /mcp endpoint (RFC 9728)',
  responses: ok({ description: 'The login server', schema: metadataSchema, example: metadataOf(INSTANCE) }),
  handle: ({ request }, { settings }) => json(metadataOf(instanceUrl(settings, request.socket))),
});
