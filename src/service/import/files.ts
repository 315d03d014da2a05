import type { MayGoOn } from '../auth/lost-right.js';
import { Turns } from '../../runtime/turns.js';
import type { ChangesOf, Likeness } from '../likeness.js';
import type { Caller } from '../caller.js';
import { RequestError } from '../../records/contract/request-error.js';
import { isPending, type QueuedWork } from '../work/queue.js';
import { REJECTS, SAVED, type KeptFile, type Look, type RunTask, type ShownFile, type Upload } from './file-job.js';
import { noWork } from '../jobs/job-options.js';
import type { ArrivingFile } from './arriving-files.js';
import type { NextFile } from './file-shares.js';
import { DELIMITERS, type IngestJob } from './bulk-job.js';
import { extensionOf } from './file-names.js';
import type { KeptFiles, Told } from './kept-files.js';
import { FileMemory, FileRefused } from './file-memory.js';
import { fileWorker, waitingFor } from './file-work.js';
import { Inspections } from './inspections.js';
import { receiveFile, type ReadPieces } from './receive-file.js';
import { shownFile, shownName } from './shown-file.js';
import { endRun, rowsDone, wasEnded } from './import-file.js';
import { bulkRun, callerOf, lookInto, rowsFrom, runOfFile, type FileRows } from './work-on-file.js';

const EXTENSIONS = ['.csv', '.tsv', '.txt', '.xlsx', '.json', '.ndjson', '.jsonl', '.vcf'];
/** Suffix of the names of compressed files. `.xlsx` files are compressed anyway. */
const PACKED = '.gz';
/** Milliseconds for which a file is kept after its last use. */
const KEPT_MS = 24 * 3_600_000;
const LOOK_MS = 60_000;

const HAVE_ENDED: ReadonlySet<KeptFile['status']> = new Set(['completed', 'failed', 'cancelled']);

type Placed = QueuedWork<KeptFile, Told>;

export interface BulkFile {
  readonly job: IngestJob;
  readonly file: ShownFile;
}

export interface Sender {
  readonly clientId: string;
  readonly userId?: string | undefined;
  /** Names of the objects that the client may use. Default: all objects. */
  readonly objects?: readonly string[] | undefined;
}

export interface FilesOptions {
  readonly likeness: Likeness;
  readonly place: KeptFiles;
  readonly configurationFolder?: string | undefined;
  readonly log?: { info(message: string): void; warn(message: string): void };
  readonly now?: () => Date;
  readonly isDrill?: boolean | undefined;
  readonly mayGoOn?: MayGoOn | undefined;
  /** Milliseconds to wait while the store is unavailable. Only tests set it. */
  readonly patience?: number;
  /** Maximum seconds of an inspection. Only tests set it. */
  readonly inspectSeconds?: number;
}

/**
 * Files that clients send to be imported or cleaned. Files are kept for a day, and read in separate processes. Files
 * are processed one after the other, but a short file may be processed alongside a long one. If the service stops, the
 * work continues after its next start or on another node.
 */
export class Files {
  readonly #inspections: Inspections;
  readonly #memory: FileMemory;
  #timer: NodeJS.Timeout | undefined;
  readonly #now: () => Date;
  #imported:
    | { readonly id: string; readonly after: number; readonly position: number; readonly ids: ReadonlySet<string> }
    | undefined;

  constructor(private readonly options: FilesOptions) {
    this.#now = options.now ?? (() => new Date());
    this.#memory = new FileMemory(() => options.likeness.configuration.settings.fileMemory);
    this.#inspections = new Inspections(options.inspectSeconds);
  }

  /** Continues the work of an earlier process, and regularly deletes expired files. */
  async start(): Promise<void> {
    await this.expire().catch((error: unknown) => this.#warn(error));
    const { place, log } = this.options;
    const worker = fileWorker({ ...this.options, memory: this.#memory, now: this.#now, expiry: () => this.#expiry() });
    place.queue.start(worker, (reason) => log?.warn(`uploaded files are waiting: ${reason}`));
    this.#timer = setInterval(() => void this.expire().catch((error: unknown) => this.#warn(error)), LOOK_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#inspections.close();
    await this.options.place.close();
  }

  /**
   * Stores and inspects an upload.
   * @param size maximum bytes of `read`, and of any file
   * @param gone aborted when the sender disconnects; then nothing is stored
   * @param bulkJob the job that the file is sent for, which defines its format
   * @throws RequestError 400 for an invalid file, 409 if too much is stored; any error from `read`
   */
  async receive(
    sender: Sender,
    name: string,
    read: ReadPieces,
    size: Pick<NextFile, 'size' | 'limit'>,
    gone?: AbortSignal,
    bulkJob?: IngestJob,
  ): Promise<ShownFile> {
    const extension = extensionOf(name);
    const isKnown = EXTENSIONS.includes(extension.replace(PACKED, '')) && extension !== `.xlsx${PACKED}`;
    if (!isKnown)
      throw new RequestError(
        ...([400, 'INVALID_FILE'] as const),
        `expected a name that ends in ${EXTENSIONS.join(', ')}, optionally followed by ${PACKED}`,
        ['name'],
      );
    const check = (): void => {
      if (bulkJob !== undefined && this.standing(bulkJob.id) !== 'open')
        throw new RequestError(409, 'INVALIDJOBSTATE', 'this job has ended: start another job');
    };
    check();
    const next = { clientId: sender.clientId, extension, bulkJob: bulkJob?.id, ...size };
    const arriving = await (bulkJob === undefined ? this.options.place.reserve(next) : this.#reserveForBulk(next));
    const objectType = bulkJob?.object;
    const delimiter = bulkJob && DELIMITERS[bulkJob.columnDelimiter];
    const reading = delimiter === undefined ? {} : { delimiter, encoding: 'utf8', header: true };
    try {
      const received = await receiveFile(arriving.path, (take) =>
        read((piece) => {
          arriving.check();
          return take(piece);
        }),
      );
      const file: KeptFile = {
        version: 1,
        id: arriving.id,
        name: shownName(name),
        created: this.#now().toISOString(),
        expires: this.#expiry(),
        status: 'ready',
        task: null,
        inspection: await this.#inspected(
          sender.clientId,
          arriving.path,
          { objects: sender.objects, objectType, reading },
          gone,
        ),
        counts: null,
        cleaned: null,
        imported: null,
        isGone: false,
        reason: null,
        results: [],
        clientId: sender.clientId,
        userId: sender.userId ?? null,
        objects: sender.objects === undefined ? null : [...sender.objects],
        extension,
        position: 0,
        completed: null,
        after: 0,
        importKeys: [],
        bulkJob: bulkJob ?? null,
        ...received,
      };
      check();
      await arriving.keep(file);
      return await this.#shown({ item: file, told: undefined });
    } finally {
      await arriving.end();
    }
  }

  /** Makes room for a bulk job's file. Deletes old jobs, because tools may send hundreds a day. */
  async #reserveForBulk(next: NextFile): Promise<ArrivingFile> {
    for (;;) {
      try {
        return await this.options.place.reserve(next);
      } catch (error) {
        const all = await this.options.place.queue.all();
        const isOver = ({ item: { clientId, bulkJob, status } }: Placed) =>
          clientId === next.clientId && bulkJob !== null && HAVE_ENDED.has(status);
        const oldest = all.filter(isOver).sort((one, other) => (one.item.id < other.item.id ? -1 : 1))[0];
        if (!(error instanceof RequestError) || error.errorCode !== 'LIMIT_EXCEEDED' || oldest === undefined)
          throw error;
        await this.remove(next.clientId, oldest.item.id);
      }
    }
  }

  /** Returns a client's files for bulk jobs, oldest first. */
  async bulkJobs(clientId: string): Promise<BulkFile[]> {
    const all = await this.options.place.queue.all();
    const mine = all.filter(({ item }) => item.clientId === clientId && item.bulkJob !== null);
    return Promise.all(
      mine.map(async ({ item, told }) => {
        const job = carriedOut(item, this.options.likeness);
        const placed = { item: job, told: job === item ? told : undefined };
        return { job: item.bulkJob!, file: await this.#shownExactly(placed) };
      }),
    );
  }

  /** Returns the Ids of the bulk jobs that have content and have not ended. */
  async bulkJobsUnderWay(): Promise<ReadonlySet<string>> {
    const all = await this.options.place.queue.all();
    return new Set(all.flatMap(({ item }) => (HAVE_ENDED.has(item.status) ? [] : (item.bulkJob?.id ?? []))));
  }

  /** Returns the state of a bulk job without a file. `gone`: it was run and then deleted. */
  standing(id: string): 'open' | 'cancelled' | 'gone' {
    const { likeness } = this.options;
    if (likeness.checkpoint(bulkRun(id)) === 0) return 'open';
    return wasEnded(likeness, bulkRun(id)) ? 'cancelled' : 'gone';
  }

  /** Ends a bulk job that has saved nothing, deletes its file, and rejects any other file for it. */
  async endUnsaved({ id, object }: IngestJob, caller: Caller): Promise<void> {
    if (this.standing(id) === 'open') await endRun(this.options.likeness, object, bulkRun(id), caller);
  }

  /** Returns a file with exact counts. Reported counts can lag behind. */
  async #shownExactly(placed: Placed): Promise<ShownFile> {
    const file = await this.#shown(placed);
    const { id, bulkJob, status } = placed.item;
    if (bulkJob === null || (status !== 'cancelled' && status !== 'failed')) return file;
    const { counts } = await this.options.place.noted(id, doneOf(placed.item, this.options.likeness));
    return { ...file, counts };
  }

  /** Marks a file as failed before any work, because none of its rows can be saved. @throws RequestError 404, 409 */
  async refuse(clientId: string, id: string, reason: string): Promise<ShownFile> {
    const { item } = await this.#mine(clientId, id);
    const refused = await this.#change(item, () => ({ status: 'failed', reason }));
    if (item.bulkJob !== null) await this.endUnsaved(item.bulkJob, callerOf(item));
    return refused;
  }

  /** Yields the rows of a file that were not processed, unchanged. @throws RequestError 404 */
  async *rowsLeft(clientId: string, id: string, signal: AbortSignal): AsyncGenerator<FileRows> {
    const { item } = await this.#mine(clientId, id);
    const { place, configurationFolder: config, likeness } = this.options;
    const job = carriedOut(item, likeness);
    yield* rowsFrom(job, doneOf(item, likeness), { place, config, memory: this.#memory, signal });
  }

  /**
   * Returns the rows that a bulk job has saved or rejected so far, in chunks.
   * @returns `undefined` if there are none
   * @throws RequestError 404
   */
  async rowsDone(
    clientId: string,
    id: string,
    which: 'saved' | 'rejects',
  ): Promise<AsyncIterable<Uint8Array> | undefined> {
    const { item } = await this.#mine(clientId, id);
    const { place, likeness } = this.options;
    const { [which]: bytes = 0 } = await place.noted(id, doneOf(item, likeness));
    return bytes === 0 ? undefined : cut(place.open(id, which === 'saved' ? SAVED : REJECTS), bytes);
  }

  /** Inspects a file again, for another object or with other options. @throws RequestError 400, 404 */
  async inspect(clientId: string, id: string, look: Look, gone?: AbortSignal): Promise<ShownFile> {
    const { objectType, ...reading } = look;
    const { item: file } = await this.#mine(clientId, id);
    if (isPending(file)) throw busy(id);
    const input = await this.options.place.input(file);
    try {
      const objects = file.objects ?? undefined;
      const inspection = await this.#inspected(clientId, input.path, { objectType, objects, reading }, gone);
      return await this.#change(file, () => ({ inspection }));
    } finally {
      await input.release();
    }
  }

  async list(clientId: string): Promise<ShownFile[]> {
    const all = await this.options.place.queue.all();
    const mine = all.filter(({ item }) => item.clientId === clientId);
    return Promise.all(mine.reverse().map((placed) => this.#shown(placed, all)));
  }

  /** @throws RequestError 404 */
  async get(clientId: string, id: string): Promise<ShownFile> {
    return this.#shown(await this.#mine(clientId, id));
  }

  /** Queues an import, dry run or cleaning. @throws RequestError 404; 409 while the file is in use */
  async run(clientId: string, id: string, task: RunTask): Promise<ShownFile> {
    if (this.options.isDrill === true) throw noWork();
    const { item: file } = await this.#mine(clientId, id);
    const begun = { counts: null, cleaned: null, completed: null, reason: null, results: [] };
    const { position } = this.options.likeness.visible;
    const said = { ...file.inspection?.said, ...task };
    return this.#change(file, (now) => {
      if (now.bulkJob !== null && (HAVE_ENDED.has(now.status) || task.action !== 'import'))
        throw new RequestError(409, 'INVALID_STATUS', `${id} was uploaded for a bulk job, which imports it only once`);
      if (now.task?.action === 'undo' && now.status !== 'completed')
        throw new RequestError(409, 'INVALID_STATUS', `${id} is only partly undone: finish the undo first`);
      if (now.isGone)
        throw new RequestError(409, 'ENTITY_IS_DELETED', `${id} was removed after a day: upload it again`);
      return { ...begun, task: said, position, status: 'queued' };
    });
  }

  /**
   * Queues the undo of everything that imports of the file have saved.
   * @throws RequestError 404; 409 if nothing was imported, or the file is in use
   */
  async undo(clientId: string, id: string): Promise<ShownFile> {
    if (this.options.isDrill === true) throw noWork();
    const { item: file } = await this.#mine(clientId, id);
    const { position } = this.options.likeness.visible;
    return this.#change(file, ({ imported, task }) => {
      if (imported === null || task === null)
        throw new RequestError(409, 'INVALID_STATUS', `No row of ${id} was imported: there is nothing to undo`);
      return { task: { ...task, action: 'undo' }, counts: null, reason: null, results: [], position, status: 'queued' };
    });
  }

  /** Returns the changes that imports of a file have made, in order. @throws RequestError 404 */
  async changes(clientId: string, id: string, after: number | undefined, most: number): Promise<ChangesOf> {
    const { item: file } = await this.#mine(clientId, id);
    return this.options.likeness.changesOf(id, Math.max(after ?? 0, file.after), most);
  }

  /** Returns Ids of records that imports of a file have created or updated. @throws RequestError 404 */
  async recordIds(clientId: string, id: string, turns = new Turns()): Promise<ReadonlySet<string>> {
    const { item } = await this.#mine(clientId, id);
    const { position } = this.options.likeness.visible;
    // Cached, because each page of a list needs the Ids.
    const known = this.#imported;
    if (known?.id === id && known.after === item.after && known.position === position) return known.ids;
    const ids = new Set<string>();
    for (let next: number | null = item.after; next !== null;) {
      const found: ChangesOf = this.options.likeness.changesOf(id, next, Infinity);
      for (const { recordId } of found.changes) ids.add(recordId);
      ({ next } = found);
      await turns.next();
    }
    this.#imported = { id, after: item.after, position, ids };
    return ids;
  }

  /**
   * Cancels the work on a file, whether it is running or queued, or was never requested. Rows that were already saved
   * are counted and kept. No row is saved later, because a bulk job's rows are reported only once.
   * @throws RequestError 404
   */
  async cancel(clientId: string, id: string): Promise<ShownFile> {
    const { item: file, told } = await this.#mine(clientId, id);
    const counts = told?.counts ?? null;
    const cancelled = (now: KeptFile) =>
      isPending(now) || (now.status === 'ready' && now.bulkJob !== null)
        ? { ...now, status: 'cancelled' as const, counts }
        : undefined;
    const changed = await this.options.place.queue.change(file.id, cancelled);
    const now = changed === undefined ? await this.#mine(clientId, id) : { item: changed, told: undefined };
    const run = runOfFile(now.item);
    if (run === undefined || now.item.status !== 'cancelled') return this.#shown(now);
    // Also ends a bulk job whose end could not be saved earlier.
    const isToEnd = changed !== undefined || (now.item.bulkJob !== null && !wasEnded(this.options.likeness, run));
    return isToEnd ? this.#ended(now.item, run) : this.#shownExactly(now);
  }

  async #ended(cancelled: KeptFile, run: string): Promise<ShownFile> {
    const { likeness, place } = this.options;
    const { id, task, bulkJob } = cancelled;
    const objectType = bulkJob === null ? task!.objectType : bulkJob.object;
    await endRun(likeness, objectType, run, callerOf(cancelled));
    const noted = await place.endNotes(id, rowsDone(likeness, run));
    // Other nodes report the end only when they show these rows.
    const { position } = likeness.visible;
    const shown = (now: KeptFile) => (now.status === 'cancelled' ? { ...now, ...noted, position } : undefined);
    const ended = await place.queue.change(id, shown);
    return this.#shownExactly({ item: ended ?? cancelled, told: undefined });
  }

  /** @throws RequestError 404; 409 while the file is in use */
  async remove(clientId: string, id: string): Promise<void> {
    const { item: file } = await this.#mine(clientId, id);
    const check = (now: KeptFile): void => {
      if (isPending(now)) throw busy(id);
    };
    check(file);
    await this.options.place.queue.idle(id);
    await this.options.place.remove(id, check);
  }

  /** Lists files and uploads of all clients, newest first. */
  async uploads(): Promise<Omit<Upload, 'clientName'>[]> {
    const { place } = this.options;
    const arriving = (await place.arriving()).map(({ id, clientId, size, begun }) => ({
      ...{ id, clientId, name: null, size, created: begun, expires: null },
      ...{ status: 'arriving' as const, action: null, objectType: null },
    }));
    const kept = (await place.queue.all()).map((placed) => {
      const { id, name, size, created, expires, status, task } = this.#shownAlone(placed);
      const { clientId } = placed.item;
      const { action = null, objectType = null } = task ?? {};
      return { id, clientId, name, size, created, expires, status, action, objectType };
    });
    return [...kept, ...arriving].sort((one, other) => (one.id < other.id ? 1 : -1));
  }

  /** Ends the work on any client's file or upload, then deletes it. @throws RequestError 404 */
  async discard(id: string): Promise<void> {
    const { place } = this.options;
    if (await place.turnAway(id)) return;
    const found = await place.queue.get(id);
    if (found === undefined) throw unknown(id);
    await place.queue.change(id, (now) => (isPending(now) ? { ...now, status: 'cancelled' } : undefined));
    await this.options.place.queue.idle(id);
    await place.remove(id, () => undefined);
  }

  /** @returns a result in chunks @throws RequestError 404 */
  async result(clientId: string, id: string, name: string): Promise<AsyncIterable<Uint8Array>> {
    const { item: file } = await this.#mine(clientId, id);
    if (!file.results.includes(name)) throw new RequestError(404, 'NOT_FOUND', `${id} does not have this result`);
    return this.options.place.open(id, name);
  }

  /** Deletes files that nobody has used for a day. */
  async expire(): Promise<void> {
    const { historyDays } = this.options.likeness.configuration.settings;
    await this.options.place.expire(this.#now().toISOString(), 'idle', historyDays);
  }

  async #mine(clientId: string, id: string): Promise<Placed> {
    const placed = await this.options.place.queue.get(id);
    if (placed?.item.clientId !== clientId) throw unknown(id);
    return placed;
  }

  /** Changes a file that is not in use. @throws RequestError 404, 409 */
  async #change({ id }: KeptFile, change: (now: KeptFile) => Partial<KeptFile>): Promise<ShownFile> {
    const file = await this.options.place.queue.change(id, (now) => {
      if (isPending(now)) throw busy(id);
      return { ...now, ...change(now), expires: this.#expiry() };
    });
    if (file === undefined) throw unknown(id);
    return this.#shown({ item: file, told: undefined });
  }

  #expiry(): string {
    return new Date(this.#now().getTime() + KEPT_MS).toISOString();
  }

  #inspected(
    clientId: string,
    path: string,
    as: Parameters<typeof lookInto>[1],
    gone: AbortSignal | undefined,
  ): Promise<KeptFile['inspection']> {
    const read = { path, config: this.options.configurationFolder };
    const look = (signal: AbortSignal) => lookInto(read, as, signal, this.#memory);
    return this.#inspections.inspect(clientId, look, gone).catch((error: unknown) => {
      throw error instanceof FileRefused ? new RequestError(400, 'INVALID_FILE', error.message, ['name']) : error;
    });
  }

  /** Returns a file with its position in the queue. @param all all files, if already loaded */
  async #shown(placed: Placed, all?: readonly Placed[]): Promise<ShownFile> {
    const file = this.#shownAlone(placed);
    if (file.status !== 'queued') return file;
    return { ...file, ...waitingFor(placed.item, all ?? (await this.options.place.queue.all())) };
  }

  #shownAlone({ item, told }: Placed): ShownFile {
    return shownFile(item, told, this.options.likeness.visible.position);
  }

  #warn(error: unknown): void {
    this.options.log?.warn(`expired files could not be removed: ${(error as Error).message}`);
  }
}

/** Returns a bulk job's file as it was when its import ended, even if the import is undone later. */
function carriedOut(file: KeptFile, likeness: Pick<Likeness, 'checkpoint'>): KeptFile {
  if (file.task?.action !== 'undo' || file.bulkJob === null || file.imported === null) return file;
  const { ended, counts } = file.imported;
  const status = ended !== null ? 'completed' : wasEnded(likeness, bulkRun(file.bulkJob.id)) ? 'cancelled' : 'failed';
  return { ...file, status, counts, reason: null };
}

function doneOf({ bulkJob }: KeptFile, likeness: Pick<Likeness, 'checkpoint'>): number {
  return bulkJob === null ? 0 : rowsDone(likeness, bulkRun(bulkJob.id));
}

/** Yields the first `bytes` bytes. Later lines belong to uncommitted rows. */
async function* cut(pieces: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of pieces) {
    yield piece.length > left ? piece.subarray(0, left) : piece;
    left -= piece.length;
    if (left <= 0) return;
  }
}

function unknown(id: string): RequestError {
  return new RequestError(404, 'NOT_FOUND', `File '${id.slice(0, 40)}' does not exist`);
}

function busy(id: string): RequestError {
  return new RequestError(409, 'ALREADY_IN_PROCESS', `${id} is in use: wait until its work ends, or cancel it`);
}
