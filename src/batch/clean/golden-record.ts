import { readDate, readDatetime } from '../../records/dates.js';
import type { FieldValue } from '../../records/record.js';
import { chooseMaster } from '../../survivorship/choose-master.js';
import type { DuplicateRecord, SurvivorshipRules } from '../../survivorship/rules.js';
import { surviveFields } from '../../survivorship/survive-fields.js';
import { labelWords } from '../input/guess/read-label.js';
import type { KeptRow } from './kept-rows.js';
import type { OutputColumn } from './output-columns.js';

/** One record of a group of rows. */
export interface GoldenRecord {
  /** The row that the others are merged into. */
  readonly master: number;
  /** By output column. */
  readonly cells: readonly string[];
}

const MODIFIED = new Set(
  'lastmodified modified modifieddate lastmodifieddate modifiedat updated updatedat lastupdate lastupdated updatedate lastchanged changed changedat geandert geandertam geaendertam letzteanderung letzteaenderung aktualisiert modifie datemodification'.split(
    ' ',
  ),
);
const CREATED = new Set(
  'created createdat createddate createdon creationdate datecreated erstellt erstelltam angelegt angelegtam datecreation creele'.split(
    ' ',
  ),
);

/** When somebody or something came into the file, in other words. */
const ENTERED = new Set(
  'registered joined signup signedup since entered imported exported beigetreten inscrit'.split(' '),
);

/** Whether a label says when the row was made, changed or entered, rather than when something took place. */
export function isMomentOfTheRow(label: string): boolean {
  const words = labelWords(label);
  const whole = words.join('');
  return MODIFIED.has(whole) || CREATED.has(whole) || words.some((word) => ENTERED.has(word) || CREATED.has(word));
}

/** Makes golden records by rules of columns. */
export class GoldenRecords {
  private readonly keys: readonly string[];
  /** Positions of the columns, by their labels. */
  private readonly byLabel: readonly number[];
  private readonly modifiedAt: number;
  private readonly createdAt: number;
  private readonly now = new Date();

  /**
   * @param sourceOf where a row comes from, where that is known
   * @param toDay a date as people write it, as `YYYY-MM-DD`
   */
  constructor(
    columns: readonly OutputColumn[],
    private readonly rules: SurvivorshipRules,
    private readonly sourceOf: (row: number) => string | undefined,
    private readonly toDay: (text: string) => string | undefined,
  ) {
    this.keys = columns.map(({ key }) => key);
    this.byLabel = columns
      .map(({ label }, at) => ({ label, at }))
      .sort((a, b) => (a.label === b.label ? a.at - b.at : a.label < b.label ? -1 : 1))
      .map(({ at }) => at);
    const at = (names: ReadonlySet<string>) => columns.findIndex(({ label }) => names.has(labelWords(label).join('')));
    this.modifiedAt = at(MODIFIED);
    this.createdAt = at(CREATED);
  }

  /** @param members rows of a group, two at least, with what they hold */
  of(members: readonly { readonly row: number; readonly kept: KeptRow }[]): GoldenRecord {
    // Where rows are as good as each other their contents decide, so that the order of the file does not.
    const sorted = members
      .map((member) => ({ ...member, content: JSON.stringify(this.byLabel.map((at) => member.kept.cells[at])) }))
      .sort((a, b) => (a.content === b.content ? a.row - b.row : a.content < b.content ? -1 : 1));
    const records = sorted.map(({ row, kept }, place) => this.recordOf(row, place, kept));
    const { master } = chooseMaster(records, this.rules, this.now);
    const { values } = surviveFields(records, master, this.rules, this.now, this.keys);
    return { master: sorted[master.row!]!.row, cells: this.keys.map((key) => textOf(values[key])) };
  }

  /** @param place among the rows of its group: what decides where nothing else does */
  private recordOf(row: number, place: number, { cells }: KeptRow): DuplicateRecord & { row: number } {
    // Columns of a file may be called anything.
    const values = Object.create(null) as Record<string, FieldValue>;
    this.keys.forEach((key, i) => (values[key] = cells[i] === '' ? null : cells[i]!));
    return {
      id: String(row),
      row: place,
      values,
      modified: this.moment(cells[this.modifiedAt]),
      created: this.moment(cells[this.createdAt]),
      source: this.sourceOf(row),
    };
  }

  private moment(text: string | undefined): string | undefined {
    if (text === undefined || text === '') return undefined;
    return readDatetime(text) ?? readDate(text) ?? this.toDay(text);
  }
}

function textOf(value: FieldValue | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
