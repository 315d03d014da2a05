import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Command } from 'commander';
import { command, required, text } from '../command.js';
import { loadConfiguration } from '../../store/config/load.js';
import { remoteService } from '../remote-service.js';

export const mcpCommand = (): Command =>
  command({
    name: 'mcp',
    description: 'serve the Model Context Protocol on stdin and stdout, using a running service',
    inputs: {
      url: required('--url <address>', 'URL of the service'),
      token: text('--token <token>', 'access token (or LIKENESS_TOKEN), whose scopes determine the available tools'),
    },
    examples: ['mcp --url http://127.0.0.1:8080 --token $TOKEN'],
    run: async ({ url, token }) => {
      const service = remoteService({ url, token }, (await loadConfiguration()).settings)!;
      const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
      const transport = new StdioServerTransport();
      const ended = new Promise<void>((resolve) => {
        transport.onclose = resolve;
        process.stdin.once('end', resolve);
      });
      transport.onmessage = (message) => {
        void answered(message).then((answer) => (answer === undefined ? undefined : transport.send(answer)));
      };
      const answered = async (message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> => {
        try {
          return (await service.call('mcp', { body: message })) as JSONRPCMessage | undefined;
        } catch (error) {
          if (!('id' in message)) return undefined;
          return { jsonrpc: '2.0', id: message.id!, error: { code: -32_603, message: (error as Error).message } };
        }
      };
      await transport.start();
      await ended;
    },
  });
