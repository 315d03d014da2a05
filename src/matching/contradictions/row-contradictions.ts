import { IntColumn } from '../../runtime/memory/buffers.js';
import { grouped } from '../../runtime/memory/grouped.js';
import { Dictionary } from '../../runtime/memory/dictionary.js';
import type { FieldTexts } from '../field-texts.js';
import type { Scenario } from '../scenario.js';
import type { TextColumn as SharedTexts, TextRows } from '../text-rows.js';
import type { SharedValue } from '../grounds/agreement.js';
import type { GroundsOf } from '../grounds/grounds.js';
import type { MatchMethod } from '../method.js';
import type { ComparedPair, Contradiction, ContradictionKindName, Party } from './contradiction.js';
import { contradictionKinds, type Contradictions } from './contradictions.js';

const MOST_PARTIES = 30_000;
const MOST_KNOWN = 2_000_000;
const MOST_FOUND = 100_000;

/** Maximum number of records with a value. If more records have the value, it counts as shared by other people. */
const MOST_HOLDERS = 64;

/** Finds contradictions between rows, numbered from 0 in the order added. Each distinct text is stored once. */
export class RowContradictions {
  /** Columns that contradictions read. `#besides` has the columns that only `grounds` reads. */
  readonly #columns: readonly TextColumn[];
  readonly #besides: readonly TextColumn[];
  #filled: readonly TextColumn[] | undefined;
  readonly #holders = new Map<string, Holders>();
  readonly #parties = new Map<number, Party>();
  readonly #known = new Map<number, boolean>();
  /** Contradictions of pairs in `#known`, which are shown later. */
  readonly #found = new Map<number, readonly Contradiction[]>();
  /** The last pair, because several questions about a pair follow one another. */
  #last: { readonly one: number; readonly other: number; readonly pair: ComparedPair } | undefined;
  #off: ReadonlySet<ContradictionKindName> = new Set();
  #keepsOther = false;
  #rows = 0;

  /** @param grounds if absent, `hasGrounds` is always true @param fields all fields of the object, for `grounds` */
  constructor(
    private readonly contradictions: Contradictions,
    private scenarios: readonly Scenario[],
    private readonly grounds?: GroundsOf,
    fields: readonly string[] = [],
  ) {
    const read = contradictions.reads(scenarios);
    this.#columns = [...read].map((field) => new TextColumn(field));
    this.#besides =
      grounds === undefined ? [] : fields.filter((name) => !read.has(name)).map((name) => new TextColumn(name));
  }

  add(texts: FieldTexts): void {
    for (const columns of [this.#columns, this.#besides])
      for (const column of columns) column.set(this.#rows, texts[column.field] ?? '');
    this.#rows++;
    this.#filled = undefined;
  }

  /** Like `add` for all rows, but uses their columns without copying. */
  addAll(rows: TextRows): void {
    for (const column of [...this.#columns, ...this.#besides]) column.share(rows.column(column.field));
    this.#rows = rows.length;
    this.#filled = undefined;
  }

  /** Ignores these kinds. @param keepsOther whether completely different birth dates still contradict each other */
  leaveOut(kinds: ReadonlySet<ContradictionKindName>, keepsOther = false): void {
    this.#off = kinds;
    this.#keepsOther = keepsOther;
    this.#known.clear();
    this.#found.clear();
  }

  kinds(): ContradictionKindName[] {
    const filled = new Set(this.#columns.filter((column) => column.isFilled).map(({ field }) => field));
    return contradictionKinds
      .map(({ name }) => name)
      .filter((kind) => this.contradictions.readBy(kind).some((field) => filled.has(field)));
  }

  /** Returns the compared fields that the kind reads. @param compared field names, joined by `+` if read together */
  leftOutFor(kind: ContradictionKindName, compared: ReadonlySet<string>): readonly string[] {
    const fields = this.contradictions.readBy(kind);
    if (kind === 'generation') return [];
    return kind === 'firstName' && compared.has('FirstName') ? ['FirstName', 'MiddleName'] : fields;
  }

  is(kind: ContradictionKindName, one: number, other: number): boolean {
    return this.between(one, other).some((found) => found.kind === kind);
  }

  contradict(one: number, other: number): boolean {
    const key = this.#keyOf(one, other);
    let known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#columns.every((column) => column.areEqual(one, other)) ? [] : this.#between(one, other);
    known = found.length > 0;
    if (this.#known.size === MOST_KNOWN) this.#known.clear();
    this.#known.set(key, known);
    if (known) {
      if (this.#found.size === MOST_FOUND) this.#found.clear();
      this.#found.set(one * this.#rows + other, found);
    }
    return known;
  }

  between(one: number, other: number): readonly Contradiction[] {
    // Most pairs are known to have no contradictions.
    if (this.#known.get(this.#keyOf(one, other)) === false) return [];
    return this.#found.get(one * this.#rows + other) ?? this.#between(one, other);
  }

  #keyOf(one: number, other: number): number {
    return Math.min(one, other) * this.#rows + Math.max(one, other);
  }

  #between(one: number, other: number): Contradiction[] {
    return this.contradictions
      .askedBy(this.scenarios, this.#pair(one, other))
      .filter((found) => !this.#off.has(found.kind) || (this.#keepsOther && this.#areOtherDates(found, one, other)));
  }

  /** Returns whether the birth dates differ in year, month and day, and no identifier is equal. */
  haveOtherDates(kind: ContradictionKindName, one: number, other: number): boolean {
    return this.between(one, other).some((found) => found.kind === kind && this.#areOtherDates(found, one, other));
  }

  #areOtherDates({ kind, ...dates }: Contradiction, one: number, other: number): boolean {
    if (kind !== 'birthDate' || this.shareIdentifier(one, other)) return false;
    const date = this.contradictions.context.method('date');
    const [a, b] = [dates.one, dates.other].map((text) => date.normalise([text]).split('-')) as [string[], string[]];
    return a.every((part, i) => part !== b[i]);
  }

  /**
   * Returns whether the pair suffices for an upsert. @param scenario Scenario of the pair @param telling see
   * `GroundsOf`
   */
  hasGrounds(one: number, other: number, scenario: Scenario, telling?: ReadonlySet<string>): boolean {
    if (this.grounds === undefined || this.scenarios.some(({ contradictions }) => contradictions === false))
      return true;
    const found = this.grounds.of(this.#pair(one, other), [scenario], telling);
    if (found === 'enough' || found === 'none') return found === 'enough';
    return found.unlessShared.some((value) => !this.#isShared(one, other, value));
  }

  shareIdentifier(one: number, other: number): boolean {
    return this.grounds?.shareIdentifier(this.#pair(one, other)) === true;
  }

  /** Returns whether a third row, for a different person or company, also has the value that these two rows share. */
  #isShared(one: number, other: number, { field, method, text }: SharedValue): boolean {
    const by = this.contradictions.context.method(method);
    const rows = this.#holdersOf(field, by)(by.normalise([text]));
    if (rows.length > MOST_HOLDERS) return true;
    // If the rows are two addresses of a company that moved, only a row that differs from both is another company.
    const haveMoved = this.#areDifferent(one, other);
    return rows.some((row) => {
      if (row === one || row === other) return false;
      const [a, b] = [this.#areDifferent(one, row), this.#areDifferent(other, row)];
      return haveMoved ? a && b : a || b;
    });
  }

  #areDifferent(one: number, other: number): boolean {
    return this.grounds!.areDifferent(this.contradictions.pair(this.#party(one), this.#party(other)));
  }

  #holdersOf(field: string, method: MatchMethod): Holders {
    const key = `${method.name} ${field}`;
    let known = this.#holders.get(key);
    if (known === undefined) {
      const column = [...this.#columns, ...this.#besides].find((each) => each.field === field);
      this.#holders.set(key, (known = rowsByNormal(column ?? new TextColumn(field), this.#rows, method)));
    }
    return known;
  }

  #pair(one: number, other: number): ComparedPair {
    if (this.#last?.one !== one || this.#last.other !== other)
      this.#last = { one, other, pair: this.contradictions.pair(this.#party(one), this.#party(other)) };
    return this.#last.pair;
  }

  #party(row: number): Party {
    let party = this.#parties.get(row);
    if (party !== undefined) return party;
    const texts: Record<string, string> = {};
    this.#filled ??= [...this.#columns, ...this.#besides].filter((column) => column.isFilled);
    for (const column of this.#filled) {
      const text = column.get(row);
      if (text !== '') texts[column.field] = text;
    }
    party = this.contradictions.party(texts);
    if (this.#parties.size === MOST_PARTIES) this.#parties.clear();
    this.#parties.set(row, party);
    return party;
  }
}

/** Returns a function that finds the rows whose text has a normal form. */
function rowsByNormal(column: TextColumn, rows: number, method: MatchMethod): Holders {
  const normals = new Dictionary();
  const numbers = column.numbered((text) => {
    const normal = method.normalise([text]);
    return normal === '' ? 0 : normals.add(normal);
  });
  const rowsOf = grouped(rows, normals.size + 1, numbers);
  const nobody = new Int32Array();
  return (normal) => {
    const number = normals.find(normal);
    return number === 0 ? nobody : rowsOf(number);
  };
}

type Holders = (normal: string) => Int32Array;

/** Longer strings are truncated, to limit the dictionary. No name, date or number is this long. */
const LONGEST = 100_000;

/** Strings by row, in compact form because there may be many millions. */
class TextColumn {
  #numbers = new IntColumn();
  #texts = new Dictionary();

  constructor(readonly field: string) {}

  set(row: number, text: string): void {
    if (text !== '') this.#numbers.set(row, this.#texts.add(text.slice(0, LONGEST)));
  }

  share(column: SharedTexts | undefined): void {
    if (column === undefined) return;
    this.#numbers = column.numbers;
    this.#texts = column.texts;
  }

  get isFilled(): boolean {
    return this.#texts.size > 0;
  }

  areEqual(one: number, other: number): boolean {
    return this.#numbers.get(one) === this.#numbers.get(other);
  }

  /** Returns a number for each row's text. @param numberOf is called once for each distinct text */
  numbered(numberOf: (text: string) => number): (row: number) => number {
    const known = new Int32Array(this.#texts.size + 1);
    for (let i = 1; i < known.length; i++) known[i] = numberOf(this.#texts.text(i).slice(0, LONGEST));
    return (row) => known[this.#numbers.get(row)]!;
  }

  get(row: number): string {
    const number = this.#numbers.get(row);
    return number === 0 ? '' : this.#texts.text(number).slice(0, LONGEST);
  }
}
