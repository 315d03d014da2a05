import { z } from 'zod';
import { endpoint, ok } from '../../http/endpoint.js';
import { schemaLike } from '../../http/openapi/schema-like.js';
import { json } from '../../http/response/answer.js';
import { VERSION } from '../../http/endpoints/shared.js';

const versionsSchema = z
  .array(z.strictObject({ label: z.string(), url: z.string(), version: z.string() }))
  .meta({ id: 'Versions' });

const RESOURCES = {
  ...{ composite: 'composite', limits: 'limits', parameterizedSearch: 'parameterizedSearch' },
  ...{ query: 'query', queryAll: 'queryAll', search: 'search', sobjects: 'sobjects' },
} as const;
const resourcesOf = (version: string): Readonly<Record<keyof typeof RESOURCES, string>> =>
  Object.fromEntries(Object.keys(RESOURCES).map((name) => [name, `/services/data/${version}/${name}`])) as never;

const resourcesSchema = schemaLike(resourcesOf('v60.0')).meta({ id: 'Resources' });

const listOf = (version: string) => [{ label: `Likeness ${version}`, url: `/services/data/v${version}`, version }];

export const versions = endpoint('versions', 'GET', '/services/data', {
  about: 'nothing',
  tag: 'Records',
  route: 'versions',
  summary: 'Get the API version of responses',
  responses: ok({ description: 'A list with one version', schema: versionsSchema, example: listOf('60.0') }),
  handle: (_exchange, { settings }) => json(listOf(settings.apiVersion.replace(/^v/, ''))),
});

/** Rejects invalid tokens, because some clients of the platform treat a 200 as proof of a valid token. */
export const resources = endpoint('resources', 'GET', '/services/data/{version}', {
  about: 'nothing',
  tag: 'Records',
  route: 'version',
  summary: 'List the resources of a version',
  params: { version: VERSION },
  responses: ok({ description: 'URLs by name', schema: resourcesSchema, example: resourcesOf('v60.0') }),
  errors: [401, 404, 503],
  async handle({ request, params }, { auth }) {
    const { authorization } = request.headers;
    if (authorization !== undefined) await auth.identify(authorization);
    return json(resourcesOf(params['version']!));
  },
});
