import { IntColumn } from '../../memory/buffers.js';
import { Dictionary } from '../../memory/dictionary.js';
import type { FieldTexts } from '../normalized-record.js';
import type { Scenario } from '../scenario.js';
import type { Contradiction, ContradictionKindName, Party } from './contradiction.js';
import { contradictionKinds, type Contradictions } from './contradictions.js';

/** Rows that are kept read. */
const MOST_PARTIES = 100_000;
/** Answers that are remembered. */
const MOST_KNOWN = 2_000_000;

/**
 * Contradictions between many rows, numbered from 0 in the order in which they come: of each row only the texts
 * that contradictions read are kept, each different one once.
 */
export class RowContradictions {
  readonly #columns: readonly TextColumn[];
  readonly #parties = new Map<number, Party>();
  readonly #known = new Map<number, boolean>();
  #off: ReadonlySet<ContradictionKindName> = new Set();
  #rows = 0;

  /** @param scenarios which kinds count: those that one of them asks for */
  constructor(
    private readonly contradictions: Contradictions,
    private scenarios: readonly Pick<Scenario, 'contradictions'>[],
  ) {
    this.#columns = [...contradictions.reads(scenarios)].map((field) => new TextColumn(field));
  }

  add(texts: FieldTexts): void {
    for (const column of this.#columns) column.set(this.#rows, texts[column.field] ?? '');
    this.#rows++;
  }

  /** Kinds that say nothing of these rows. */
  leaveOut(kinds: ReadonlySet<ContradictionKindName>): void {
    this.#off = kinds;
    this.#known.clear();
  }

  /** Kinds that some of the rows' fields can speak of. */
  kinds(): ContradictionKindName[] {
    const filled = new Set(this.#columns.filter((column) => column.isFilled).map(({ field }) => field));
    return contradictionKinds
      .map(({ name }) => name)
      .filter((kind) => this.contradictions.readBy(kind).some((field) => filled.has(field)));
  }

  /** Compared fields that say the same as a kind does. @param compared names, joined by `+` where one reads several */
  leftOutFor(kind: ContradictionKindName, compared: ReadonlySet<string>): readonly string[] {
    const fields = this.contradictions.readBy(kind);
    if (kind === 'generation') return [];
    return kind === 'firstName' && compared.has('FirstName') ? ['FirstName', 'MiddleName'] : fields;
  }

  /** Whether a kind speaks against two rows. */
  is(kind: ContradictionKindName, one: number, other: number): boolean {
    return this.between(one, other).some((found) => found.kind === kind);
  }

  /** Whether something speaks against two rows; answers are remembered. */
  contradict(one: number, other: number): boolean {
    const key = Math.min(one, other) * this.#rows + Math.max(one, other);
    let known = this.#known.get(key);
    if (known !== undefined) return known;
    known = !this.#columns.every((column) => column.areEqual(one, other)) && this.between(one, other).length > 0;
    if (this.#known.size === MOST_KNOWN) this.#known.clear();
    this.#known.set(key, known);
    return known;
  }

  /** Contradictions between two rows, in the order of the kinds. */
  between(one: number, other: number): Contradiction[] {
    const { contradictions } = this;
    return contradictions
      .askedBy(this.scenarios, contradictions.pair(this.#party(one), this.#party(other)))
      .filter(({ kind }) => !this.#off.has(kind));
  }

  #party(row: number): Party {
    let party = this.#parties.get(row);
    if (party !== undefined) return party;
    const texts: Record<string, string> = {};
    for (const column of this.#columns) {
      const text = column.get(row);
      if (text !== '') texts[column.field] = text;
    }
    party = this.contradictions.party(texts);
    if (this.#parties.size === MOST_PARTIES) this.#parties.clear();
    this.#parties.set(row, party);
    return party;
  }
}

/** Characters of a text that are read: no name, date or number is longer, and a dictionary takes no megabytes. */
const LONGEST = 100_000;

/** The texts of a field by row: there may be many millions. */
class TextColumn {
  readonly #numbers = new IntColumn();
  readonly #texts = new Dictionary();

  constructor(readonly field: string) {}

  set(row: number, text: string): void {
    if (text !== '') this.#numbers.set(row, this.#texts.add(text.slice(0, LONGEST)));
  }

  get isFilled(): boolean {
    return this.#texts.size > 0;
  }

  areEqual(one: number, other: number): boolean {
    return this.#numbers.get(one) === this.#numbers.get(other);
  }

  get(row: number): string {
    const number = this.#numbers.get(row);
    return number === 0 ? '' : this.#texts.text(number);
  }
}
