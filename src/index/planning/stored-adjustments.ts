import { adjustmentOf, type FieldModel } from '../../matching/model.js';
import type { IndexedField } from '../values/indexed-field.js';

/** A power of two. */
const PLACES = 1 << 12;

/** Frequency adjustments by value id under one model; caches recent ones. */
export class StoredAdjustments {
  private readonly values = new Int32Array(PLACES);
  private readonly adjustments = new Int32Array(PLACES);

  constructor(
    private readonly model: FieldModel,
    private readonly column: IndexedField,
  ) {}

  static of(model: FieldModel, column: IndexedField): StoredAdjustments {
    let byField = known.get(model);
    if (byField === undefined) known.set(model, (byField = new WeakMap()));
    let adjustments = byField.get(column);
    if (adjustments === undefined) byField.set(column, (adjustments = new StoredAdjustments(model, column)));
    return adjustments;
  }

  /** @param value above 0 */
  get(value: number): number {
    const place = value & (PLACES - 1);
    if (this.values[place] !== value) {
      this.adjustments[place] = adjustmentOf(this.model.frequencies, this.column.text(value));
      this.values[place] = value;
    }
    return this.adjustments[place]!;
  }
}

const known = new WeakMap<FieldModel, WeakMap<IndexedField, StoredAdjustments>>();
