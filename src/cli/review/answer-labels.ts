import type { ShownDecision } from '../../service/review/review-types.js';
import type { ObjectType } from '../../records/object-type.js';
import { csvLine, guard } from '../../files/write/csv.js';

interface Csv {
  readonly text: string;
  readonly count: number;
}

/** Formats the records as they were when judged, in their object's columns. Each set of values is included once. */
export function judgedCsv(type: ObjectType, decisions: readonly ShownDecision[], rowIds: RowIds): Csv {
  const rows = new Map<string, Record<string, string>>();
  for (const { records } of decisions) for (const { id, texts = {} } of records) rows.set(rowIds.of(id, texts), texts);
  const used = new Set([...rows.values()].flatMap((texts) => Object.keys(texts)));
  const columns = type.fields.map(({ name }) => name).filter((name) => used.has(name));
  const lines = [...rows].map(([id, texts]) => csvLine([id, ...columns.map((name) => guard(texts[name] ?? ''))]));
  return { text: csvLine(['id', ...columns]) + lines.join(''), count: rows.size };
}

/** Labels every pair of records in a decision. Decisions are newest first, so the newest verdict of a pair wins. */
export function labelsCsv(decisions: readonly ShownDecision[], rowIds: RowIds): Csv {
  const labels = new Map<string, string>();
  for (const { verdict, records } of decisions) {
    const ids = records.map(({ id, texts = {} }) => rowIds.of(id, texts));
    ids.forEach((one, i) => {
      for (const two of ids.slice(i + 1)) {
        const key = [one, two].sort().join(' ');
        if (!labels.has(key))
          labels.set(key, verdict === 'later' ? '' : csvLine([one, two, String(verdict === 'duplicate')]));
      }
    });
  }
  const lines = [...labels.values()].filter((line) => line !== '');
  return { text: csvLine(['id1', 'id2', 'is_match']) + lines.join(''), count: lines.length };
}

/** Names of rows. A name is a record's Id, with a suffix if the record was also judged with other values. */
export class RowIds {
  /** The sets of values that a record had when it was judged, by record Id. */
  readonly #versions = new Map<string, string[]>();

  of(id: string, texts: Readonly<Record<string, string>>): string {
    const versions = this.#versions.get(id) ?? [];
    this.#versions.set(id, versions);
    const text = JSON.stringify(texts);
    const at = versions.indexOf(text);
    const version = at < 0 ? versions.push(text) - 1 : at;
    return version === 0 ? id : `${id}-${version + 1}`;
  }
}
