import { escape } from './escape-html.js';

/** Keywords of a JSON Schema that the page shows. */
export interface DescribedSchema {
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
export function fieldTable({ properties, required = [] }: DescribedSchema): string {
  const rows = Object.entries(properties ?? {}).map(
    ([name, property]) =>
      `<tr><td><code>${escape(name)}</code></td><td>${typeOf(property)}</td>` +
      `<td>${required.includes(name) ? 'yes' : 'no'}</td><td>${escape(property.description ?? '')}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return `<div class="wide"><table><thead><tr><th>Name</th><th>Type</th><th>Required</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Returns the type as HTML, with links to the tables of referenced schemas. */
export function typeOf(schema: DescribedSchema): string {
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
