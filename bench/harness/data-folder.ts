import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { Auth } from '../../src/service/auth/auth.js';
import { SCOPES } from '../../src/service/auth/scopes.js';
import { addClient } from '../../src/service/auth/client-store.js';
import { Contacts, type Contact } from '../synthetic/contacts.js';
import { rowsWithDuplicates } from '../synthetic/tasks.js';
import { LineFile } from './line-file.js';
import { finish, likeness, start } from './program.js';
import { temporaryFolder } from './temporary-folder.js';

export const FIELDS = [
  'FirstName',
  'LastName',
  'Phone',
  'Email',
  'MailingStreet',
  'MailingCity',
  'MailingPostalCode',
] as const;

/** Column of the row number, from 0, in a generated file. */
export const KEY = 'key';
const HEADER = `${KEY},${FIELDS.join(',')}`;

/** Writes contacts as CSV. The column `key` is the row number from 0. */
export async function writeCsv(path: string, rows: Iterable<Contact>): Promise<void> {
  const file = new LineFile(path, HEADER);
  let number = 0;
  for (const values of rows) {
    const full = file.add(contactLine(number++, values));
    if (full) await full;
  }
  await file.close();
}

/**
 * Writes a file of contacts with duplicates, and its truth as clusters: the person of each row, identified by the first
 * row of that person.
 *
 * @returns the maximum number of characters buffered before writing, over both files
 */
export async function writeWithTruth(csv: string, truth: string | undefined, size: number, seed = 1): Promise<number> {
  const rows = new LineFile(csv, HEADER);
  const persons = truth === undefined ? undefined : new LineFile(truth, `cluster,${KEY}`);
  let number = 0;
  for (const { values, duplicateOf } of rowsWithDuplicates(new Contacts(seed), size)) {
    const full = rows.add(contactLine(number, values));
    if (full) await full;
    const isFull = persons?.add(`${duplicateOf ?? number},${number}`);
    if (isFull) await isFull;
    number++;
  }
  await rows.close();
  await persons?.close();
  return rows.waited + (persons?.waited ?? 0);
}

export function* invented(size: number): Generator<Contact> {
  const contacts = new Contacts();
  for (let number = 0; number < size; number++) yield contacts.values(number);
}

function contactLine(number: number, values: Contact): string {
  let line = String(number);
  for (const field of FIELDS) line += `,${cell(values[field] ?? '')}`;
  return line;
}

function cell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A data folder written by `likeness import`. */
export interface ImportedFolder {
  readonly path: string;
  readonly seconds: number;
  readonly peakBytes: number | undefined;
}

/** Environment variable: folder in which imported folders are shared, because importing a million records is slow. */
export const SHARED_FOLDERS = 'LIKENESS_BENCH_FOLDERS';

/**
 * Callers must not change the folder; a bench that writes uses `copyOf`. @param anew imports even if the folder exists
 */
export async function importContacts(size: number, anew = false): Promise<ImportedFolder> {
  const shared = process.env[SHARED_FOLDERS];
  const known = shared === undefined ? undefined : join(shared, `${size}.json`);
  if (known !== undefined && !anew && existsSync(known))
    return JSON.parse(readFileSync(known, 'utf8')) as ImportedFolder;
  const folder = shared === undefined ? temporaryFolder('data') : mkdtempSync(join(shared, `${size}-`));
  const csv = join(folder, 'contacts.csv');
  const path = join(folder, 'store');
  await writeCsv(csv, invented(size));
  const { stdout, seconds, peakBytes } = await finish(
    start(likeness('import', csv, '--object', 'Contact', '--no-check', '--data', path, '--json')),
  );
  const { created } = JSON.parse(stdout) as { created: number };
  if (created !== size) throw new Error(`bench: only ${created} of ${size} generated contacts could be imported`);
  rmSync(csv);
  const imported = { path, seconds, peakBytes };
  if (known !== undefined) writeFileSync(known, JSON.stringify(imported));
  return imported;
}

/** Returns a copy, for a bench that writes. */
export async function copyOf({ path }: ImportedFolder): Promise<string> {
  const target = join(temporaryFolder('copy'), 'store');
  await cp(path, target, { recursive: true });
  return target;
}

/** Returns an access token of a client of this folder that has a valid license. */
export function tokenFor(folder: string): string {
  const { client_id } = addClient(folder, { name: 'bench', licence: { state: 'valid' }, scopes: SCOPES });
  return new Auth({ dataFolder: folder }).issueToken(client_id);
}
