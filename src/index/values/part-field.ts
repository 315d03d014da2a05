import type { MatchMethod } from '../../matching/method.js';
import { IndexedField } from './indexed-field.js';
import type { CandidateGenerator } from '../retrieval/candidate-generator.js';
import type { SimilarValues } from '../retrieval/similar-values.js';
import type { Signatures } from './signatures.js';

/** Part of a combined column, searched by pieces. Has its own comparator and cache, but no values. */
export class PartField extends IndexedField {
  override readonly signatures: Signatures | undefined;
  readonly generator: CandidateGenerator;

  constructor(
    private readonly part: IndexedField,
    piece: MatchMethod,
    cacheBytes: number,
  ) {
    super(part.fields, piece, cacheBytes, part.rows);
    this.generator = part.generatorFor(piece.retrieval);
    this.signatures = part.signatures;
  }

  get dictionary() {
    return this.part.dictionary;
  }

  preparedOf(value: number): unknown {
    return this.part.preparedOf(value);
  }

  assign(): never {
    throw new Error('index: a view of a part does not store values');
  }

  compacted(): never {
    throw new Error('index: a view of a part does not store values');
  }

  image(): never {
    throw new Error('index: a view of a part cannot be saved in a snapshot');
  }

  protected get valueBytes(): number {
    return 0;
  }

  all(piece: string): SimilarValues {
    const similarValues = this.similarValues(piece);
    this.complete(similarValues);
    return similarValues;
  }
}
