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
    'not needed: the service finds all candidates without index or batch settings',
  ],
  [(key) => key === 'matchConfig', 'methods have no settings; the report says how close each method is'],
  [(key) => key === 'scoreMethod', 'the service calculates weighted percentages'],
  [(key) => /^on[A-Z]/.test(key), 'the service does not have this target: its targets are REST search and REST upsert'],
  [
    (key) => /^(?:merge|directMerge)/.test(key),
    'merge settings are not used: an upsert updates the duplicate that it finds',
  ],
  [(key) => /[cC]onvert/.test(key), 'the service does not convert leads'],
  [(key) => key === 'filter', 'filters are defined in filters.json, and each request selects one'],
  [(key) => key === 'customSettings', "settings for the product's user interface"],
];

function reasonOf(key: string): string {
  return REASONS.find(([test]) => test(key))?.[1] ?? 'the service has no equivalent';
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
