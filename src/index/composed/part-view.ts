import type { MatchMethod } from '../../matching/method.js';
import { Feature } from '../feature.js';
import type { Finder } from '../finder.js';
import type { Neighbourhood } from '../neighbourhood.js';
import type { Sketches } from '../sketches.js';

/** The values of a part, as the pieces of a query are looked for in them: its own comparator and memo over the values, rows and keys of the part. */
export class PartView extends Feature {
  override readonly sketches: Sketches | undefined;
  readonly finder: Finder;

  constructor(
    private readonly part: Feature,
    piece: MatchMethod,
    memoBytes: number,
  ) {
    super(part.fields, piece, memoBytes, part.rows);
    this.finder = part.finderFor(piece.retrieval);
    this.sketches = part.sketches;
  }

  get dictionary() {
    return this.part.dictionary;
  }

  preparedOf(value: number): unknown {
    return this.part.preparedOf(value);
  }

  assign(): never {
    throw new Error('index: a view of a part holds no values of its own');
  }

  renewed(): never {
    throw new Error('index: a view of a part holds no values of its own');
  }

  image(): never {
    throw new Error('index: a view of a part has no image of its own');
  }

  protected get valueBytes(): number {
    return 0;
  }

  /** All values that hold the piece. */
  all(piece: string): Neighbourhood {
    const neighbourhood = this.neighbourhood(piece);
    this.complete(neighbourhood);
    return neighbourhood;
  }
}
