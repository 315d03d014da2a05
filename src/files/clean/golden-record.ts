import { readDate, readDatetime } from '../../records/dates.js';
import type { FieldValue } from '../../records/record.js';
import { chooseMaster } from '../../matching/survivorship/choose-master.js';
import type { DuplicateRecord, SurvivorshipRules } from '../../matching/survivorship/rules.js';
import { surviveFields } from '../../matching/survivorship/survive-fields.js';
import { fold } from '../../matching/text/fold.js';
import { labelWords } from '../read/guess/read-label.js';
import type { KeptRow } from './kept-rows.js';
import type { OutputColumn } from './output-columns.js';

export interface GoldenRecord {
  /** The row that the other rows are merged into. */
  readonly master: number;
  /** Values by output column. */
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

/** Creates merged records according to survivorship rules for columns. */
export class GoldenRecords {
  private readonly keys: readonly string[];
  private readonly fields: readonly (string | undefined)[];
  private readonly byLabel: readonly number[];
  private readonly modifiedAt: number;
  private readonly createdAt: number;
  private readonly now = new Date();

  /**
   * @param sourceOf returns a row's source, if known
   * @param toDay converts a date to `YYYY-MM-DD`
   * @param isTidy prefers the better of two spellings that differ only in case and accents
   */
  constructor(
    columns: readonly OutputColumn[],
    private readonly rules: SurvivorshipRules,
    private readonly sourceOf: (row: number) => string | undefined,
    private readonly toDay: (text: string) => string | undefined,
    private readonly isTidy = false,
  ) {
    this.keys = columns.map(({ key }) => key);
    this.fields = columns.map(({ field }) => field);
    this.byLabel = columns
      .map(({ label }, at) => ({ label, at }))
      .sort((a, b) => (a.label === b.label ? a.at - b.at : a.label < b.label ? -1 : 1))
      .map(({ at }) => at);
    const at = (names: ReadonlySet<string>) => columns.findIndex(({ label }) => names.has(labelWords(label).join('')));
    this.modifiedAt = at(MODIFIED);
    this.createdAt = at(CREATED);
  }

  /** Returns a group's merged record. @param members at least two rows of the group, with their contents */
  of(members: readonly { readonly row: number; readonly kept: KeptRow }[]): GoldenRecord {
    // Contents decide ties, so that the file order has no effect.
    const sorted = members
      .map((member) => ({ ...member, content: JSON.stringify(this.byLabel.map((at) => member.kept.cells[at])) }))
      .sort((a, b) => (a.content === b.content ? a.row - b.row : a.content < b.content ? -1 : 1));
    const records = sorted.map(({ row, kept }, place) => this.recordOf(row, place, kept));
    const { master } = chooseMaster(records, this.rules, this.now);
    const { values } = surviveFields(records, master, this.rules, this.now, this.keys);
    const cells = this.keys.map((key, i) => {
      const text = textOf(values[key]);
      return this.isTidy && text !== '' ? this.bestWritten(text, members, i) : text;
    });
    return { master: sorted[master.row!]!.row, cells };
  }

  private bestWritten(text: string, members: readonly { readonly kept: KeptRow }[], column: number): string {
    const others = [...new Set(members.map(({ kept }) => kept.cells[column]!))].filter((other) => other !== text);
    if (others.length === 0) return text;
    const plain = spellings(text);
    const field = this.fields[column];
    return others
      .filter((other) => spellings(other).some((one) => plain.includes(one)))
      .sort()
      .reduce((best, other) => (howWritten(other, field) > howWritten(best, field) ? other : best), text);
  }

  /** Converts a row. @param place position among the sorted rows of the group, which breaks ties */
  private recordOf(row: number, place: number, { cells }: KeptRow): DuplicateRecord & { row: number } {
    // A file's columns may have any name.
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

const ACCENTED = /[\p{M}ßøæœłđðþ]/giu;
const UMLAUTS = /([aou])\u0308|ø/g;

/** Returns a string without case and accents, and with umlauts written out: Jürgen is jurgen and juergen. */
const spellings = (text: string): string[] => [
  fold(text),
  fold(
    text
      .normalize('NFD')
      .toLowerCase()
      .replace(UMLAUTS, (_, vowel: string | undefined) => `${vowel ?? 'o'}e`),
  ),
];

const OF_PEOPLE = /name|city|street/i;
const ABBREVIATION = 4;

/** Rates a spelling; higher is better. Prefers names in mixed case with accents, and e-mail addresses in lower case. */
function howWritten(text: string, field: string | undefined): number {
  const [isUpper, isLower] = [text === text.toUpperCase(), text === text.toLowerCase()];
  if (text.includes('@')) return isLower ? 1 : 0;
  const isOfPeople = field !== undefined && OF_PEOPLE.test(field);
  if (/\d/.test(text) && !isOfPeople) return 0;
  const isShort = text.length <= ABBREVIATION && field !== 'FirstName' && field !== 'LastName';
  const isMixed = !isLower && (!isUpper || isShort);
  const accents = text.normalize('NFD').match(ACCENTED)?.length ?? 0;
  return (isMixed ? 1_000 : 0) + Math.min(accents, 999);
}

function textOf(value: FieldValue | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
