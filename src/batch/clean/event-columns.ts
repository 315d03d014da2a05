import type { RecordGroups } from '../../clustering/average-linkage.js';
import { labelWords } from '../input/guess/read-label.js';
import { isMomentOfTheRow } from './golden-record.js';
import type { KeptRows } from './kept-rows.js';
import type { NotMerged } from './merge-grounds.js';
import type { OutputColumn } from './output-columns.js';
import type { SourceFile } from './source-files.js';

/** A column that tells one event from another: when it was, or how much it was about. */
export interface EventColumn {
  readonly label: string;
  /** Among the output columns. */
  readonly at: number;
  readonly differ: (one: string, two: string) => boolean;
}

const LOOKED = 2_000;
/** Share of the rows that fill such a column, and of its values that look so. */
const LEAST_FILLED = 0.5;
const LEAST_ALIKE = 0.8;
/** Amounts that differ by less than this factor may be one thing's price at two places. */
const SAME_AMOUNT = 1.25;
/** Rows of one group differ nearly as often as rows at random do, which differ often. */
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

/** Columns of amounts and dates, of one file: of several sources a thing has several prices. */
export function eventColumns(columns: readonly OutputColumn[], files: readonly SourceFile[]): EventColumn[] {
  const [file, more] = files;
  if (file === undefined || more !== undefined) return [];
  const { values, rows } = file.ahead.sample;
  return columns.flatMap(({ label, field, positions: [position] }, at): EventColumn[] => {
    if (position === undefined || label === file.id || field?.toLowerCase().includes('birth') === true) return [];
    const filled = (values[position] ?? []).filter((text) => text !== '').slice(0, LOOKED);
    if (filled.length < LEAST_FILLED * Math.min(rows, LOOKED)) return [];
    const share = (pattern: RegExp) => filled.filter((text) => pattern.test(text)).length / filled.length;
    if (share(DATE) >= LEAST_ALIKE)
      return isMomentOfTheRow(label) ? [] : [{ label, at, differ: (one, two) => one !== two }];
    const isNamedSo = labelWords(label).some((word) => AMOUNTS.has(word));
    if (share(AMOUNT) < LEAST_ALIKE || !(isNamedSo || share(WITH_CENTS) >= LEAST_ALIKE)) return [];
    return [{ label, at, differ: amountsDiffer }];
  });
}

/**
 * Whether the rows are events of the people or companies that they name: in nearly every group an amount or a date
 * differs as between rows at random. Merged, all events of a party but one would be lost.
 *
 * @returns what to tell, as where there are no grounds
 */
export function whyEvents(
  columns: readonly EventColumn[],
  { members }: RecordGroups,
  kept: KeptRows,
): NotMerged | undefined {
  const told = columns.flatMap(({ label, at, differ }): string[] => {
    const within = new Differing(differ);
    const random = new Differing(differ);
    let before: string | undefined;
    for (const rows of members) {
      const [first, ...others] = rows.map((row) => kept.get(row).cells[at]!);
      others.forEach((text, i) => within.add(i === 0 ? first : others[i - 1], text));
      random.add(before, first);
      before = first;
    }
    const isEvent =
      within.pairs >= FEWEST_PAIRS && random.share >= OFTEN && within.share >= NEARLY * Math.min(1, random.share);
    return isEvent ? [`'${label}' differs in ${within.differing} of ${within.pairs}`] : [];
  });
  if (told.length === 0) return undefined;
  return {
    why: `the rows are events rather than duplicates: ${told.join(', ')} pairs of rows that are of one party`,
    help: 'use crosswalk.csv, which says by group which rows are of one party; --sure PERCENT merges all the same',
    areEvents: true,
  };
}

class Differing {
  pairs = 0;
  differing = 0;

  constructor(private readonly differ: (one: string, two: string) => boolean) {}

  /** Pairs of which a value is missing say nothing. */
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

/** The last point or comma that one or two digits follow is decimal. */
function amountOf(text: string): number {
  const plain = text.replace(/[^\d.,-]/g, '');
  const [, whole = plain, cents = '0'] = /^(.*)[.,](\d{1,2})$/.exec(plain) ?? [];
  return Number(`${whole.replace(/[.,]/g, '')}.${cents}`);
}
