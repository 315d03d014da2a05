import type { Scope } from '../../src/service/auth/scopes.js';
import type { OpenApi } from '../http/documented.js';

export interface Operation {
  /** Path as in the OpenAPI document. */
  readonly path: string;
  /** Documented methods in lower case. */
  readonly verbs: readonly string[];
}

/** Ignores repeated and trailing slashes. A template matches one path segment. */
export function operationFinder({ paths }: OpenApi): (url: string) => Operation | undefined {
  const known = Object.entries(paths).map(([path, operations]) => ({
    path,
    parts: path.split('/'),
    verbs: Object.keys(operations),
  }));
  // Prefers `describe` to an Id.
  known.sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  return (url) => {
    const parts = [
      '',
      ...url
        .split('?', 1)[0]!
        .split('/')
        .filter((part) => part !== ''),
    ];
    if (parts.length === 1) parts.push('');
    return known.find(
      (one) =>
        one.parts.length === parts.length &&
        one.parts.every((part, i) => part === parts[i] || (part.startsWith('{') && fits(part, parts[i]!))),
    );
  };
}

/** The path templates of the document. `Lead/describe` without a version is not a path. */
function fits(template: string, part: string): boolean {
  if (template === '{version}') return /^v\d{1,3}\.\d$/.test(part);
  if (template === '{objectType}') return /^[A-Za-z][A-Za-z0-9_]{0,79}$/.test(part);
  return true;
}

const SCOPES: readonly [path: RegExp, scope: Scope][] = [
  [/\/(dc3Api\/search|dc3Api\/explain|scenarios)$/, 'search'],
  [/\/dc3DataApi$/, 'upsert'],
  [/\/sobjects(\/\{objectType\}\/describe)?$|\/suspectedPairs$/, 'read'],
  [/\/history\//, 'history'],
  [/\/undo\//, 'undo'],
  [/\/records$/, 'export'],
  [/\/dc3Api\/admin\/|^\/metrics$/, 'admin'],
];

/** Returns the scope of an operation; `undefined` if it needs no license. */
export function scopeOf(verb: string, path: string): Scope | undefined {
  if (/\/(merge|crosswalk)$/.test(path)) return path.endsWith('merge') ? 'review' : 'read';
  if (/\/decisions(\/|$)/.test(path)) return verb === 'get' ? 'read' : 'review';
  if (/\/jobs(\/|$)/.test(path)) return path.endsWith('/undo') ? 'undo' : 'review';
  if (/\/files(\/|$)/.test(path)) return path.includes('/results/') ? 'export' : 'upsert';
  if (/\/decisionCounts$/.test(path)) return 'read';
  if (/\/groups(\/|$)/.test(path)) return 'read';
  if (path.endsWith('/{recordId}') && path.includes('/sobjects/')) return verb === 'delete' ? 'delete' : 'read';
  return SCOPES.find(([pattern]) => pattern.test(path))?.[1];
}
