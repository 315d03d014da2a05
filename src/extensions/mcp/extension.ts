import { z } from 'zod';
import type { Extension } from '../../http/extension.js';
import { answerMessage } from './answer-message.js';
import { endpoint, ok } from '../../http/endpoint.js';
import { json } from '../../http/response/answer.js';
import { INSTANCE } from '../../http/endpoints/shared.js';
import { instanceUrl } from '../../http/instance-url.js';

/** URL where clients of `/mcp` learn how to log in. A 401 response names it. */
const RESOURCE_PATH = '/.well-known/oauth-protected-resource/mcp';

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

const protectedResource = endpoint('protectedResource', 'GET', RESOURCE_PATH, {
  about: 'nothing',
  tag: 'Login',
  summary: 'Get the authorization server of the /mcp endpoint (RFC 9728)',
  responses: ok({ description: 'The login server', schema: metadataSchema, example: metadataOf(INSTANCE) }),
  handle: ({ request }, { settings }) => json(metadataOf(instanceUrl(settings, request.socket))),
});

const messageSchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string().max(200), z.number()]).optional(),
    method: z.string().max(200).optional(),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'McpMessage' });

const mcp = endpoint('mcp', 'POST', '/mcp', {
  about: 'object',
  decides: true,
  tag: 'Duplicates',
  scope: 'search',
  resourceMetadata: RESOURCE_PATH,
  summary: 'Process one message of the Model Context Protocol (MCP) for AI assistants',
  description:
    'Streamable HTTP without sessions or streams. ' +
    'The tools are search, explain, read_record, query, suspected_pairs, describe_objects, upsert, decide, merge (with a preview first) and undo. A client sees the tools that its scopes allow. `likeness mcp` provides the same over stdin and stdout.',
  body: { schema: messageSchema, example: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  responses: {
    200: {
      description: 'The response message',
      schema: messageSchema,
      example: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
    },
    202: { description: 'The message was a notification, which has no response' },
  },
  async handle({ request, body, client }, context) {
    const answer = await answerMessage(body as Parameters<typeof answerMessage>[0], client, { request, context });
    return answer === undefined ? { status: 202 } : json(answer);
  },
});

/** Tools for assistants that use the Model Context Protocol. */
export const mcpExtension = { name: 'mcp', endpoints: [mcp, protectedResource] } as const satisfies Extension;
