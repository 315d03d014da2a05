import type { FieldType } from '../../../records/object-schema.js';
import type { Nearness } from './product-methods.js';
import type { NotUsed } from './unused-keys.js';

export interface Used {
  readonly path: string;
  /** The result: `scenario lead-default`. */
  readonly as: string;
}

/** A method of the product and its counterpart, once per field of a scenario. */
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
  /** The source of the type: `the match method PHONE`. */
  readonly by: string;
}

export interface ImportReport {
  /** Nothing was left out: matching works as the export describes, as closely as our methods allow. */
  readonly complete: boolean;
  readonly used: readonly Used[];
  readonly methods: readonly MappedMethod[];
  readonly declared: readonly DeclaredField[];
  /** Built-in scenarios of the imported objects, now switched off. */
  readonly switchedOff: readonly string[];
  /** Imported upsert scenarios without contradictions: they are from before contradictions existed. */
  readonly withoutContradictions: readonly string[];
  readonly leftOut: readonly NotUsed[];
  readonly notUsed: readonly NotUsed[];
  /** Scenarios of the imported objects that were in the folder but not in the export: they stay active. */
  readonly kept: readonly string[];
}

/** The file is not the product's configuration export. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
