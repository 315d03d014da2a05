import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemFiles, type StoreFiles, type OpenFile } from '../../src/store/store-files.js';

export class PowerCut extends Error {
  constructor() {
    super('the power is cut');
  }
}

interface Inode {
  content: Buffer;
  /** Content at the last completed `fdatasync`. */
  durable: Buffer;
}

type Folder = Map<string, Inode>;

/**
 * The real file system of one flat folder, with a record of what a power cut would leave: file contents at their last
 * completed `fdatasync`, names at the last completed `fsync` of the folder. Unsynced data may survive in part: any
 * prefix of appended data, and any of the name changes.
 */
export class PowerCutFiles implements StoreFiles {
  /** Number of operations so far, except closing and listing. */
  operations = 0;
  #folder: Folder = new Map();
  #durable: Folder = new Map();
  #unsynced: ((folder: Folder) => void)[] = [];

  /** @param cutAt number of the operation at which the power fails; a write is completed in part */
  constructor(public cutAt = Infinity) {}

  get isCut(): boolean {
    return this.operations > this.cutAt;
  }

  makeFolder(folder: string): Promise<void> {
    return systemFiles.makeFolder(folder);
  }

  /** Marks the files in the folder as durable. */
  async adopt(folder: string): Promise<this> {
    for (const name of await systemFiles.list(folder)) {
      const file = await systemFiles.open(join(folder, name), 'read');
      const content = Buffer.alloc(await file.size());
      await file.read(content, 0);
      await file.close();
      this.#folder.set(name, { content, durable: content });
    }
    this.#durable = new Map(this.#folder);
    return this;
  }

  list(folder: string): Promise<string[]> {
    if (this.isCut) throw new PowerCut();
    return systemFiles.list(folder);
  }

  async open(path: string, mode: 'read' | 'write' | 'create'): Promise<OpenFile> {
    this.#step();
    const file = await systemFiles.open(path, mode);
    const name = basename(path);
    if (mode === 'create') {
      const inode = { content: Buffer.alloc(0), durable: Buffer.alloc(0) };
      this.#change((folder) => folder.set(name, inode));
    }
    return this.#wrap(file, this.#folder.get(name)!);
  }

  /** Scratch files need not survive the process. */
  makeScratch(path: string): ReturnType<StoreFiles['makeScratch']> {
    return systemFiles.makeScratch(path);
  }

  async rename(from: string, to: string): Promise<void> {
    this.#step();
    await systemFiles.rename(from, to);
    const inode = this.#folder.get(basename(from))!;
    this.#change((folder) => {
      if (folder.get(basename(from)) === inode) folder.delete(basename(from));
      folder.set(basename(to), inode);
    });
  }

  async remove(path: string): Promise<void> {
    this.#step();
    await systemFiles.remove(path);
    this.#change((folder) => folder.delete(basename(path)));
  }

  look(path: string): ReturnType<StoreFiles['look']> {
    return systemFiles.look(path);
  }

  async syncFolder(): Promise<void> {
    this.#step();
    const names = new Map(this.#folder);
    const made = this.#unsynced.length;
    await nextTurn();
    this.#durable = names;
    this.#unsynced.splice(0, made);
  }

  /** Simulates a killed process without a power cut: all written data is readable, but no more of it is durable. */
  nextProcess(cutAt: number): PowerCutFiles {
    const next = new PowerCutFiles(cutAt);
    next.#folder = this.#folder;
    next.#durable = this.#durable;
    next.#unsynced = this.#unsynced;
    return next;
  }

  /**
   * Writes the data that the cut leaves into an empty folder.
   *
   * @param random returns 0..1, for each unsynced change
   */
  async leave(target: string, random: () => number): Promise<void> {
    await mkdir(target, { recursive: true });
    const names = new Map(this.#durable);
    for (const change of this.#unsynced) if (random() >= 0.5) change(names);
    for (const [name, { content, durable }] of names) {
      const extended = content.length >= durable.length && content.subarray(0, durable.length).equals(durable);
      const left = extended
        ? content.subarray(0, durable.length + Math.floor(random() * (content.length - durable.length + 1)))
        : random() < 0.5
          ? durable
          : content;
      await writeFile(join(target, name), left);
    }
  }

  #wrap(file: OpenFile, inode: Inode): OpenFile {
    return {
      read: (buffer, position) => file.read(buffer, position),
      size: () => file.size(),
      sizeNow: () => file.sizeNow(),
      identity: () => file.identity(),
      close: () => file.close(),
      write: async (bytes, position) => {
        const hit = this.operations === this.cutAt;
        if (hit) this.operations++;
        else this.#step();
        const part = hit ? bytes.subarray(0, bytes.length >> 1) : bytes;
        await file.write(part, position);
        const content = Buffer.alloc(Math.max(inode.content.length, position + part.length));
        inode.content.copy(content);
        part.copy(content, position);
        inode.content = content;
        if (hit) throw new PowerCut();
      },
      // Does not sync to the disk, because only the content recorded here decides what a power cut leaves.
      sync: async () => {
        this.#step();
        const { content } = inode;
        await nextTurn();
        inode.durable = content;
      },
      truncate: async (length) => {
        this.#step();
        await file.truncate(length);
        inode.content = inode.content.subarray(0, length);
      },
    };
  }

  #change(change: (folder: Folder) => void): void {
    change(this.#folder);
    this.#unsynced.push(change);
  }

  #step(): void {
    if (this.operations++ >= this.cutAt) throw new PowerCut();
  }
}
