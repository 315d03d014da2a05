import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller, ChangesOf, Likeness } from '../service/likeness.js';
import { RequestError } from '../contract/request-error.js';
import { isPending, type QueuedWork } from '../work/queue.js';
import { REJECTS, SAVED, type KeptFile, type Look, type RunTask, type ShownFile, type Upload } from './file-job.js';
import { noWork } from '../jobs/job-options.js';
import type { ArrivingFile, NextFile } from './arriving-files.js';
import { DELIMITERS, ingestJobOf } from './bulk-job.js';
import { extensionOf } from './file-names.js';
import type { KeptFiles, Told } from './kept-files.js';
import { FileMemory } from './file-memory.js';
import { FileRefused } from './file-refused.js';
import { fileWorker } from './file-work.js';
import { Inspections } from './inspections.js';
import { receiveFile, type ReadPieces } from './receive-file.js';
import { shownFile, shownName } from './shown-file.js';
import { endRun, rowsDone, wasEnded } from './import-file.js';
import { bulkRun, callerOf, lookInto, rowsFrom, runOfFile, type FileRows } from './work-on-file.js';

const EXTENSIONS = ['.csv', '.tsv', '.txt', '.xlsx', '.json', '.ndjson', '.jsonl', '.vcf'];
/** Ending behind one of these, except `.xlsx`. */
const PACKED = '.gz';
/** Milliseconds that a file is kept after anything was done with it. */
const KEPT_MS = 24 * 3_600_000;
/** Milliseconds between two looks at what has expired. */
const LOOK_MS = 60_000;

/** A bulk job in one of these will not go on. */
const HAVE_ENDED: ReadonlySet<KeptFile['status']> = new Set(['completed', 'failed', 'cancelled']);

type Placed = QueuedWork<KeptFile, Told>;

/** A file that was sent for a bulk job. */
export interface BulkFile {
  /** Id of the job. */
  readonly job: string;
  readonly file: ShownFile;
}

export interface Sender {
  readonly clientId: string;
  readonly userId?: string | undefined;
  /** Names of the objects that the client is kept to; absent: all. */
  readonly objects?: readonly string[] | undefined;
}

export interface FilesOptions {
  readonly likeness: Likeness;
  readonly place: KeptFiles;
  readonly configurationFolder?: string | undefined;
  readonly log?: { info(message: string): void; warn(message: string): void };
  readonly now?: () => Date;
  readonly isDrill?: boolean | undefined;
  /** Milliseconds that work waits for a store, or a part of the index, that is away; only tests set it. */
  readonly patience?: number;
  /** Seconds for a first look into a file; only tests set it. */
  readonly inspectSeconds?: number;
}

/**
 * Files that clients send to be imported or cleaned: kept for a day, read in processes of their own, worked on one
 * after the other. What was under way when the service stopped goes on at the next start, or at another node.
 */
export class Files {
  readonly #inspections: Inspections;
  readonly #memory: FileMemory;
  #timer: NodeJS.Timeout | undefined;
  readonly #now: () => Date;
  /** Records of the import that was asked for last. */
  #imported:
    | { readonly id: string; readonly after: number; readonly position: number; readonly ids: ReadonlySet<string> }
    | undefined;

  constructor(private readonly options: FilesOptions) {
    this.#now = options.now ?? (() => new Date());
    this.#memory = new FileMemory(() => options.likeness.configuration.settings.fileMemory);
    this.#inspections = new Inspections(options.inspectSeconds);
  }

  /** Goes on with what an earlier process left, and removes from time to time what has expired. */
  async start(): Promise<void> {
    await this.expire().catch((error: unknown) => this.#warn(error));
    const { place, log } = this.options;
    const worker = fileWorker({ ...this.options, memory: this.#memory, now: this.#now, expiry: () => this.#expiry() });
    place.queue.start(worker, (reason) => log?.warn(`files that clients have sent wait: ${reason}`));
    this.#timer = setInterval(() => void this.expire().catch((error: unknown) => this.#warn(error)), LOOK_MS).unref();
  }

  /** A job that runs goes on at the next start. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#inspections.close();
    await this.options.place.close();
  }

  /**
   * Keeps what is sent, and looks into it.
   *
   * @param size bytes that `read` gives at the most, and that any file may have
   * @param gone the sender has left: nothing is kept
   * @param bulkJob Id of the bulk job that it is sent for, which says how it is read
   * @throws RequestError 400 for what is no such file, 409 where too much is kept already; what `read` throws
   */
  async receive(
    sender: Sender,
    name: string,
    read: ReadPieces,
    size: Pick<NextFile, 'size' | 'limit'>,
    gone?: AbortSignal,
    bulkJob?: string,
  ): Promise<ShownFile> {
    const extension = extensionOf(name);
    const isKnown = EXTENSIONS.includes(extension.replace(PACKED, '')) && extension !== `.xlsx${PACKED}`;
    if (!isKnown)
      throw new RequestError(
        ...([400, 'INVALID_FILE'] as const),
        `expected a name that ends in ${EXTENSIONS.join(', ')}, or in ${PACKED} behind it`,
        ['name'],
      );
    const check = (): void => {
      if (bulkJob !== undefined && this.standing(bulkJob) !== 'open')
        throw new RequestError(409, 'INVALIDJOBSTATE', 'this job has ended: start another one');
    };
    check();
    const next = { clientId: sender.clientId, extension, bulkJob, ...size };
    const arriving = await (bulkJob === undefined ? this.options.place.reserve(next) : this.#reserveForBulk(next));
    const { object: objectType, columnDelimiter } = bulkJob === undefined ? {} : ingestJobOf(bulkJob);
    const delimiter = columnDelimiter && DELIMITERS[columnDelimiter];
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
      return this.#shown({ item: file, told: undefined });
    } finally {
      await arriving.end();
    }
  }

  /** Ended bulk jobs of a client make way for its next one, the oldest first: a tool may send hundreds a day. */
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

  /** Files that a client has sent for bulk jobs, oldest first. */
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

  /** How a bulk job stands of which no file is kept. `gone`: it was carried out, and has made way. */
  standing(job: string): 'open' | 'cancelled' | 'gone' {
    const { likeness } = this.options;
    if (likeness.checkpoint(bulkRun(job)) === 0) return 'open';
    return wasEnded(likeness, bulkRun(job)) ? 'cancelled' : 'gone';
  }

  /** Ends a bulk job of which nothing was saved: nothing is taken for it any more, though its file is gone. */
  async endUnsaved(job: string, caller: Caller): Promise<void> {
    if (this.standing(job) === 'open')
      await endRun(this.options.likeness, ingestJobOf(job).object, bulkRun(job), caller);
  }

  /** Counts that were told last may be of before the last rows. */
  async #shownExactly(placed: Placed): Promise<ShownFile> {
    const file = this.#shown(placed);
    const { id, bulkJob, status } = placed.item;
    if (bulkJob === null || (status !== 'cancelled' && status !== 'failed')) return file;
    const { counts } = await this.options.place.noted(id, doneOf(placed.item, this.options.likeness));
    return { ...file, counts };
  }

  /** Nothing of the file can be saved: it has failed before it began. @throws RequestError 404, 409 */
  async refuse(clientId: string, id: string, reason: string): Promise<ShownFile> {
    const { item } = await this.#mine(clientId, id);
    const refused = await this.#change(item, () => ({ status: 'failed', reason }));
    if (item.bulkJob !== null) await this.endUnsaved(item.bulkJob, callerOf(item));
    return refused;
  }

  /** The rows of a file that nobody has come to, as they stand in it. @throws RequestError 404 */
  async *rowsLeft(clientId: string, id: string, signal: AbortSignal): AsyncGenerator<FileRows> {
    const { item } = await this.#mine(clientId, id);
    const { place, configurationFolder: config, likeness } = this.options;
    const job = carriedOut(item, likeness);
    yield* rowsFrom(job, doneOf(item, likeness), { place, config, memory: this.#memory, signal });
  }

  /**
   * The rows of a bulk job that were saved, or that were not, piece by piece, as far as it came, however it ended.
   *
   * @returns `undefined` where there are none
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

  /** Guesses anew: for another object, or read in another way. @throws RequestError 400, 404 */
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

  /** Newest first: those of a client. */
  async list(clientId: string): Promise<ShownFile[]> {
    const all = await this.options.place.queue.all();
    const mine = all.filter(({ item }) => item.clientId === clientId);
    return mine.reverse().map((placed) => this.#shown(placed));
  }

  /** @throws RequestError 404 */
  async get(clientId: string, id: string): Promise<ShownFile> {
    return this.#shown(await this.#mine(clientId, id));
  }

  /** Imports, tries or cleans, in its turn. @throws RequestError 404; 409 while it is worked on already */
  async run(clientId: string, id: string, task: RunTask): Promise<ShownFile> {
    if (this.options.isDrill === true) throw noWork();
    const { item: file } = await this.#mine(clientId, id);
    const begun = { counts: null, cleaned: null, completed: null, reason: null, results: [] };
    const { position } = this.options.likeness.visible;
    const said = { ...file.inspection?.said, ...task };
    return this.#change(file, (now) => {
      if (now.bulkJob !== null && (HAVE_ENDED.has(now.status) || task.action !== 'import'))
        throw new RequestError(409, 'INVALID_STATUS', `${id} was sent for a bulk job, which imports it once`);
      if (now.task?.action === 'undo' && now.status !== 'completed')
        throw new RequestError(409, 'INVALID_STATUS', `${id} was taken back in part only: take it back first`);
      if (now.isGone) throw new RequestError(409, 'ENTITY_IS_DELETED', `${id} was removed after a day: send it again`);
      return { ...begun, task: said, position, status: 'queued' };
    });
  }

  /**
   * Takes back all that imports of the file have saved, in its turn.
   *
   * @throws RequestError 404; 409 where nothing was imported, or it is worked on
   */
  async undo(clientId: string, id: string): Promise<ShownFile> {
    if (this.options.isDrill === true) throw noWork();
    const { item: file } = await this.#mine(clientId, id);
    const { position } = this.options.likeness.visible;
    return this.#change(file, ({ imported, task }) => {
      if (imported === null || task === null)
        throw new RequestError(409, 'INVALID_STATUS', `Nothing of ${id} was imported: there is nothing to take back`);
      return { task: { ...task, action: 'undo' }, counts: null, reason: null, results: [], position, status: 'queued' };
    });
  }

  /** Changes that imports of a file have made, in their order. @throws RequestError 404 */
  async changes(clientId: string, id: string, after: number | undefined, most: number): Promise<ChangesOf> {
    const { item: file } = await this.#mine(clientId, id);
    return this.options.likeness.changesOf(id, Math.max(after ?? 0, file.after), most);
  }

  /** Ids of the records that imports of a file have created or updated. @throws RequestError 404 */
  async recordIds(clientId: string, id: string): Promise<ReadonlySet<string>> {
    const { item } = await this.#mine(clientId, id);
    const { position } = this.options.likeness.visible;
    // A list asks for them with every page.
    const known = this.#imported;
    if (known?.id === id && known.after === item.after && known.position === position) return known.ids;
    const ids = new Set<string>();
    for (let next: number | null = item.after; next !== null;) {
      const found: ChangesOf = this.options.likeness.changesOf(id, next, Infinity);
      for (const { recordId } of found.changes) ids.add(recordId);
      ({ next } = found);
      await nextTurn();
    }
    this.#imported = { id, after: item.after, position, ids };
    return ids;
  }

  /**
   * Ends what waits or runs, or was never asked for; what an import has saved stays, and is counted. It saves nothing
   * after that: of a bulk job rows are told once, so none may be saved behind the back of whoever has asked which were.
   *
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
    // A bulk job whose end was not kept before, is ended now.
    const isToEnd = changed !== undefined || (now.item.bulkJob !== null && !wasEnded(this.options.likeness, run));
    return isToEnd ? this.#ended(now.item, run) : this.#shownExactly(now);
  }

  async #ended(cancelled: KeptFile, run: string): Promise<ShownFile> {
    const { likeness, place } = this.options;
    const { id, task, bulkJob } = cancelled;
    const objectType = bulkJob === null ? task!.objectType : ingestJobOf(bulkJob).object;
    await endRun(likeness, objectType, run, callerOf(cancelled));
    const noted = await place.endNotes(id, rowsDone(likeness, run));
    // Other nodes show its end once they show these rows.
    const { position } = likeness.visible;
    const shown = (now: KeptFile) => (now.status === 'cancelled' ? { ...now, ...noted, position } : undefined);
    const ended = await place.queue.change(id, shown);
    return this.#shownExactly({ item: ended ?? cancelled, told: undefined });
  }

  /** @throws RequestError 404; 409 while it is worked on */
  async remove(clientId: string, id: string): Promise<void> {
    const { item: file } = await this.#mine(clientId, id);
    const check = (now: KeptFile): void => {
      if (isPending(now)) throw busy(id);
    };
    check(file);
    await this.options.place.queue.idle(id);
    await this.options.place.remove(id, check);
  }

  /** Files of all clients, those on their way as well, newest first. */
  async uploads(): Promise<Omit<Upload, 'clientName'>[]> {
    const { place } = this.options;
    const arriving = (await place.arriving()).map(({ id, clientId = null, size, begun }) => ({
      ...{ id, clientId, name: null, size, created: begun, expires: null },
      ...{ status: 'arriving' as const, action: null, objectType: null },
    }));
    const kept = (await place.queue.all()).map((placed) => {
      const { id, name, size, created, expires, status, task } = this.#shown(placed);
      const { clientId } = placed.item;
      const { action = null, objectType = null } = task ?? {};
      return { id, clientId, name, size, created, expires, status, action, objectType };
    });
    return [...kept, ...arriving].sort((one, other) => (one.id < other.id ? 1 : -1));
  }

  /** Removes a file of any client, on its way or kept; work on it ends first. @throws RequestError 404 */
  async discard(id: string): Promise<void> {
    const { place } = this.options;
    if (await place.turnAway(id)) return;
    const found = await place.queue.get(id);
    if (found === undefined) throw unknown(id);
    await place.queue.change(id, (now) => (isPending(now) ? { ...now, status: 'cancelled' } : undefined));
    await this.options.place.queue.idle(id);
    await place.remove(id, () => undefined);
  }

  /** @returns a result, piece by piece. @throws RequestError 404 */
  async result(clientId: string, id: string, name: string): Promise<AsyncIterable<Uint8Array>> {
    const { item: file } = await this.#mine(clientId, id);
    if (!file.results.includes(name)) throw new RequestError(404, 'NOT_FOUND', `${id} has no such result`);
    return this.options.place.open(id, name);
  }

  /** Removes what nobody has touched for a day. */
  async expire(): Promise<void> {
    const { historyDays } = this.options.likeness.configuration.settings;
    await this.options.place.expire(this.#now().toISOString(), 'idle', historyDays);
  }

  async #mine(clientId: string, id: string): Promise<Placed> {
    const placed = await this.options.place.queue.get(id);
    if (placed?.item.clientId !== clientId) throw unknown(id);
    return placed;
  }

  /** Changes a file that nobody works on. @throws RequestError 404, 409 */
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

  #shown({ item, told }: Placed): ShownFile {
    return shownFile(item, told, this.options.likeness.visible.position);
  }

  #warn(error: unknown): void {
    this.options.log?.warn(`files that have expired are not removed yet: ${(error as Error).message}`);
  }
}

/** A file as it stood when its import ended, though that is being taken back, or was: for a bulk job that is all. */
function carriedOut(file: KeptFile, likeness: Pick<Likeness, 'checkpoint'>): KeptFile {
  if (file.task?.action !== 'undo' || file.bulkJob === null || file.imported === null) return file;
  const { ended, counts } = file.imported;
  const status = ended !== null ? 'completed' : wasEnded(likeness, bulkRun(file.bulkJob)) ? 'cancelled' : 'failed';
  return { ...file, status, counts, reason: null };
}

/** Rows of a bulk job that were come to. */
function doneOf({ bulkJob }: KeptFile, likeness: Pick<Likeness, 'checkpoint'>): number {
  return bulkJob === null ? 0 : rowsDone(likeness, bulkRun(bulkJob));
}

/** The first bytes of a content: lines behind them are of rows that were not committed. */
async function* cut(pieces: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of pieces) {
    yield piece.length > left ? piece.subarray(0, left) : piece;
    left -= piece.length;
    if (left <= 0) return;
  }
}

function unknown(id: string): RequestError {
  return new RequestError(404, 'NOT_FOUND', `There is no file '${id.slice(0, 40)}'`);
}

function busy(id: string): RequestError {
  return new RequestError(409, 'ALREADY_IN_PROCESS', `${id} is being worked on: wait, or cancel it`);
}
