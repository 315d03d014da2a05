import type { Composition, MatchMethod, Similarity } from '../../matching/method.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import { IndexedField, type IndexedFieldImage, type NewColumn } from './indexed-field.js';
import { RowValues } from './row-values.js';
import type { KeyListsImage } from '../../runtime/memory/key-lists.js';
import type { ValueDictionary } from '../retrieval/similar-value-search.js';
import { CompositionGenerator } from '../retrieval/composition-generator.js';
import { ValuePairs, type ValuePairsImage } from './value-pairs.js';
import { PartField } from './part-field.js';
import type { SimilarValues } from '../retrieval/similar-values.js';

class NewPairs implements NewColumn {
  readonly rows: RowValues;

  constructor(
    readonly field: ComposedField,
    private readonly parts: readonly [NewColumn, NewColumn],
  ) {
    this.rows = field.rows;
  }

  copy(_from: number, to: number): void {
    const [first, second] = this.parts;
    this.field.give(to, first.rows.column.get(to), second.rows.column.get(to));
  }

  get bytes(): number {
    return this.field.bytes;
  }
}

interface Prepared {
  value: number;
  prepared: unknown;
}

/**
 * A column for two fields that are also compared together, such as first and last name. A value is a pair of values of
 * the two columns, at about 35 bytes per record. If an unused pair is used again, it gets a new number, so that caches
 * are never stale.
 */
export class ComposedField extends IndexedField {
  override readonly parts: readonly [IndexedField, IndexedField];
  readonly dictionary: ValueDictionary;
  readonly generator: CompositionGenerator;
  private readonly pairs: ValuePairs;
  private readonly composition: Composition;
  private readonly views: readonly [PartField, PartField];
  /** The last prepared value of each part, reused because rows found in one list share one of the parts. */
  private readonly latest: readonly [Prepared, Prepared] = [
    { value: 0, prepared: undefined },
    { value: 0, prepared: undefined },
  ];

  /** @param parts in the order of the composition's parts; their rows are assigned first */
  constructor(
    fields: readonly string[],
    method: MatchMethod,
    cacheBytes: number,
    parts: readonly [IndexedField, IndexedField],
    image?: IndexedFieldImage,
  ) {
    super(fields, method, cacheBytes, new RowValues(image));
    const composition = method.composition!;
    const pairs = new ValuePairs(image?.dictionary as ValuePairsImage | undefined);
    this.parts = parts;
    this.composition = composition;
    this.pairs = pairs;
    this.dictionary = {
      get size() {
        return pairs.size;
      },
      text: (pair) =>
        composition.compose([parts[0].text(pairs.first.get(pair)), parts[1].text(pairs.second.get(pair))]),
      find: () => 0,
    };
    this.views = [
      new PartField(parts[0], composition.piece, cacheBytes / 4),
      new PartField(parts[1], composition.piece, cacheBytes / 4),
    ];
    this.generator = new CompositionGenerator(
      composition,
      this.views,
      pairs,
      this.rows,
      image?.keys as KeyListsImage | undefined,
    );
  }

  override get findCost(): number {
    return this.generator.cost;
  }

  override normalise(values: FieldTexts): string {
    const first = this.parts[0].normalise(values);
    const second = this.parts[1].normalise(values);
    return first === '' && second === '' ? '' : this.composition.compose([first, second]);
  }

  assign(row: number): void {
    this.give(row, this.parts[0].column.get(row), this.parts[1].column.get(row));
  }

  give(row: number, first: number, second: number): void {
    const pair = first === 0 && second === 0 ? 0 : this.pairOf(row, first, second);
    this.rows.place(row, pair);
    this.generator.given(pair);
  }

  compacted([first, second]: readonly [NewColumn, NewColumn]): NewColumn {
    const field = new ComposedField(this.fields, this.method, this.cacheLimit, [first.field, second.field]);
    field.generator.cost = this.generator.cost;
    return new NewPairs(field, [first, second]);
  }

  image(): IndexedFieldImage {
    return {
      fields: this.fields,
      method: this.method.name,
      dictionary: this.pairs.image(),
      column: this.column.data,
      postings: this.postings.image(),
      used: this.rows.used,
      keys: this.generator.lists.image(),
      scanCost: this.search.scanCost,
    };
  }

  preparedOf(pair: number): unknown {
    return this.composition.assemble(this.preparedParts(pair));
  }

  /** Excludes most pairs by their signatures. `admits` does not, because results of `compare` are cached. */
  override compare(of: SimilarValues, pair: number): Similarity {
    return this.mayBeAlike(of, pair) ? super.compare(of, pair) : 0;
  }

  override get cacheBytes(): number {
    return super.cacheBytes + this.views[0].cacheBytes + this.views[1].cacheBytes;
  }

  protected get valueBytes(): number {
    return this.pairs.bytes;
  }

  private pairOf(row: number, first: number, second: number): number {
    const known = this.pairs.find(first, second);
    if (known !== 0 && (known === this.column.get(row) || this.postings.count(known) > 0)) return known;
    const pair = this.pairs.add(first, second);
    const parts = this.preparedParts(pair);
    for (const key of this.composition.keys(this.composition.assemble(parts), parts))
      this.generator.lists.add(key, pair);
    return pair;
  }

  private mayBeAlike(of: SimilarValues, pair: number): boolean {
    const { parts, pairs } = this;
    const [first, second] = [parts[0].signatures?.data, parts[1].signatures?.data];
    if (!first || !second) return true;
    const admission = (of.admission ??= this.composition.admission(this.queryOf(of)));
    const a = 2 * pairs.first.get(pair);
    const b = 2 * pairs.second.get(pair);
    return admission(first[a]!, first[a + 1]!, second[b]!, second[b + 1]!);
  }

  private preparedParts(pair: number): [unknown, unknown] {
    return [this.preparedPart(0, this.pairs.first.get(pair)), this.preparedPart(1, this.pairs.second.get(pair))];
  }

  private preparedPart(part: 0 | 1, value: number): unknown {
    if (value === 0) return undefined;
    const latest = this.latest[part];
    if (latest.value !== value) {
      latest.prepared = this.parts[part].preparedOf(value);
      latest.value = value;
    }
    return latest.prepared;
  }
}
