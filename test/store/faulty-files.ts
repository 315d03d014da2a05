import type { PageDevice } from '../../src/runtime/memory/page-file.js';
import { systemFiles, type StoreFiles, type OpenFile } from '../../src/store/store-files.js';

/** Operations on durable files. */
export type Operation = 'write' | 'sync' | 'truncate' | 'rename' | 'create' | 'syncFolder' | 'remove';
/** Operations on page files, which are temporary. */
export type PageOperation = 'makePages' | 'readPages' | 'writePages';

/** The real file system. Chosen operations fail like on a full or broken disk. */
export class FaultyFiles implements StoreFiles {
  /** Returns the error for an operation; `undefined` for success. */
  fails: (operation: Operation | PageOperation, path: string) => 'ENOSPC' | 'EIO' | 'EMFILE' | undefined = () =>
    undefined;
  /** Share of the bytes that a failing write still writes. */
  writtenShare = 0;
  readonly failed: (Operation | PageOperation)[] = [];

  makeFolder(folder: string): Promise<void> {
    return systemFiles.makeFolder(folder);
  }

  list(folder: string): Promise<string[]> {
    return systemFiles.list(folder);
  }

  async open(path: string, mode: 'read' | 'write' | 'create'): Promise<OpenFile> {
    if (mode === 'create') this.#check('create', path);
    const file = await systemFiles.open(path, mode);
    return {
      read: (buffer, position) => file.read(buffer, position),
      size: () => file.size(),
      sizeNow: () => file.sizeNow(),
      identity: () => file.identity(),
      close: () => file.close(),
      write: async (bytes, position) => {
        try {
          this.#check('write', path);
        } catch (error) {
          await file.write(bytes.subarray(0, Math.floor(bytes.length * this.writtenShare)), position);
          throw error;
        }
        await file.write(bytes, position);
      },
      sync: async () => {
        this.#check('sync', path);
        await file.sync();
      },
      truncate: async (length) => {
        this.#check('truncate', path);
        await file.truncate(length);
      },
    };
  }

  makeScratch(path: string): PageDevice {
    this.#check('makePages', path);
    const file = systemFiles.makeScratch(path);
    return {
      read: (buffer, position) => {
        this.#check('readPages', path);
        return file.read(buffer, position);
      },
      write: (bytes, position) => {
        try {
          this.#check('writePages', path);
        } catch (error) {
          file.write(bytes.subarray(0, Math.floor(bytes.length * this.writtenShare)), position);
          throw error;
        }
        file.write(bytes, position);
      },
      truncate: (length) => {
        this.#check('writePages', path);
        file.truncate(length);
      },
      close: () => file.close(),
    };
  }

  async rename(from: string, to: string): Promise<void> {
    this.#check('rename', to);
    await systemFiles.rename(from, to);
  }

  async remove(path: string): Promise<void> {
    this.#check('remove', path);
    await systemFiles.remove(path);
  }

  look(path: string): ReturnType<StoreFiles['look']> {
    return systemFiles.look(path);
  }

  async syncFolder(folder: string): Promise<void> {
    this.#check('syncFolder', folder);
    await systemFiles.syncFolder(folder);
  }

  #check(operation: Operation | PageOperation, path: string): void {
    const code = this.fails(operation, path);
    if (code === undefined) return;
    this.failed.push(operation);
    throw Object.assign(new Error(`${code}: injected at ${operation}`), { code });
  }
}
