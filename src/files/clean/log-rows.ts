import type { RecordGroups } from '../../index/clustering/average-linkage.js';
import { labelWords } from '../read/guess/read-label.js';
import type { KeptRows } from './kept-rows.js';
import type { NotMerged } from './merge-grounds.js';
import type { OutputColumn } from './output-columns.js';
import type { SourceFile } from './source-files.js';

/** A column that distinguishes events: a time or an amount. */
interface EventColumn {
  readonly label: string;
  readonly at: number;
  readonly differ: (one: string, two: string) => boolean;
}

const LOOKED = 2_000;
/** Minimum share of rows that fill an event column, and of values that have the column's format. */
const LEAST_FILLED = 0.5;
const LEAST_ALIKE = 0.8;
/** Minimum factor between different amounts. Amounts that differ by less may be prices of the same item. */
const SAME_AMOUNT = 1.25;
/** Minimum shares of rows in a log whose person or company has several rows, and three or more rows. */
const IN_SEVERAL = 0.5;
const IN_THREE = 0.36;
/** In a log, rows of a group differ in an event column at least this often, relative to random rows. */
const NEARLY = 0.8;
const OFTEN = 0.5;
const FEWEST_PAIRS = 5;

const DATE = /^(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[T ].*)?$/;
const AMOUNT = /^(?:\p{Sc}|[A-Z]{3})?\s?[-+]?\d[\d.,'\u00a0\u202f ]*\s?(?:\p{Sc}|[A-Z]{3})?$/u;
const WITH_CENTS = /[.,]\d\d\D{0,4}$/;
const AMOUNTS = new Set(
  `amount amounts total sum paid payment gift donation value price cost fee revenue turnover quantity qty
  betrag summe gesamt preis menge zahlung spende umsatz montant prix somme don quantite importe precio cantidad pago
  importo prezzo totale valor preco kwota suma cena`.split(/\s+/),
);

/** Finds amounts and dates. Only for a single file, because an item may have different prices in several sources. */
export function eventColumns(columns: readonly OutputColumn[], files: readonly SourceFile[]): EventColumn[] {
  const [file, more] = files;
  if (file === undefined || more !== undefined) return [];
  const { values, rows } = file.ahead.sample;
  return columns.flatMap(({ label, field, positions: [position] }, at): EventColumn[] => {
    if (position === undefined || label === file.id || field?.toLowerCase().includes('birth') === true) return [];
    const filled = (values[position] ?? []).filter((text) => text !== '').slice(0, LOOKED);
    if (filled.length < LEAST_FILLED * Math.min(rows, LOOKED)) return [];
    const share = (pattern: RegExp) => filled.filter((text) => pattern.test(text)).length / filled.length;
    if (share(DATE) >= LEAST_ALIKE) return [{ label, at, differ: (one, two) => one !== two }];
    const isNamedSo = labelWords(label).some((word) => AMOUNTS.has(word));
    if (share(AMOUNT) < LEAST_ALIKE || !(isNamedSo || share(WITH_CENTS) >= LEAST_ALIKE)) return [];
    return [{ label, at, differ: amountsDiffer }];
  });
}

/**
 * Checks whether the file is a log, with a row for each event (order, gift, visit). Merging would lose all events of a
 * person or company except one. In a log, most people and companies have several rows, many three or more, and a date
 * or amount differs between these rows as often as between random rows. The numbers of rows are decisive, because dates
 * and amounts also differ in lists with some duplicates.
 * @returns the reason not to merge; `undefined` if the file is not a log
 */
export function whyLog(
  columns: readonly EventColumn[],
  rows: number,
  { members }: RecordGroups,
  kept: KeptRows,
): NotMerged | undefined {
  const rowsOf = (least: number) => members.reduce((sum, { length }) => sum + (length >= least ? length : 0), 0);
  if (rowsOf(2) <= IN_SEVERAL * rows || rowsOf(3) <= IN_THREE * rows) return undefined;
  const told = columns.flatMap(({ label, at, differ }): string[] => {
    const within = new Differing(differ);
    const random = new Differing(differ);
    let before: string | undefined;
    for (const group of members) {
      const [first, ...others] = group.map((row) => kept.get(row).cells[at]!);
      others.forEach((text, i) => within.add(i === 0 ? first : others[i - 1], text));
      random.add(before, first);
      before = first;
    }
    const differs =
      within.pairs >= FEWEST_PAIRS && random.share >= OFTEN && within.share >= NEARLY * Math.min(1, random.share);
    return differs ? [`'${label}'`] : [];
  });
  if (told.length === 0) return undefined;
  const [several, all] = [rowsOf(2), rows].map((count) => count.toLocaleString('en-US'));
  return {
    why: `the file looks like a log of events: ${several} of ${all} rows belong to ${members.length.toLocaleString('en-US')} people or companies with several rows each, which differ in ${told.join(', ')}`,
    help: 'use crosswalk.csv, which lists the rows of each group, or use --merge-log to merge the rows anyway',
    option: '--merge-log',
    isLog: true,
  };
}

class Differing {
  pairs = 0;
  differing = 0;

  constructor(private readonly differ: (one: string, two: string) => boolean) {}

  add(one: string | undefined, two: string | undefined): void {
    if (one === undefined || two === undefined || one === '' || two === '') return;
    this.pairs++;
    if (this.differ(one.trim(), two.trim())) this.differing++;
  }

  get share(): number {
    return this.pairs === 0 ? 0 : this.differing / this.pairs;
  }
}

function amountsDiffer(one: string, two: string): boolean {
  if (one === two) return false;
  const [a, b] = [amountOf(one), amountOf(two)];
  if (!(a * b > 0)) return true;
  return Math.max(a / b, b / a) > SAME_AMOUNT;
}

/** Parses an amount. A last point or comma followed by one or two digits is the decimal mark. */
function amountOf(text: string): number {
  const plain = text.replace(/[^\d.,-]/g, '');
  const [, whole = plain, cents = '0'] = /^(.*)[.,](\d{1,2})$/.exec(plain) ?? [];
  return Number(`${whole.replace(/[.,]/g, '')}.${cents}`);
}
