import type { Endpoint } from '../http/endpoint.js';
import { CORE_ENDPOINTS } from '../http/endpoints/index.js';
import type { Extension, ExtensionHost, ExtensionWork } from '../http/extension.js';
import { consoleExtension } from './console/server/extension.js';
import { mcpExtension } from './mcp/extension.js';
import { platformExtension } from './platform/extension.js';
import { webhooksExtension } from './webhooks/extension.js';

/** Removing a line removes its extension. */
export const EXTENSIONS = [platformExtension, mcpExtension, webhooksExtension, consoleExtension] as const;

/** Returns all endpoints that are served with these extensions. */
export const endpointsOf = (extensions: readonly Extension[]): readonly Endpoint[] => [
  ...CORE_ENDPOINTS,
  ...extensions.flatMap(({ endpoints = [] }) => endpoints),
];

/** Every endpoint with its input and output types, for typed clients. */
export type Api = (typeof CORE_ENDPOINTS)[number] | (typeof EXTENSIONS)[number]['endpoints'][number];
export const ENDPOINTS = endpointsOf(EXTENSIONS) as readonly Api[];

/** Combines all extensions into one. */
export function openExtensions(host: ExtensionHost, extensions: readonly Extension[] = EXTENSIONS): ExtensionWork {
  const works = extensions.flatMap(({ open }) => open?.(host) ?? []);
  return {
    start: () => {
      for (const work of works) work.start();
    },
    close: async () => {
      await Promise.all(works.map((work) => work.close()));
    },
  };
}
