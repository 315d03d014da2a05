import type { ComparedColumn } from '../../index/shared-keys/compared-columns.js';
import { NormalForms } from '../../index/values/normal-forms.js';
import { joinedCells, type MappedField } from '../input/mapping.js';
import { unguard } from '../output/csv.js';
import { cellText, type ColumnBatch } from '../tables/column-batch.js';

/** Normal forms of rows, by column. */
export class RowNormals {
  /** By column: positions of its fields among the mapped ones; -1 for one that the table lacks. */
  private readonly sources: readonly (readonly number[])[];
  private readonly forms: readonly NormalForms[];
  private readonly texts: string[];

  constructor(
    private readonly columns: readonly ComparedColumn[],
    private readonly mapped: readonly MappedField[],
    private readonly isGuarded: boolean,
  ) {
    this.sources = columns.map(({ fields }) => fields.map((name) => mapped.findIndex(({ field }) => field === name)));
    this.forms = columns.map(() => new NormalForms());
    this.texts = mapped.map(() => '');
  }

  /** @returns a new array; `''` is blank */
  of({ columns }: ColumnBatch, row: number): string[] {
    const text = (position: number): string => {
      const cell = cellText(columns[position]![row]);
      return this.isGuarded && cell !== '' ? unguard(cell) : cell;
    };
    this.mapped.forEach(({ positions }, f) => {
      const [first] = positions;
      this.texts[f] = positions.length === 1 ? text(first!) : joinedCells(positions.map(text));
    });
    return this.columns.map((_, c) => this.normal(c));
  }

  private normal(column: number): string {
    const { method } = this.columns[column]!;
    const sources = this.sources[column]!;
    const textOf = (source: number): string => (source < 0 ? '' : this.texts[source]!);
    if (sources.length === 1) {
      const raw = textOf(sources[0]!);
      return raw === '' ? '' : this.forms[column]!.of(raw, () => method.normalise([raw]));
    }
    const raws = sources.map(textOf);
    if (raws.every((raw) => raw === '')) return '';
    return this.forms[column]!.of(raws.join('\u0000'), () => method.normalise(raws));
  }
}
