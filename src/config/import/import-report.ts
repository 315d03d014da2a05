import type { FieldType } from '../../records/definition.js';
import type { Nearness } from './product-methods.js';
import type { NotUsed } from './unused-keys.js';

export interface Used {
  readonly path: string;
  /** The result: `scenario lead-default`. */
  readonly as: string;
}

/** A method of the product and what it became, once for each field of a scenario. */
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
  /** Nothing was left out: the configuration judges as the export says, as near as our methods come. */
  readonly complete: boolean;
  readonly used: readonly Used[];
  readonly methods: readonly MappedMethod[];
  readonly declared: readonly DeclaredField[];
  /** Built-in scenarios of the imported objects, now switched off. */
  readonly switchedOff: readonly string[];
  /** Imported scenarios for upserts that ask for no contradictions: their owner decided before there were any. */
  readonly withoutContradictions: readonly string[];
  /** Scenarios, maps and fields that could not be taken over. */
  readonly leftOut: readonly NotUsed[];
  /** Keys that have no counterpart here. */
  readonly notUsed: readonly NotUsed[];
  /** Scenarios of the imported objects that the folder held already and the export does not bring: they go on. */
  readonly kept: readonly string[];
}

/** The file is not the product's configuration export. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
