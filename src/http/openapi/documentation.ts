import type { Settings } from '../../config/configuration.js';
import type { Endpoint } from '../endpoint.js';
import type { Answer } from '../response/answer.js';
import { gzipOnce } from '../response/compression.js';
import { documentationPage } from './docs-page.js';
import { openApiDocument } from './openapi-document.js';

type FixedBody = Pick<Answer, 'body' | 'gzippedBody'>;

/** The OpenAPI document and the page made from it, ready to be sent. */
export interface Documentation {
  readonly document: FixedBody;
  readonly page: FixedBody;
}

/** @returns makes it when it is first asked for: a service that nobody asks starts sooner */
export function documentationOf(settings: Settings, endpoints: readonly Endpoint[]): () => Documentation {
  let made: Documentation | undefined;
  const make = (): Documentation => {
    const document = openApiDocument(settings, endpoints);
    return { document: fixed(JSON.stringify(document)), page: fixed(documentationPage(document)) };
  };
  return () => (made ??= make());
}

function fixed(body: string): FixedBody {
  return { body, gzippedBody: gzipOnce(body) };
}
