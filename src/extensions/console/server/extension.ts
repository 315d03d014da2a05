import type { Extension } from '../../../http/extension.js';
import { activity, auditEntries } from './activity-endpoints.js';
import { consoleAssets, consoleStart, consoleView, startPage } from './console-endpoints.js';

/** The page in the browser, and the endpoints that only the page uses. */
export const consoleExtension = {
  name: 'console',
  endpoints: [activity, auditEntries, startPage, consoleStart, consoleAssets, consoleView],
} as const satisfies Extension;
