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
import type { PageDevice } from '../memory/page-file.js';

/** An open file of the store. Writes go to the end that the caller names: nothing else moves it. */
export interface OpenFile {
  /** Reads into the buffer from a position; fewer bytes than fit only at the end of the file. */
  read(buffer: Buffer, position: number): Promise<number>;
  /** Writes all of it at a position. On failure any part may have been written. */
  write(bytes: Buffer, position: number): Promise<void>;
  /** `fdatasync`. At once where everything since the last one was written through. */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  size(): Promise<number>;
  /** The same at once: it waits for no disk. */
  sizeNow(): number;
  /** Tells the file from every other on the machine, as `Files.look` does. */
  identity(): string;
  close(): Promise<void>;
}

/**
 * All that the store asks of the file system, so that tests can let any one of it fail. Paths are absolute or relative
 * to the process.
 */
export interface StoreFiles {
  /** With its parents, as far as they are missing; for the owner only. */
  makeFolder(folder: string): Promise<void>;
  list(folder: string): Promise<string[]>;
  /**
   * `read`: must exist. `write`: must exist, for reading and writing. `create`: for reading and writing, must not
   * exist.
   *
   * @param through each write is to wait for the disk by itself, where the system can do that: the sync that follows it
   * then costs nothing. Without effect on what is promised
   */
  open(path: string, mode: 'read' | 'write' | 'create', through?: 'through'): Promise<OpenFile>;
  /**
   * Makes a file for what need not outlast the process; for the owner only. Where the system can do that it has no name
   * from the first moment, so that nothing of it is left however the process ends; elsewhere it is removed by `close`.
   */
  makeScratch(path: string): PageDevice;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /**
   * Which file a name stands for now, its bytes, and when they were changed (milliseconds since the epoch);
   * `undefined`: none. Takes microseconds: the system has it in memory.
   */
  look(path: string): { readonly identity: string; readonly size: number; readonly changed: number } | undefined;
  /** `fsync` of a folder: makes creations, renames and removals in it durable. */
  syncFolder(folder: string): Promise<void>;
  /** Holds a folder open until told to let go: meanwhile `syncFolder` needs no file descriptor of its own. */
  keepFolderOpen?(folder: string): Promise<() => Promise<void>>;
}

/** Opens a file, and closes it however its use ends. */
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

/** The process has no file descriptor left: what was to be opened was not, and the disk is none the worse for it. */
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
 * A write that waits for the disk is one call to a thread instead of two with a turn of the event loop between them, of
 * which there are no more than a hundred or two a second under full load. On Linux it ends as `fdatasync` does;
 * elsewhere it may leave the data in the cache of the drive.
 */
const CAN_WRITE_THROUGH = process.platform === 'linux';

/** The file system of the machine. */
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
    // Windows cannot open folders; NTFS journals its own metadata.
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
  /**
   * Nothing is on its way to the disk but what each write waits for; not so at first: others may have written to the
   * file before.
   */
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
