import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMarkerName } from './truncation-marker.js';
import { INDEX_SNAPSHOT, parseFileName } from './format.js';
import { isPageFile } from './record-memory.js';

const FOLDER = 0o700;
const FILE = 0o600;
const OTHERS = 0o077;
const STICKY = 0o1000;
/**
 * Files of clients and logins: see `src/auth`. `clients.json` and `signing.key` are missing: where others could write
 * or read those, somebody has to look.
 */
const BESIDE = new Set([
  'identity.json',
  'assertions.used',
  'logins.used',
  'tokens.revoked',
  'audit.log',
  'audit.head',
]);
const REFUSED_ELSEWHERE = new Set(['clients.json', 'signing.key']);

/**
 * Takes the rights of others away from the files of a data folder, and from the folder where it holds nothing else, as
 * far as they are this user's: folders of older versions have what the umask left. Symbolic links are left alone, and
 * so are folders that everybody shares.
 *
 * @returns names of what was changed, `.` for the folder itself
 */
export async function makePrivate(folder: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return [];
  const names = await readdir(folder);
  const isOwn = names.every((name) => isFile(name) || REFUSED_ELSEWHERE.has(name) || /^lock-|^damaged-\d+$/.test(name));
  const changed: string[] = [];
  for (const name of [...(isOwn ? ['.'] : []), ...names.filter(isFile)]) {
    const path = join(folder, name);
    // Temporary files come and go.
    const stat = await lstat(path).catch(() => undefined);
    if (stat?.uid !== process.getuid?.() || stat === undefined || (stat.mode & OTHERS) === 0) continue;
    const isFolder = name === '.';
    if (isFolder ? (stat.mode & STICKY) !== 0 : !stat.isFile()) continue;
    await chmod(path, isFolder ? FOLDER : FILE);
    changed.push(name);
  }
  return changed;
}

function isFile(name: string): boolean {
  return (
    parseFileName(name) !== undefined ||
    parseMarkerName(name) !== undefined ||
    name === INDEX_SNAPSHOT ||
    isPageFile(name) ||
    BESIDE.has(name) ||
    /^diverged-\w+\.jsonl$/.test(name) ||
    /^(?:snapshot-\d+|index\.snapshot|journal-\d+\.fence|clients\.json)\.[\w.]*tmp$/.test(name)
  );
}
