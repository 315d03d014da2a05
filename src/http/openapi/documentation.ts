import type { Settings } from '../../config/configuration.js';
import type { Endpoint } from '../endpoint.js';
import type { Answer } from '../response/answer.js';
import { gzipOnce } from '../response/compression.js';
import { documentationPage } from './docs-page.js';
import { openApiDocument } from './openapi-document.js';

type FixedBody = Pick<Answer, 'body' | 'gzippedBody'>;

/** The OpenAPI document and the page made from it, ready to be sent. */
export interface Documentation {
  readonly paths: readonly string[];
  readonly document: FixedBody;
  readonly page: FixedBody;
}

export function documentationOf(settings: Settings, endpoints: readonly Endpoint[]): Documentation {
  const document = openApiDocument(settings, endpoints);
  return {
    paths: Object.keys(document.paths),
    document: fixed(JSON.stringify(document)),
    page: fixed(documentationPage(document)),
  };
}

function fixed(body: string): FixedBody {
  return { body, gzippedBody: gzipOnce(body) };
}
