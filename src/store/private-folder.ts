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
 * Files of clients and logins (see `src/service/auth`). `clients.json` and `signing.key` are not listed: if others
 * could read them, a person must decide what to do.
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
 * Removes other users' access to the files of a data folder. Does the same for the folder if it has no other files.
 * This is needed because older versions left the permissions to the umask. Skips symbolic links, files of other owners,
 * and shared folders.
 * @returns names of the changed files, `.` for the folder itself
 */
export async function makePrivate(folder: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return [];
  const names = await readdir(folder);
  const isOwn = names.every((name) => isFile(name) || REFUSED_ELSEWHERE.has(name) || /^lock-|^damaged-\d+$/.test(name));
  const changed: string[] = [];
  for (const name of [...(isOwn ? ['.'] : []), ...names.filter(isFile)]) {
    const path = join(folder, name);
    // Temporary files may have disappeared.
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
