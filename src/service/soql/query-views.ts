import type { StoredRecord } from '../../records/record.js';
import type { CompiledQuery, Conjunct } from './compile-query.js';

export interface ViewedRecord {
  readonly record: StoredRecord;
  readonly parents: readonly StoredRecord[];
}

/** Records that can be queried although they are not stored: jobs, groups and pairs of duplicates. */
export interface QueryViews {
  has(objectType: string): boolean;
  /**
   * @param wanted returns the values that the query requires in a field, if any; records with other values may be left
   * out
   * @param sees whether the caller may see an object
   */
  records(
    objectType: string,
    wanted: (field: string) => ReadonlySet<string> | undefined,
    sees: (objectType: string) => boolean,
  ): AsyncIterable<ViewedRecord>;
}

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
