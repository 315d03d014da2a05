import { z } from 'zod';
import { endpoint } from '../endpoint.js';
import { schemaLike } from '../openapi/schema-like.js';
import { json } from '../response/answer.js';
import { VERSION } from './shared.js';

const versionsSchema = z
  .array(z.strictObject({ label: z.string(), url: z.string(), version: z.string() }))
  .meta({ id: 'Versions' });

const RESOURCES = ['limits', 'query', 'queryAll', 'sobjects'] as const;
const resourcesOf = (version: string) =>
  Object.fromEntries(RESOURCES.map((name) => [name, `/services/data/${version}/${name}`]));

const resourcesSchema = schemaLike(resourcesOf('v60.0')).meta({ id: 'Resources' });

const listOf = (version: string) => [{ label: `Likeness ${version}`, url: `/services/data/v${version}`, version }];

export const versions = endpoint({
  id: 'versions',
  about: 'nothing',
  isRead: true,
  tag: 'Records',
  method: 'GET',
  path: '/services/data',
  route: 'versions',
  summary: 'The API version that answers carry',
  responses: { 200: { description: 'A list of one', schema: versionsSchema, example: listOf('60.0') } },
  handle: (_exchange, { settings }) => json(listOf(settings.apiVersion.replace(/^v/, ''))),
});

/**
 * Some of the platform's clients ask for it before anything else, and take a 200 to mean that their token still counts:
 * none is needed, but one that is sent must be valid.
 */
export const resources = endpoint({
  id: 'resources',
  about: 'nothing',
  isRead: true,
  tag: 'Records',
  method: 'GET',
  path: '/services/data/{version}',
  route: 'version',
  summary: 'What is served at a version',
  params: { version: VERSION },
  responses: {
    200: {
      description: 'Addresses by name',
      schema: resourcesSchema,
      example: resourcesOf('v60.0'),
    },
  },
  errors: [401, 404, 503],
  async handle({ request, params }, { auth }) {
    const { authorization } = request.headers;
    if (authorization !== undefined) await auth.identify(authorization);
    return json(resourcesOf(params['version']!));
  },
});
