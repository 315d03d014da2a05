import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/**
 * Writes what is sent into a new file, piece by piece.
 *
 * @param limit bytes
 * @returns `undefined` where it is larger
 */
export async function receiveFile(
  path: string,
  pieces: AsyncIterable<Buffer>,
  limit: number,
): Promise<{ size: number; sha256: string } | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > limit) return undefined;
      hash.update(piece);
      await file.write(piece);
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}
