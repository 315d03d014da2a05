import { readFileSync } from 'node:fs';

/** Reads a report without the time of its creation. */
export const reportIn = (path: string): string =>
  readFileSync(path, 'utf8').replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+/g, 'then');
