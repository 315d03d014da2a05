import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** A body on its way: hands its pieces to `take`, one after the other, and resolves when it was all of them. */
export type ReadPieces = (take: (piece: Buffer) => Promise<void>) => Promise<void>;

/** Writes what is sent into a new file, piece by piece. */
export async function receiveFile(path: string, read: ReadPieces): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    await read(async (piece) => {
      size += piece.length;
      hash.update(piece);
      // Not `write`, which may keep a part of it and say nothing, as when the disk gets full.
      await file.appendFile(piece);
    });
    await file.datasync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}
