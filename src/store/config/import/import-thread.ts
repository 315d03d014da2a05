import { parentPort, workerData } from 'node:worker_threads';
import { ImportError } from './import-report.js';
import { importConfiguration, type Imported } from './import-configuration.js';
import { StrictJsonError, parseStrictJson } from '../strict-json.js';
import { ConfigurationError } from '../problem.js';

export interface ImportWork {
  readonly folder: string;
  /** The export, as JSON in UTF-8. */
  readonly bytes: Uint8Array;
}

/** The result of an import. `refused` contains the reason why nothing was written, `failed` an unexpected error. */
export type ImportOutcome =
  | { readonly kind: 'imported'; readonly imported: Imported }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

const { folder, bytes } = workerData as ImportWork;
try {
  const imported = await importConfiguration(folder, parseStrictJson(bytes), { whole: true });
  parentPort!.postMessage({ kind: 'imported', imported } satisfies ImportOutcome);
} catch (error) {
  const isForeseen =
    error instanceof ImportError || error instanceof ConfigurationError || error instanceof StrictJsonError;
  const reason = error instanceof Error ? error.message : String(error);
  parentPort!.postMessage({ kind: isForeseen ? 'refused' : 'failed', reason } satisfies ImportOutcome);
}
