import type { MatchMethod } from '../../matching/method.js';
import type { Scenario } from '../../matching/scenario.js';

/** The normal forms that one method makes of a field, or of several that it reads together. */
export interface ComparedColumn {
  /** For tables and SQL: letters, digits and underscores. */
  readonly name: string;
  /** For people: the fields' names, joined by `+` or `|`. */
  readonly label: string;
  readonly fields: readonly string[];
  readonly method: MatchMethod;
}

export interface ComparedColumns {
  readonly columns: readonly ComparedColumn[];
  /** By scenario and field: the position of its column. */
  readonly positions: readonly (readonly number[])[];
}

/**
 * The columns that scenarios compare, each once.
 *
 * @param taken names that columns of the same table have
 */
export function comparedColumns(scenarios: readonly Scenario[], taken: readonly string[]): ComparedColumns {
  const found = new Map<string, Omit<ComparedColumn, 'name'>>();
  const keys = scenarios.map(({ fields }) =>
    fields.map(({ fields: names, label, method }) => {
      const key = JSON.stringify([names, method.name]);
      if (!found.has(key)) found.set(key, { label, fields: names, method });
      return key;
    }),
  );
  const all = [...found.values()];
  const names = namesOf(all, taken);
  const places = new Map([...found.keys()].map((key, place) => [key, place]));
  return {
    columns: all.map((column, place) => ({ ...column, name: names[place]! })),
    positions: keys.map((fields) => fields.map((key) => places.get(key)!)),
  };
}

/** Databases do not tell `Key` from `key`. */
function namesOf(columns: readonly Omit<ComparedColumn, 'name'>[], taken: readonly string[]): string[] {
  const plain = columns.map(({ label }) => wordOf(label));
  const lower = plain.map((name) => name.toLowerCase());
  const isTaken = new Set(taken.map((name) => name.toLowerCase()));
  const isShared = (name: string) => isTaken.has(name) || lower.filter((other) => other === name).length > 1;
  const names = plain.map((name, i) => (isShared(lower[i]!) ? `${name}_${wordOf(columns[i]!.method.name)}` : name));
  for (const [i, name] of names.entries()) {
    let free = name;
    for (let n = 2; isTaken.has(free.toLowerCase()); n++) free = `${name}_${n}`;
    isTaken.add(free.toLowerCase());
    names[i] = free;
  }
  return names;
}

const wordOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '_');
