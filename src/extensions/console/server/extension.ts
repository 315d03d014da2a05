import type { Extension } from '../../../http/extension.js';
import { activity, auditEntries } from './activity-endpoints.js';
import { consoleAsset, consolePage, consoleRedirect } from './console-files.js';
import { endpoint, ok } from '../../../http/endpoint.js';
import { documentation } from '../../../http/endpoints/operation-endpoints.js';

const shared = { tag: 'Operations', errors: [404], about: 'nothing' } as const;
const page = { description: 'A page', type: 'text/html', example: '<!doctype html><html lang="en">...</html>' };

/** The console itself has no access to records. The page calls the other endpoints with the user's session. */
const consoleStart = endpoint('console', 'GET', '/console', {
  ...shared,
  summary: 'Get the page of the console, a web application that uses these endpoints',
  responses: ok(page),
  handle: ({ request }) => consolePage(request),
});

const consoleAssets = endpoint('consoleAssets', 'GET', '/console/assets/{file}', {
  ...shared,
  summary: 'Get a script or style file of the console',
  params: { file: { description: 'File name with a digest of its content', match: '[A-Za-z0-9_.-]{1,100}' } },
  responses: ok({ description: 'An immutable file', type: 'text/javascript', example: '...' }),
  handle: ({ request, params }) => consoleAsset(request, params['file']!),
});

/** Every view has its own URL, which the page reads. */
const consoleView = endpoint('consoleView', 'GET', '/console/{view}', {
  ...shared,
  summary: 'Get the page of the console for the URL of a view',
  params: { view: { description: 'Path of the view, such as records/Contact', match: '.{1,500}' } },
  responses: ok(page),
  handle: ({ request }) => consolePage(request),
});

/** People who open the bare URL should not see a page for programmers. */
const startPage = documentation(
  { id: 'documentation', path: '/', summary: 'Get the documentation page, or redirect browsers to the console' },
  {
    302: {
      description: 'Redirects to the console if `Accept` includes `text/html`',
      headers: { Location: { description: 'URL of the console', schema: { type: 'string' } } },
    },
  },
  consoleRedirect,
);

/** The page in the browser, and the endpoints that only the page uses. */
export const consoleExtension = {
  name: 'console',
  endpoints: [activity, auditEntries, startPage, consoleStart, consoleAssets, consoleView],
} as const satisfies Extension;
