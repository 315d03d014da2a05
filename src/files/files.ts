import { extname } from 'node:path';
import type { Likeness } from '../contract/likeness.js';
import { RequestError } from '../contract/request-error.js';
import { CLEAN_RESULTS, isPending, REJECTS, type KeptFile, type ShownFile, type Task } from './file-job.js';
import type { FileFolder } from './file-folder.js';
import { shownFile, shownName } from './shown-file.js';
import { lookInto, reasonOf, resultPath, workOn } from './work-on-file.js';

const EXTENSIONS = ['.csv', '.tsv', '.txt', '.xlsx', '.json', '.ndjson', '.jsonl'];
/** Files kept at once, and how much larger than the largest one all of them may be. */
const MOST_FILES = 20;
const TIMES_LIMIT = 10;
/** Milliseconds that a file is kept after anything was done with it. */
const KEPT_MS = 24 * 3_600_000;
/** Milliseconds between two looks at what has expired. */
const LOOK_MS = 60_000;
/** Milliseconds for a first look into a file. */
const INSPECT_MS = 120_000;

export interface Sender {
  readonly clientId: string;
  readonly userId?: string | undefined;
  /** Names of the objects that the client is kept to; absent: all. */
  readonly objects?: readonly string[] | undefined;
}

export interface FilesOptions {
  readonly likeness: Likeness;
  readonly folder: FileFolder;
  readonly configurationFolder?: string | undefined;
  readonly log?: { info(message: string): void; warn(message: string): void };
  readonly now?: () => Date;
}

interface Running {
  readonly id: string;
  readonly abort: AbortController;
  /** Resolves when nothing writes to its folder any more: a moment after it is shown as ended. */
  readonly done: Promise<void>;
  progress: ShownFile['progress'];
}

/**
 * Files that clients send to be imported or cleaned: kept for a day, read in processes of their own, worked on one
 * after the other. What was under way when the service stopped goes on at the next start.
 */
export class Files {
  readonly #files = new Map<string, KeptFile>();
  #known: Promise<void> | undefined;
  #running: Running | undefined;
  #work: Promise<void> = Promise.resolve();
  #writing: Promise<void> = Promise.resolve();
  #inspecting: Promise<unknown> = Promise.resolve();
  #receiving = 0;
  #last = 0;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  readonly #now: () => Date;

  constructor(private readonly options: FilesOptions) {
    this.#now = options.now ?? (() => new Date());
  }

  /** Goes on with what an earlier process left, and removes from time to time what has expired. */
  async start(): Promise<void> {
    await this.#load();
    this.#begin();
    this.#timer = setInterval(() => void this.expire(), LOOK_MS).unref();
  }

  /** What runs goes on at the next start. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort(new Error('the service is being stopped'));
    await this.#work;
    await this.#inspecting.catch(() => undefined);
  }

  /**
   * Keeps what is sent, and looks into it.
   *
   * @param limit bytes
   * @throws RequestError 400 for what is no such file, 409 where too much is kept already, 413
   */
  async receive(sender: Sender, name: string, pieces: AsyncIterable<Buffer>, limit: number): Promise<ShownFile> {
    await this.#load();
    const extension = extname(name).toLowerCase();
    if (!EXTENSIONS.includes(extension))
      throw new RequestError(400, 'INVALID_FILE', `expected a name that ends in ${EXTENSIONS.join(', ')}`, ['name']);
    const size = [...this.#files.values()].reduce((sum, file) => sum + file.size, 0);
    const isFull = this.#files.size + this.#receiving >= MOST_FILES;
    if (isFull || size + (this.#receiving + 1) * limit > TIMES_LIMIT * limit)
      throw new RequestError(409, 'LIMIT_EXCEEDED', 'too many files are kept already; delete one, or wait for a day');
    const id = `file-${String((this.#last += 1)).padStart(12, '0')}`;
    const { folder } = this.options;
    this.#receiving += 1;
    try {
      const received = await folder.receive(id, `input${extension}`, pieces, limit);
      if (received === undefined)
        throw new RequestError(413, 'REQUEST_TOO_LARGE', `the file is larger than the limit of ${limit} bytes`);
      const now = this.#now();
      const file: KeptFile = {
        version: 1,
        id,
        name: shownName(name),
        created: now.toISOString(),
        expires: this.#expiry(),
        status: 'ready',
        task: null,
        inspection: null,
        counts: null,
        cleaned: null,
        reason: null,
        results: [],
        clientId: sender.clientId,
        userId: sender.userId ?? null,
        objects: sender.objects === undefined ? null : [...sender.objects],
        extension,
        ...received,
      };
      const { inspection } = await this.#inspected(file, undefined);
      await this.#keep({ ...file, inspection });
      return this.#shown(this.#files.get(id)!);
    } catch (error) {
      await folder.remove(id);
      throw error;
    } finally {
      this.#receiving -= 1;
    }
  }

  /** Guesses anew, for another object. @throws RequestError 400, 404 */
  async inspect(clientId: string, id: string, objectType: string): Promise<ShownFile> {
    const file = await this.#mine(clientId, id);
    if (isPending(file)) throw busy(id);
    const { inspection } = await this.#inspected(file, objectType);
    await this.#keep({ ...file, inspection, expires: this.#expiry() });
    return this.#shown(this.#files.get(id)!);
  }

  /** Newest first: those of a client. */
  async list(clientId: string): Promise<ShownFile[]> {
    await this.#load();
    const mine = [...this.#files.values()].filter((file) => file.clientId === clientId);
    return mine.reverse().map((file) => this.#shown(file));
  }

  /** @throws RequestError 404 */
  async get(clientId: string, id: string): Promise<ShownFile> {
    return this.#shown(await this.#mine(clientId, id));
  }

  /** Imports, tries or cleans, in its turn. @throws RequestError 404; 409 while it is worked on already */
  async run(clientId: string, id: string, task: Task): Promise<ShownFile> {
    const file = await this.#mine(clientId, id);
    if (isPending(file)) throw busy(id);
    const begun = { counts: null, cleaned: null, reason: null, results: [], expires: this.#expiry() };
    await this.#keep({ ...file, ...begun, task, status: 'queued' });
    this.#begin();
    return this.#shown(this.#files.get(id)!);
  }

  /** Ends what waits or runs; what an import has saved stays. @throws RequestError 404 */
  async cancel(clientId: string, id: string): Promise<ShownFile> {
    const file = await this.#mine(clientId, id);
    if (!isPending(file)) return this.#shown(file);
    await this.#keep({ ...file, status: 'cancelled' });
    if (this.#running?.id === id) this.#running.abort.abort(new Error('cancelled'));
    return this.#shown(this.#files.get(id)!);
  }

  /** @throws RequestError 404; 409 while it is worked on */
  async remove(clientId: string, id: string): Promise<void> {
    if (isPending(await this.#mine(clientId, id))) throw busy(id);
    while (this.#running?.id === id) await this.#running.done;
    if (isPending(await this.#mine(clientId, id))) throw busy(id);
    this.#files.delete(id);
    await this.#writing;
    await this.options.folder.remove(id);
  }

  /** @returns where a result is. @throws RequestError 404 */
  async result(clientId: string, id: string, name: string): Promise<string> {
    const file = await this.#mine(clientId, id);
    if (!file.results.includes(name)) throw new RequestError(404, 'NOT_FOUND', `${id} has no such result`);
    return this.options.folder.pathOf(id, resultPath(name));
  }

  /** Removes what nobody has touched for a day. */
  async expire(): Promise<void> {
    const now = this.#now().toISOString();
    for (const file of [...this.#files.values()])
      if (file.expires < now && !isPending(file) && this.#running?.id !== file.id) {
        this.#files.delete(file.id);
        await this.options.folder.remove(file.id);
      }
  }

  #load(): Promise<void> {
    this.#known ??= (async () => {
      for (const file of await this.options.folder.all()) {
        this.#files.set(file.id, file.status === 'running' ? { ...file, status: 'queued' } : file);
        this.#last = Math.max(this.#last, Number(file.id.slice('file-'.length)));
      }
      await this.expire();
    })();
    return this.#known;
  }

  async #mine(clientId: string, id: string): Promise<KeptFile> {
    await this.#load();
    const file = this.#files.get(id);
    if (file?.clientId !== clientId) throw new RequestError(404, 'NOT_FOUND', `There is no file '${id.slice(0, 40)}'`);
    return file;
  }

  #expiry(): string {
    return new Date(this.#now().getTime() + KEPT_MS).toISOString();
  }

  /** On disk in the order made: whoever sees an end may ask for the next thing while it is written. */
  async #keep(file: KeptFile): Promise<void> {
    this.#files.set(file.id, file);
    const written = this.#writing.then(() => this.options.folder.put(file));
    this.#writing = written.catch(() => undefined);
    await written;
  }

  /** One at a time, so that many uploads are not many processes. */
  #inspected(file: KeptFile, objectType: string | undefined): Promise<Pick<KeptFile, 'inspection'>> {
    const look = async (): Promise<Pick<KeptFile, 'inspection'>> => {
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(INSPECT_MS)]);
      return { inspection: await lookInto(file, objectType, { ...this.options, signal }) };
    };
    const looked = this.#inspecting.then(look, look);
    this.#inspecting = looked.catch(() => undefined);
    return looked;
  }

  #begin(): void {
    this.#work = this.#work.then(async () => {
      for (;;) {
        const next = [...this.#files.values()].find(({ status }) => status === 'queued');
        if (next === undefined || this.#closing.signal.aborted) return;
        await this.#runOne(next);
      }
    });
  }

  async #runOne(queued: KeptFile): Promise<void> {
    const { log } = this.options;
    const { id } = queued;
    let settle!: () => void;
    const done = new Promise<void>((resolve) => (settle = resolve));
    const running: Running = { id, abort: new AbortController(), done, progress: null };
    this.#running = running;
    try {
      await this.#keep({ ...queued, status: 'running' });
      const signal = AbortSignal.any([this.#closing.signal, running.abort.signal]);
      const outcome = await workOn(queued, {
        ...this.options,
        signal,
        progress: (progress, counts) => {
          running.progress = progress;
          if (counts !== undefined) this.#files.set(id, { ...this.#files.get(id)!, counts });
        },
      });
      if (this.#files.get(id)?.status === 'running') await this.#end(id, { ...outcome, status: 'completed' });
      log?.info(`${id}: ${queued.task!.action} completed`);
    } catch (error) {
      // What the stop of the service has ended stays as it is on disk: it goes on at the next start.
      if (this.#closing.signal.aborted || this.#files.get(id)?.status !== 'running') return;
      const reason = reasonOf(error);
      await this.#end(id, { status: 'failed', reason, counts: this.#files.get(id)!.counts }).catch(() => undefined);
      log?.warn(`${id} failed: ${reason}`);
    } finally {
      this.#running = undefined;
      settle();
    }
  }

  async #end(id: string, how: Partial<KeptFile>): Promise<void> {
    const file = this.#files.get(id)!;
    const names = file.task?.action === 'clean' ? CLEAN_RESULTS : [REJECTS];
    const results: string[] = [];
    for (const name of names) if (await this.options.folder.has(id, resultPath(name))) results.push(name);
    await this.#keep({ ...file, ...how, results, expires: this.#expiry() });
  }

  #shown(kept: KeptFile): ShownFile {
    return shownFile(kept, this.#running?.id === kept.id ? this.#running.progress : null);
  }
}

function busy(id: string): RequestError {
  return new RequestError(409, 'ALREADY_IN_PROCESS', `${id} is being worked on: wait, or cancel it`);
}
