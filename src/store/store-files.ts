import {
  close,
  closeSync,
  constants,
  fdatasync,
  fstat,
  fstatSync,
  fsync,
  ftruncate,
  ftruncateSync,
  open,
  openSync,
  read,
  readSync,
  statSync,
  unlinkSync,
  write,
  writeSync,
  type Stats,
} from 'node:fs';
import { readdir, rename, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { makeFolder, PRIVATE } from '../runtime/make-folder.js';
import type { PageDevice } from '../runtime/memory/page-file.js';

/** An open file of the store. The caller passes the position of each write. */
export interface OpenFile {
  /** Returns fewer bytes only at the end of the file. */
  read(buffer: Buffer, position: number): Promise<number>;
  /** Writes all bytes. After an error, some of them may have been written. */
  write(bytes: Buffer, position: number): Promise<void>;
  /** Calls `fdatasync`. Returns immediately if every write since the last sync has waited for the disk. */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  size(): Promise<number>;
  /** Returns the size without disk access. */
  sizeNow(): number;
  /** Identifies the file on this machine, like `StoreFiles.look`. */
  identity(): string;
  close(): Promise<void>;
}

/**
 * All file system operations of the store, so that tests can make each of them fail. Paths are absolute, or relative to
 * the working directory.
 */
export interface StoreFiles {
  /** Creates a folder and its missing parents, which only the owner can access. */
  makeFolder(folder: string): Promise<void>;
  list(folder: string): Promise<string[]>;
  /**
   * Opens a file. With `read` or `write`, it must exist. With `create`, it must not exist. All modes except `read`
   * allow writing.
   * @param through whether each write waits for the disk, if the system supports this; the next sync then costs
   * nothing, and the guarantees are the same
   */
  open(path: string, mode: 'read' | 'write' | 'create', through?: 'through'): Promise<OpenFile>;
  /**
   * Creates a temporary file that only the owner can use. If the system supports files without a name, a crash leaves
   * nothing behind. Otherwise, `close` removes it.
   */
  makeScratch(path: string): PageDevice;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /**
   * Returns identity, size and modification time (milliseconds since the epoch) of a file, or `undefined` if there is
   * none. Takes microseconds, because the system has the data in memory.
   */
  look(path: string): { readonly identity: string; readonly size: number; readonly changed: number } | undefined;
  /** Calls `fsync` on a folder, which makes created, renamed and removed files durable. */
  syncFolder(folder: string): Promise<void>;
  /** Keeps a folder open, so that `syncFolder` needs no file descriptor. @returns a function that closes it */
  keepFolderOpen?(folder: string): Promise<() => Promise<void>>;
}

export async function withFile<T>(
  files: StoreFiles,
  path: string,
  mode: 'read' | 'create',
  use: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const file = await files.open(path, mode);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Returns whether the process has no free file descriptors. The file was not opened, but the disk works. */
export function isDescriptorShortage(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EMFILE' || code === 'ENFILE';
}

const openFd = promisify(open);
const readFd = promisify(read);
const writeFd = promisify(write);
const closeFd = promisify(close);
const syncFd = promisify(fdatasync);
const { O_CREAT, O_DSYNC, O_EXCL, O_RDONLY, O_RDWR } = constants;
const FLAGS = { read: O_RDONLY, write: O_RDWR, create: O_RDWR | O_CREAT | O_EXCL } as const;
/**
 * A write that waits for the disk is one call to a thread. Otherwise, there are two calls, with a turn of the event
 * loop between them. Under full load, there are only 100 to 200 turns per second. On Linux, such a write has the same
 * guarantees as `fdatasync`. On other systems, data may stay in the drive's cache.
 */
const CAN_WRITE_THROUGH = process.platform === 'linux';

export const systemFiles: StoreFiles = {
  async makeFolder(folder) {
    await makeFolder(folder, PRIVATE);
  },
  list: (folder) => readdir(folder),
  open: async (path, mode, through) => {
    const writesThrough = through !== undefined && CAN_WRITE_THROUGH;
    return systemFile(await openFd(path, writesThrough ? FLAGS[mode] | O_DSYNC : FLAGS[mode], 0o600), writesThrough);
  },
  makeScratch(path) {
    const fd = openSync(path, FLAGS.create, 0o600);
    const hasName = process.platform === 'win32';
    if (!hasName) unlinkSync(path);
    return scratchFile(fd, () => (hasName ? unlinkSync(path) : undefined));
  },
  rename,
  remove: unlink,
  look(path) {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && { identity: identityOf(found), size: found.size, changed: found.mtimeMs };
  },
  async syncFolder(folder) {
    // Windows cannot open folders. NTFS journals these changes.
    if (process.platform === 'win32') return;
    const held = openFolders.get(folder);
    if (held !== undefined) return promisify(fsync)(held);
    const fd = await openFd(folder, 'r');
    try {
      await promisify(fsync)(fd);
    } finally {
      await closeFd(fd);
    }
  },
  async keepFolderOpen(folder) {
    if (process.platform === 'win32' || openFolders.has(folder)) return () => Promise.resolve();
    const fd = await openFd(folder, 'r');
    openFolders.set(folder, fd);
    return async () => {
      openFolders.delete(folder);
      await closeFd(fd);
    };
  },
};

function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

const openFolders = new Map<string, number>();

function systemFile(fd: number, writesThrough: boolean): OpenFile {
  /** Whether everything written is on disk. At first false, because another process may have written to the file. */
  let isSynced = false;
  return {
    async read(buffer, position) {
      let done = 0;
      while (done < buffer.length) {
        const { bytesRead } = await readFd(fd, buffer, done, buffer.length - done, position + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return done;
    },
    async write(bytes, position) {
      let done = 0;
      const wasSynced = isSynced;
      isSynced = false;
      while (done < bytes.length) {
        const { bytesWritten } = await writeFd(fd, bytes, done, bytes.length - done, position + done);
        done += bytesWritten;
      }
      isSynced = wasSynced;
    },
    async sync() {
      if (isSynced) return;
      await syncFd(fd);
      isSynced = writesThrough;
    },
    async truncate(length) {
      isSynced = false;
      await promisify(ftruncate)(fd, length);
    },
    identity: () => identityOf(fstatSync(fd)),
    size: async () => (await promisify(fstat)(fd)).size,
    sizeNow: () => fstatSync(fd).size,
    close: () => closeFd(fd),
  };
}

function scratchFile(fd: number, remove: () => void): PageDevice {
  return {
    read(buffer, position) {
      let done = 0;
      while (done < buffer.length) {
        const count = readSync(fd, buffer, done, buffer.length - done, position + done);
        if (count === 0) break;
        done += count;
      }
      return done;
    },
    write(bytes, position) {
      for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, position + done);
    },
    truncate: (length) => ftruncateSync(fd, length),
    close() {
      closeSync(fd);
      remove();
    },
  };
}
