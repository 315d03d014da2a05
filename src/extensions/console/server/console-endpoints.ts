import { consoleAsset, consolePage, consoleRedirect } from './console-files.js';
import { endpoint, ok } from '../../../http/endpoint.js';
import { documentation } from '../../../http/endpoints/operation-endpoints.js';

const shared = { tag: 'Operations', errors: [404], about: 'nothing' } as const;
const page = { description: 'A page', type: 'text/html', example: '<!doctype html><html lang="en">...</html>' };

/** The console has no access to records itself: it calls the other endpoints with the user's session. */
export const consoleStart = endpoint('console', 'GET', '/console', {
  ...shared,
  summary: 'The console: a page that searches, browses and explains by these same endpoints',
  responses: ok(page),
  handle: ({ request }) => consolePage(request),
});

export const consoleAssets = endpoint('consoleAssets', 'GET', '/console/assets/{file}', {
  ...shared,
  summary: 'Scripts and styles of the console',
  params: { file: { description: 'Name with a digest of the content', match: '[A-Za-z0-9_.-]{1,100}' } },
  responses: ok({ description: 'A file that never changes', type: 'text/javascript', example: '...' }),
  handle: ({ request, params }) => consoleAsset(request, params['file']!),
});

/** Every view has its own URL, which the page reads. */
export const consoleView = endpoint('consoleView', 'GET', '/console/{view}', {
  ...shared,
  summary: 'The same page, at the address of a view',
  params: { view: { description: 'For example records/Contact', match: '.{1,500}' } },
  responses: ok(page),
  handle: ({ request }) => consolePage(request),
});

/** People who open the bare URL should not see a page for programmers. */
export const startPage = documentation(
  { id: 'documentation', path: '/', summary: 'The documentation page; redirects browsers to the console' },
  {
    302: {
      description: 'To the console, if `Accept` names `text/html`',
      headers: { Location: { description: 'The address of the console', schema: { type: 'string' } } },
    },
  },
  consoleRedirect,
);
