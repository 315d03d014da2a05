import type { Request } from 'express';
import type { Settings } from '../../store/config/configuration.js';
import type { Endpoint } from '../endpoint.js';
import { gzipOnce } from '../response/compression.js';
import { documentationPage } from './docs-page.js';
import { instanceUrl } from '../instance-url.js';
import { cookieName } from '../request/session-cookie.js';
import { openApiDocument } from './openapi-document.js';
import { postmanCollection } from './postman-collection.js';
import { inVersion30 } from './version-3-0.js';
import type { Documentation, FixedBody } from '../app-context.js';

/** Builds each document on first use, so that the service starts faster. */
export function documentationOf(
  settings: Settings,
  endpoints: readonly Endpoint[],
): (request: Request) => Documentation {
  let made: (Documentation & { readonly url: string }) | undefined;
  return (request) => {
    const url = instanceUrl(settings, request.socket);
    if (made?.url === url) return made;
    const document = openApiDocument(settings, endpoints, { url, cookie: cookieName(request, settings) });
    return (made = {
      url,
      document: once(() => JSON.stringify(document)),
      document30: once(() => JSON.stringify(inVersion30(document))),
      postman: once(() => JSON.stringify(postmanCollection(document))),
      page: once(() => documentationPage(document)),
    });
  };
}

function once(text: () => string): () => FixedBody {
  let made: FixedBody | undefined;
  return () => {
    if (made !== undefined) return made;
    const body = text();
    return (made = { body, gzippedBody: gzipOnce(body) });
  };
}
