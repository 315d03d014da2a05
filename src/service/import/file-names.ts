import { extname } from 'node:path';
import { NOT_UNDONE, REJECTS, SAVED } from './file-job.js';

export const KEPT = /^files\/(file-\d{12})\/file\.json$/;
export const TOLD = /^files\/(file-\d{12})\/told\.json$/;
export const ARRIVING = /^files\/arriving\/(file-\d{12})\.json$/;
/** Document that contains the last file number used. */
export const LAST = 'files/last.json';

export const isFileId = (id: string): boolean => /^file-\d{12}$/.test(id);

export function fileId(number: number): string {
  return `file-${String(number).padStart(12, '0')}`;
}

export const folderOf = (id: string): string => `files/${id}`;
export const documentOf = (id: string): string => `files/${id}/file.json`;
export const toldOf = (id: string): string => `files/${id}/told.json`;
export const countsOf = (id: string): string => `files/${id}/counts.json`;
export const arrivingOf = (id: string): string => `files/arriving/${id}.json`;
/** Returns the name under which the file's content is stored. The extension determines how the content is read. */
export const inputOf = (id: string, extension: string): string => `files/${id}/input${extension}`;
export const rejectsOf = (id: string): string => `files/${id}/${REJECTS}`;
export const savedOf = (id: string): string => `files/${id}/${SAVED}`;
export const leftOf = (id: string): string => `files/${id}/${NOT_UNDONE}`;
export const cleanOf = (id: string): string => `files/${id}/clean`;
export const resultOf = (id: string, result: string): string =>
  [REJECTS, SAVED, NOT_UNDONE].includes(result) ? `${folderOf(id)}/${result}` : `${cleanOf(id)}/${result}`;

/** Returns the extension, such as `.csv`, or `.csv.gz` if the file is compressed. */
export function extensionOf(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith('.gz') ? `${extname(lower.slice(0, -3))}.gz` : extname(lower);
}
