import type { FieldType } from '../../../records/object-schema.js';
import type { Nearness } from './product-methods.js';
import type { NotUsed } from './unused-keys.js';

export interface Used {
  readonly path: string;
  /** The resulting entry, such as `scenario lead-default`. */
  readonly as: string;
}

/**
 * A method of the product and the corresponding method of this program, with one entry for each field of a scenario.
 */
export interface MappedMethod {
  readonly path: string;
  readonly matchMethod: string;
  readonly method: string;
  readonly nearness: Nearness;
  readonly note?: string;
}

/** A field that was declared because the export names it. */
export interface DeclaredField {
  readonly object: string;
  readonly field: string;
  readonly type: FieldType;
  /** Where the field's type comes from, such as `the match method PHONE`. */
  readonly by: string;
}

export interface ImportReport {
  /** Whether nothing was omitted, so that records match as before, as closely as our methods allow. */
  readonly complete: boolean;
  readonly used: readonly Used[];
  readonly methods: readonly MappedMethod[];
  readonly declared: readonly DeclaredField[];
  readonly switchedOff: readonly string[];
  /** Imported upsert scenarios without contradictions, because the product has none. */
  readonly withoutContradictions: readonly string[];
  readonly leftOut: readonly NotUsed[];
  readonly notUsed: readonly NotUsed[];
  /** Scenarios of the imported objects that only the folder has, and that are still used. */
  readonly kept: readonly string[];
}

export class ImportError extends Error {
  override readonly name = 'ImportError';
}
