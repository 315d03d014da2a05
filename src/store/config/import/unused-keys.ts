import {
  exportSchema,
  exportedCrossObject,
  exportedField,
  exportedObject,
  exportedResultField,
  exportedScenario,
} from './export-schema.js';
import { jsonPath } from '../problem.js';

export interface NotUsed {
  readonly path: string;
  readonly reason: string;
}

const keysOf = (schema: { readonly shape: object }): Set<string> => new Set(Object.keys(schema.shape));

const READ = {
  root: keysOf(exportSchema),
  object: keysOf(exportedObject),
  scenario: keysOf(exportedScenario),
  field: keysOf(exportedField.omit({ matchConfig: true })),
  crossObject: keysOf(exportedCrossObject),
  resultField: keysOf(exportedResultField),
} as const;

type Kind = keyof typeof READ;

const REASONS: readonly (readonly [test: (key: string) => boolean, reason: string])[] = [
  [
    (key) => /^(?:index|doNotIndex|batch)/.test(key),
    'retrieval is exact here: there is no index or batch of candidates to set',
  ],
  [(key) => key === 'matchConfig', 'our methods have no settings of their own; see how near the method comes'],
  [(key) => key === 'scoreMethod', 'scores are weighted percentages here'],
  [(key) => /^on[A-Z]/.test(key), 'the service has no such target: its targets are REST search and REST upsert'],
  [
    (key) => /^(?:merge|directMerge)/.test(key),
    'records are not merged here: an upsert updates the duplicate it finds',
  ],
  [(key) => /[cC]onvert/.test(key), 'leads are not converted here'],
  [(key) => key === 'filter', 'filters are named in filters.json and chosen by a request'],
  [(key) => key === 'customSettings', "settings of the product's own pages"],
];

function reasonOf(key: string): string {
  return REASONS.find(([test]) => test(key))?.[1] ?? 'has no counterpart here';
}

type Loose = Readonly<Record<string, unknown>>;

export function unusedKeys(root: Loose): NotUsed[] {
  const found: NotUsed[] = [];
  const visit = (kind: Kind, value: Loose, path: readonly PropertyKey[]) => {
    for (const key of Object.keys(value))
      if (!READ[kind].has(key)) found.push({ path: jsonPath([...path, key]), reason: reasonOf(key) });
  };
  const each = (
    value: Loose,
    key: string,
    path: readonly PropertyKey[],
    use: (item: Loose, at: PropertyKey[]) => void,
  ) => ((value[key] ?? []) as Loose[]).forEach((item, i) => use(item, [...path, key, i]));
  visit('root', root, []);
  each(root, 'objects', [], (object, path) => {
    visit('object', object, path);
    each(object, 'scenarios', path, (scenario, at) => {
      visit('scenario', scenario, at);
      each(scenario, 'fields', at, (field, fieldAt) => visit('field', field, fieldAt));
    });
    each(object, 'crossObjects', path, (map, at) => visit('crossObject', map, at));
    each(object, 'resultFields', path, (field, at) => visit('resultField', field, at));
  });
  return found;
}
