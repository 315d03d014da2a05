import type { Extension } from '../../http/extension.js';
import { mcp } from './mcp-endpoint.js';
import { protectedResource } from './resource-endpoint.js';

/** Tools for assistants that use the Model Context Protocol. */
export const mcpExtension = { name: 'mcp', endpoints: [mcp, protectedResource] } as const satisfies Extension;
