import { call } from './call.js';
import { product } from './service-calls.js';
import type { ColumnMapping, FileTask, Look, ShownFile, Upload } from './types.js';

/** Files that are imported or cleaned. */

type Until = AbortSignal | undefined;

const part = encodeURIComponent;
const of = (id: string): string => `${product()}/files/${part(id)}`;

export const sendFile = (file: File): Promise<ShownFile> =>
  call('POST', `${product()}/files?name=${part(file.name)}`, { file });

export const sentFiles = (signal: Until): Promise<readonly ShownFile[]> =>
  call('GET', `${product()}/files`, { signal });

export const sentFile = (id: string, signal: Until): Promise<ShownFile> => call('GET', of(id), { signal });

export const inspectFile = (id: string, body: Look): Promise<ShownFile> => call('POST', `${of(id)}/inspect`, { body });

export interface Asked {
  readonly action: FileTask['action'];
  readonly objectType: string;
  readonly mapping: readonly ColumnMapping[];
  readonly check: boolean;
  readonly duplicateScore?: number | undefined;
  readonly again: boolean;
}

export const runFile = (id: string, body: Asked): Promise<ShownFile> => call('POST', `${of(id)}/run`, { body });

export const cancelFile = (id: string): Promise<ShownFile> => call('POST', `${of(id)}/cancel`);

export const deleteFile = (id: string): Promise<unknown> => call('DELETE', of(id));

/** Files of all clients, for administrators. */
export const uploads = (signal: Until): Promise<readonly Upload[]> => call('GET', `${product()}/uploads`, { signal });

export const deleteUpload = (id: string): Promise<unknown> => call('DELETE', `${product()}/uploads/${part(id)}`);

/** Where the browser downloads a result from. */
export const resultAddress = (id: string, result: string): string => `${of(id)}/results/${part(result)}`;
