import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Reads a request's body. Passes the chunks to `take` one after the other. Resolves after the last one. */
export type ReadPieces = (take: (piece: Buffer) => Promise<void>) => Promise<void>;

export async function receiveFile(path: string, read: ReadPieces): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    await read(async (piece) => {
      size += piece.length;
      hash.update(piece);
      // `write` may write only some of the bytes without an error, for example if the disk is full.
      await file.appendFile(piece);
    });
    await file.datasync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}
