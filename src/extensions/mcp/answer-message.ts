import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Client } from '../../service/auth/client.js';
import { hasScope } from '../../service/auth/scopes.js';
import { RequestError } from '../../records/contract/request-error.js';
import { version } from '../../runtime/version.js';
import type { Endpoint } from '../../http/endpoint.js';
import { scenarios } from '../../http/endpoints/scenarios-endpoint.js';
import { errorResponse } from '../../http/response/http-error.js';
import { callEndpoint, type Asker } from '../../http/call-endpoint.js';
import { TOOLS, type Ask } from './tools.js';
import type { Data } from './words.js';

const INSTRUCTIONS =
  'Customer records and their duplicates. ' +
  'Search before you save. upsert checks for duplicates automatically. ' +
  'Show a merge to the user before you confirm it. Every change can be undone with its changeId.';

/** Processes a message without keeping any state. @returns `undefined` for a notification, which has no response */
export async function answerMessage(
  message: JSONRPCMessage,
  client: Client,
  asker: Asker,
): Promise<JSONRPCMessage | undefined> {
  // Loaded on first use, because most services never need it.
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const server = new McpServer({ name: 'likeness', version }, { instructions: INSTRUCTIONS });
  const { context } = asker;
  const ask: Ask = async (id, sent) => (await callEndpoint(context.endpoints.get(id)!, sent, asker)) as Data;
  const mayAsk = (endpoint: Endpoint | undefined): boolean =>
    endpoint?.scope !== undefined && hasScope(client, endpoint.scope);
  const prefixOf = (name: string) => context.likeness.objectType(name).keyPrefix;
  for (const { name, description, endpoint, isRead, input, output, run } of TOOLS) {
    const asked = context.endpoints.get(endpoint);
    if (asked === undefined || !mayAsk(asked)) continue;
    // A schema with an Id would become a reference, but clients expect an object.
    const outputSchema = output ?? z.looseObject((asked.responses[200]!.schema as z.ZodObject).shape);
    const annotations = { readOnlyHint: isRead, destructiveHint: !isRead, openWorldHint: false };
    const offered = { description, inputSchema: { ...input }, outputSchema, annotations };
    server.registerTool(name, offered, async (args: unknown) => {
      try {
        const { text, data } = await run(args as Data, ask, prefixOf);
        return { content: [{ type: 'text', text }], structuredContent: data as Record<string, unknown> };
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: refusal(error, asker) }] };
      }
    });
  }
  const resource = (
    name: string,
    endpoint: Endpoint | undefined,
    description: string,
    read: () => Promise<unknown>,
  ) => {
    if (!mayAsk(endpoint)) return;
    const uri = `likeness://${name}`;
    server.registerResource(name, uri, { description, mimeType: 'application/json' }, async () => ({
      contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(await read()) }],
    }));
  };
  resource('scenarios', scenarios, 'Scenarios with their compared fields and thresholds', () =>
    callEndpoint(scenarios, {}, asker),
  );
  const [first] = TOOLS.filter(({ name }) => name === 'describe_objects');
  resource(
    'objects',
    context.endpoints.get(first!.endpoint),
    'The objects of this service',
    async () => (await first!.run({}, ask, prefixOf)).data,
  );
  return exchange(server, message);
}

function refusal(error: unknown, { context }: Asker): string {
  if (error instanceof RequestError) return `${error.errorCode}: ${error.message}`;
  return errorResponse(error, context.logger).body as string;
}

interface Connectable {
  connect(transport: Transport): Promise<void>;
  close(): Promise<void>;
}
interface Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  start(): Promise<void>;
  send(message: JSONRPCMessage): Promise<void>;
  close(): Promise<void>;
}

async function exchange(server: Connectable, message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> {
  let answered!: (answer: JSONRPCMessage) => void;
  const answer = new Promise<JSONRPCMessage>((resolve) => (answered = resolve));
  const transport: Transport = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send(sent) {
      if ('id' in sent && ('result' in sent || 'error' in sent)) answered(sent);
      return Promise.resolve();
    },
  };
  await server.connect(transport);
  transport.onmessage?.(message);
  const isRequest = 'id' in message && 'method' in message;
  const sent = isRequest ? await answer : undefined;
  await server.close();
  return sent;
}
