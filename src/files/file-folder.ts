import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../store/replace-file.js';
import { isPending, keptFileSchema, REJECTS, type KeptFile } from './file-job.js';
import {
  fileId,
  inputName,
  turnedAway,
  type ArrivingEntry,
  type ArrivingFile,
  type FilePlace,
  type ImportNotes,
  type LocalInput,
  type NextFile,
  type PlacedFile,
  type Told,
} from './file-place.js';
import { refuseTooMany, type KeptOf } from './file-shares.js';
import { FolderNotes } from './folder-notes.js';

const FILE_ID = /^file-\d{12}$/;

/** Uploaded files and what came of them, in the data folder: for its owner only, in no backup. */
export class FileFolder implements FilePlace {
  readonly #path: string;
  readonly #files = new Map<string, KeptFile>();
  readonly #told = new Map<string, Told>();
  readonly #arriving = new Map<string, Omit<ArrivingEntry, 'clientId'> & { readonly clientId: string }>();
  #known: Promise<void> | undefined;
  #last = 0;
  /** One change after the other: whoever sees one may ask for the next. */
  #changing: Promise<unknown> = Promise.resolve();
  #look: (() => void) | undefined;

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'files');
  }

  async reserve(next: NextFile): Promise<ArrivingFile> {
    await this.#load();
    refuseTooMany(this.#kept(), next);
    const { clientId, extension, size } = next;
    const id = fileId((this.#last += 1));
    this.#arriving.set(id, { id, clientId, size, begun: new Date().toISOString() });
    await mkdir(join(this.#path, id), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      this.#arriving.delete(id);
      throw error;
    });
    const check = (): void => {
      if (!this.#arriving.has(id)) throw turnedAway(id);
    };
    let isKept = false;
    return {
      id,
      path: this.#pathOf(id, inputName(extension)),
      check,
      keep: (file) =>
        this.#after(async () => {
          check();
          await this.#put(file);
          isKept = true;
          this.#arriving.delete(id);
        }),
      end: async () => {
        this.#arriving.delete(id);
        if (!isKept) await this.#removeFolder(id);
      },
    };
  }

  arriving(): Promise<ArrivingEntry[]> {
    return Promise.resolve([...this.#arriving.values()]);
  }

  turnAway(id: string): Promise<boolean> {
    return this.#after(() => Promise.resolve(this.#arriving.delete(id)));
  }

  async all(): Promise<PlacedFile[]> {
    await this.#load();
    return [...this.#files.values()].map((file) => this.#placed(file));
  }

  async get(id: string): Promise<PlacedFile | undefined> {
    await this.#load();
    const file = this.#files.get(id);
    return file && this.#placed(file);
  }

  async change(id: string, change: (file: KeptFile) => KeptFile | undefined): Promise<KeptFile | undefined> {
    await this.#load();
    return this.#after(async () => {
      const before = this.#files.get(id);
      const after = before && change(before);
      if (after === undefined) return undefined;
      await this.#put(after);
      this.#told.delete(id);
      this.#look?.();
      return after;
    });
  }

  async remove(id: string, check: (file: KeptFile) => void): Promise<void> {
    await this.#load();
    await this.#after(async () => {
      const file = this.#files.get(id);
      if (file === undefined) return;
      check(file);
      await this.#remove(id);
    });
  }

  /** @param which `all`: also what waits, where nobody works on it any more */
  async expire(now: string, which: 'idle' | 'all' = 'idle'): Promise<void> {
    await this.#load();
    await this.#after(async () => {
      for (const file of [...this.#files.values()])
        if (file.expires < now && (which === 'all' || !isPending(file))) await this.#remove(file.id);
    });
  }

  input({ id, extension }: KeptFile): Promise<LocalInput> {
    return Promise.resolve({ path: this.#pathOf(id, inputName(extension)), release: () => Promise.resolve() });
  }

  async pending(): Promise<KeptFile[]> {
    await this.#load();
    return [...this.#files.values()].filter(isPending);
  }

  /** Records are this process's own: it shows all of them. */
  position(): Promise<number> {
    return Promise.resolve(0);
  }

  tell(id: string, told: Told): void {
    this.#told.set(id, told);
  }

  notes(id: string): ImportNotes {
    return new FolderNotes(this.#pathOf(id, REJECTS), this.#pathOf(id, 'counts.json'));
  }

  /** In the place of whatever was there. */
  async newResults(id: string): Promise<string> {
    const path = this.#pathOf(id, 'clean');
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  }

  keepResults(): Promise<void> {
    return Promise.resolve();
  }

  has(id: string, result: string): Promise<boolean> {
    return stat(this.#resultPath(id, result)).then(
      (found) => found.isFile(),
      () => false,
    );
  }

  /** The stream begins when it is read: an error that nobody waits for would end the process. */
  async *open(id: string, result: string): AsyncGenerator<Uint8Array> {
    yield* createReadStream(this.#resultPath(id, result)) as AsyncIterable<Buffer>;
  }

  follow(look: () => Promise<void>, trouble: (message: string) => void): void {
    this.#look = () => void look().catch((error: unknown) => trouble((error as Error).message));
    this.#look();
  }

  async close(): Promise<void> {
    this.#look = undefined;
    await this.#changing;
  }

  /** Loads the files that were kept; folders that are not whole are removed. */
  #load(): Promise<void> {
    this.#known ??= (async () => {
      for (const name of (await readdir(this.#path).catch(() => [])).sort()) {
        if (!FILE_ID.test(name)) continue;
        const read = await readFile(join(this.#path, name, 'file.json'), 'utf8').then(
          (text) => keptFileSchema.safeParse(JSON.parse(text)),
          () => undefined,
        );
        if (read?.success === true && read.data.id === name) this.#files.set(name, read.data);
        else await this.#removeFolder(name);
        this.#last = Number(name.slice('file-'.length));
      }
    })();
    return this.#known;
  }

  #kept(): KeptOf[] {
    const kept = new Map<string, KeptOf>();
    const add = (clientId: string, size: number, until: string | undefined): void => {
      const { files, bytes, expires } = kept.get(clientId) ?? { files: 0, bytes: 0 };
      const first = [expires, until].filter((each) => each !== undefined).sort()[0];
      kept.set(clientId, { clientId, files: files + 1, bytes: bytes + size, expires: first });
    };
    for (const { clientId, size, expires } of this.#files.values()) add(clientId, size, expires);
    for (const { clientId, size } of this.#arriving.values()) add(clientId, size, undefined);
    return [...kept.values()];
  }

  #placed(file: KeptFile): PlacedFile {
    return { file, told: this.#told.get(file.id) };
  }

  async #put(file: KeptFile): Promise<void> {
    await replaceFile(this.#pathOf(file.id, 'file.json'), JSON.stringify(file));
    this.#files.set(file.id, file);
  }

  async #remove(id: string): Promise<void> {
    this.#files.delete(id);
    this.#told.delete(id);
    await this.#removeFolder(id);
  }

  #removeFolder(id: string): Promise<void> {
    return rm(join(this.#path, id), { recursive: true, force: true });
  }

  #resultPath(id: string, result: string): string {
    return result === REJECTS ? this.#pathOf(id, result) : this.#pathOf(id, join('clean', result));
  }

  #pathOf(id: string, name: string): string {
    return join(this.#path, id, name);
  }

  #after<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#changing.then(work);
    this.#changing = done.catch(() => undefined);
    return done;
  }
}
