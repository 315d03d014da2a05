import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { packageRoot } from '../../../runtime/package-root.js';
import { unknownPath } from '../../../http/response/http-error.js';
import type { Answer } from '../../../http/response/answer.js';

/** Folder of the console's files, created by `npm run build`. */
const FOLDER = join(packageRoot, 'dist/console');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html;charset=UTF-8',
  '.js': 'text/javascript;charset=UTF-8',
  '.css': 'text/css;charset=UTF-8',
  '.svg': 'image/svg+xml',
};
/** Encodings that the build creates for each file, best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Assets can be cached indefinitely, because their names contain a digest. */
const FOREVER = 'public, max-age=31536000, immutable';

interface ConsoleFile {
  readonly type: string;
  readonly etag: string;
  readonly body: Buffer;
  /** Compressed bodies by content encoding. */
  readonly packed: ReadonlyMap<string, Buffer>;
}

let read: ReadonlyMap<string, ConsoleFile> | undefined;

/** Returns the page, which is identical for every URL of the console. */
export function consolePage(request: Request): Answer {
  return fileAnswer(request, 'index.html', 'no-cache');
}

export function consoleRedirect({ headers }: Pick<Request, 'headers'>): Answer | undefined {
  if (headers.accept?.includes('text/html') !== true) return undefined;
  return { status: 302, headers: ['Location', '/console', 'Vary', 'Accept'] };
}

/** @throws HttpError 404 */
export function consoleAsset(request: Request, name: string): Answer {
  return fileAnswer(request, `assets/${name}`, FOREVER);
}

function fileAnswer(request: Request, name: string, caching: string): Answer {
  const file = (read ??= filesOf(FOLDER)).get(name);
  if (file === undefined) throw unknownPath();
  const headers = ['ETag', file.etag, 'Vary', 'Accept-Encoding'];
  if (request.headers['if-none-match'] === file.etag) return { status: 304, headers, caching };
  const encoding = request.acceptsEncodings([...file.packed.keys(), 'identity']);
  const packed = encoding === false ? undefined : file.packed.get(encoding);
  if (packed !== undefined) headers.push('Content-Encoding', encoding as string);
  return { status: 200, body: packed ?? file.body, type: file.type, headers, caching };
}

function filesOf(folder: string): ReadonlyMap<string, ConsoleFile> {
  const files = new Map<string, ConsoleFile>();
  if (!existsSync(folder)) return files;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const path = join(folder, name);
    const body = readFileSync(path);
    const packed = ENCODINGS.filter(([, suffix]) => existsSync(path + suffix)).map(
      ([encoding, suffix]) => [encoding, readFileSync(path + suffix)] as const,
    );
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    files.set(name.replaceAll('\\', '/'), { type, etag, body, packed: new Map(packed) });
  }
  return files;
}
