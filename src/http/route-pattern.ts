import type { Endpoint } from './endpoint.js';

/** Returns the route of a path, as a regular expression if a segment has a pattern. */
export function routeOf(path: string, { params = {} }: Pick<Endpoint, 'params'>): string | RegExp {
  const parts = path.split(/\{(\w+)\}/);
  const matches = Object.values(params).some(({ pattern, match }) => (pattern ?? match) !== undefined);
  if (!matches)
    return parts.map((part, i) => (i % 2 === 1 ? `:${part}` : part.replaceAll(/[\\{}()[\]+?!:*]/g, '\\$&'))).join('');
  const source = parts.map((part, i) => {
    if (i % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const { pattern, match = pattern ?? '[^/]+' } = params[part]!;
    return `(?<${part}>${match})`;
  });
  // eslint-disable-next-line no-restricted-syntax -- built from the addresses in our own sources
  return new RegExp(`^${source.join('')}$`);
}
