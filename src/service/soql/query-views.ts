import type { StoredRecord } from '../../records/record.js';
import type { CompiledQuery, Conjunct } from '../../soql/compile-query.js';

/** A record of a view, and those that it points to within the views. */
export interface ViewedRecord {
  readonly record: StoredRecord;
  readonly parents: readonly StoredRecord[];
}

/** Records that are no stored ones, but shown to queries as if they were: jobs, groups and pairs of duplicates. */
export interface QueryViews {
  /** Whether records of an object are among them. */
  has(objectType: string): boolean;
  /**
   * @param wanted the values that a field must have, where a query names some; records with others may be left out
   * @param sees whether the caller may see records of an object
   */
  records(
    objectType: string,
    wanted: (field: string) => ReadonlySet<string> | undefined,
    sees: (objectType: string) => boolean,
  ): AsyncIterable<ViewedRecord>;
}

/** The values that a query's condition names for a field of its records. */
export function wantedBy({ conjuncts }: CompiledQuery): (field: string) => ReadonlySet<string> | undefined {
  const ofField = (name: string) => (conjunct: Conjunct) =>
    conjunct.column.steps.length === 0 && conjunct.column.field.name === name && conjunct.column.call === undefined;
  return (name) => {
    for (const { node, values } of conjuncts.filter(ofField(name))) {
      if (values !== undefined && node.kind === 'inQuery' && !node.negated) return values;
      if (node.kind === 'in' && !node.negated) return textsOf(node.literals);
      if (node.kind === 'compare' && node.operator === '=') return textsOf([node.literal]);
    }
    return undefined;
  };
}

function textsOf(literals: readonly { readonly kind: string; readonly text?: string }[]): ReadonlySet<string> {
  return new Set(literals.flatMap(({ kind, text }) => (kind === 'text' && text !== undefined ? [text] : [])));
}
