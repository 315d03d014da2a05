import type { OpenApiDocument } from './openapi-document.js';
import type { Operation } from './operation.js';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const BASE = '{{baseUrl}}';

const KEEP_TOKEN = "pm.collectionVariables.set('token', pm.response.json().access_token);";

/** Postman 2.1 format, one folder per tag. The first request logs in with `clientId` and `clientSecret`. */
export function postmanCollection({ info, servers, tags, paths }: OpenApiDocument): object {
  const operations = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation })),
  );
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, verb, operation }) => requestOf(path, verb, operation)),
  }));
  const values = { baseUrl: servers[0]!.url, clientId: '', clientSecret: '', token: '' };
  return {
    info: { name: info.title, description: info.description, version: info.version, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' })),
    item: [LOGIN, ...folders.filter(({ item }) => item.length > 0)],
  };
}

const LOGIN = {
  name: 'Log in',
  event: [{ listen: 'test', script: { type: 'text/javascript', exec: [KEEP_TOKEN] } }],
  request: {
    method: 'POST',
    auth: { type: 'noauth' },
    url: urlOf('/services/oauth2/token'),
    body: {
      mode: 'urlencoded',
      urlencoded: Object.entries({
        grant_type: 'client_credentials',
        client_id: '{{clientId}}',
        client_secret: '{{clientSecret}}',
      }).map(([key, value]) => ({ key, value })),
    },
  },
};

function requestOf(path: string, verb: string, operation: Operation): object {
  const { operationId, summary, description, security, parameters = [], requestBody } = operation;
  const query = parameters.filter((one) => one.in === 'query');
  const [[type, { example }] = [undefined, { example: undefined }]] = Object.entries(requestBody?.content ?? {});
  return {
    name: summary,
    request: {
      method: verb.toUpperCase(),
      description: `${description}\n\n\`${operationId}\``,
      ...(security && { auth: { type: 'noauth' } }),
      header: type === undefined ? [] : [{ key: 'Content-Type', value: type }],
      url: {
        ...urlOf(path),
        query: query.map(({ name, description: text, required }) => ({
          ...{ key: name, value: '', description: text, disabled: !required },
        })),
        variable: parameters
          .filter((one) => one.in === 'path')
          .map(({ name, description: text }) => ({ key: name, value: '', description: text })),
      },
      ...(example !== undefined && {
        body: { mode: 'raw', raw: typeof example === 'string' ? example : JSON.stringify(example, null, 2) },
      }),
    },
  };
}

function urlOf(path: string): { readonly raw: string; readonly host: readonly string[]; readonly path: string[] } {
  const written = path.replaceAll(/\{(\w+)\}/g, ':$1');
  return { raw: `${BASE}${written}`, host: [BASE], path: written.slice(1).split('/') };
}
