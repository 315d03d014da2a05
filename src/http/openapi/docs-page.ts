import { ERROR_CODES } from '../../records/contract/error-codes.js';
import { STYLE } from './docs-style.js';
import { escape } from './escape-html.js';
import type { OpenApiDocument } from './openapi-document.js';
import type { Operation, Parameter } from './operation.js';

interface Endpoint {
  readonly verb: string;
  readonly path: string;
  readonly operation: Operation;
}

const LOGIN_CURL = `curl -sS <address>/services/oauth2/token \\
  -d grant_type=client_credentials -d client_id=<client_id> -d client_secret=<client_secret>`;

/** Generates the page at `/` and `/docs` from the OpenAPI document, without scripts or external resources. */
export function documentationPage(document: OpenApiDocument): string {
  const endpoints = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]): Endpoint => ({ verb, path, operation })),
  );
  const groups = document.tags
    .map((tag) => ({ ...tag, endpoints: endpoints.filter(({ operation }) => operation.tags[0] === tag.name) }))
    .filter((group) => group.endpoints.length > 0);
  const contents = groups.map(
    ({ name, endpoints }) =>
      `<div><b><a href="#${name.toLowerCase()}">${name}</a></b><ul>${endpoints.map(entry).join('')}</ul></div>`,
  );
  const sections = groups.map(
    ({ name, description, endpoints }) =>
      `<section id="${name.toLowerCase()}"><h2>${name}</h2><p class="soft">${escape(description)}.</p>${endpoints.map(article).join('\n')}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(document.info.title)}</title><style>${STYLE}</style></head><body><main>
<h1>${escape(document.info.title)}</h1><p>${escape(document.info.description)}</p>
<p>Machine-readable: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1; 3.0 with <code>?version=3.0</code>), <a href="/postman.json">/postman.json</a> (Postman). Health: <a href="/healthz">/healthz</a>.</p>
<nav>${contents.join('')}</nav>
${login()}
${sections.join('\n')}
<section id="errors"><h2>Errors</h2>${errors()}</section>
<section id="fields"><h2>Fields</h2>${schemas(document)}</section>
</main></body></html>
`;
}

function errors(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, meaning]) => `<tr><td><code>${code}</code></td><td>${escape(meaning)}</td></tr>`,
  );
  return `<div class="wide"><table><thead><tr><th>errorCode</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function login(): string {
  return `<section id="start"><h2>How to log in</h2>
<p>Register a client on the machine that runs the service: <code>likeness client add NAME</code> prints its Id and secret. Then request a token, which is valid for two hours:</p>
<pre>${escape(LOGIN_CURL)}</pre>
<p>Send the <code>access_token</code> from the response with every request:</p>
<pre>Authorization: Bearer &lt;access_token&gt;</pre></section>`;
}

function entry({ verb, path, operation }: Endpoint): string {
  const short = path.split('/').slice(-2).join('/');
  return `<li><a href="#${operation.operationId}"><span class="verb ${verb}">${verb.toUpperCase()}</span>${escape(short)}</a></li>`;
}

function article({ verb, path, operation }: Endpoint): string {
  const { operationId, summary, requestBody, responses } = operation;
  const parameters = parameterTable(operation.parameters ?? []);
  const body = Object.values(requestBody?.content ?? {})[0];
  const answers = Object.entries(responses);
  const list = answers.map(([status, { description }]) => `<li><b>${status}</b> ${escape(description)}</li>`).join('');
  const success = answers.find(([status]) => status.startsWith('2'))?.[1];
  const answer = Object.values(success?.content ?? {})[0];
  return `<article id="${escape(operationId)}"><h3><span class="verb ${verb}">${verb.toUpperCase()}</span><code>${escape(path)}</code></h3>
<p>${escape(summary)}.</p>${parameters}${media('Request', body)}${media('Response', answer)}
<details><summary>Status codes</summary><ul>${list}</ul></details></article>`;
}

interface Media {
  readonly schema: DescribedSchema;
  readonly example?: unknown;
}

function media(title: string, content: Media | undefined): string {
  if (content === undefined) return '';
  const { schema, example } = content;
  const type = schema.$ref === undefined ? '' : `: ${typeOf(schema)}`;
  // A test requires examples, but a missing example must not prevent startup.
  if (example === undefined) return `<h4>${title}${type}</h4>`;
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return `<h4>${title}${type}</h4><pre>${escape(text)}</pre>`;
}

function parameterTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: where, schema, required, description }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${where}, ${typeOf(schema)}</td><td>${required ? 'yes' : 'no'}</td><td>${escape(description)}</td></tr>`,
  );
  return `<h4>Parameters</h4><div class="wide"><table><thead><tr><th>Name</th><th>Where, type</th><th>Required</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function schemas({ components }: OpenApiDocument): string {
  return Object.entries(components.schemas)
    .map(([name, schema]) => {
      const described = schema as DescribedSchema;
      const list = described.type === 'array' ? (described.items ?? {}) : described;
      const about = described.description === undefined ? '' : `<p>${escape(described.description)}.</p>`;
      return `<article id="${escape(name)}"><h3>${escape(name)}</h3>${about}${fieldTable(list) || `<p>${typeOf(described)}</p>`}</article>`;
    })
    .join('\n');
}

/** Keywords of a JSON Schema that the page shows. */
interface DescribedSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly DescribedSchema[];
  readonly oneOf?: readonly DescribedSchema[];
  readonly items?: DescribedSchema;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, DescribedSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | DescribedSchema;
}

const REFERENCE = '#/components/schemas/';

/** Returns a table of the properties (name, type, required, description), or `''` if there are no properties. */
function fieldTable({ properties, required = [] }: DescribedSchema): string {
  const rows = Object.entries(properties ?? {}).map(
    ([name, property]) =>
      `<tr><td><code>${escape(name)}</code></td><td>${typeOf(property)}</td>` +
      `<td>${required.includes(name) ? 'yes' : 'no'}</td><td>${escape(property.description ?? '')}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return `<div class="wide"><table><thead><tr><th>Name</th><th>Type</th><th>Required</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Returns the type as HTML, with links to the tables of referenced schemas. */
function typeOf(schema: DescribedSchema): string {
  const { $ref, type, items, additionalProperties } = schema;
  if ($ref !== undefined) {
    const name = $ref.replace(REFERENCE, '');
    return `<a href="#${escape(name)}">${escape(name)}</a>`;
  }
  if (schema.const !== undefined) return `<code>${escape(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined)
    return schema.enum.map((one) => `<code>${escape(JSON.stringify(one))}</code>`).join(' or ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeOf).join(' or ');
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array') return `list of ${typeOf(items ?? {})}`;
  if (type === 'object' && typeof additionalProperties === 'object')
    return Object.keys(additionalProperties).length === 0 ? 'map' : `map to ${typeOf(additionalProperties)}`;
  return typeof type === 'string' ? type : 'any';
}
