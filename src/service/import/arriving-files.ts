import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { makeFolder, PRIVATE } from '../../runtime/make-folder.js';
import { shareRuns } from '../../runtime/share-runs.js';
import { RequestError } from '../../records/contract/request-error.js';
import { change, NONE, type Document, type Home } from '../../store/home/home.js';
import { keptFileOf, type KeptFile } from './file-job.js';
import { ARRIVING, arrivingOf, documentOf, fileId, folderOf, inputOf, isFileId, KEPT, LAST } from './file-names.js';
import { refuseTooMany, type KeptOf, type NextFile } from './file-shares.js';
import { parsedJson } from '../../runtime/syntax/parsed-json.js';

/** Milliseconds between an upload's heartbeats, and milliseconds without one after which it counts as abandoned. */
const SIGN_MS = 10_000;
const SILENCE_MS = 60_000;

export interface ArrivingFile {
  readonly id: string;
  /** Where the caller writes the content: in a folder of this process. */
  readonly path: string;
  /** Checks that the upload may continue. @throws RequestError 409 if this process knows that the upload was removed */
  check(): void;
  /** Stores the file with its content. @throws RequestError 409 if the upload was removed */
  keep(file: KeptFile): Promise<void>;
  /** Deletes the content, unless the file was stored. */
  end(): Promise<void>;
}

const entrySchema = z.object({
  id: z.string(),
  clientId: z.string(),
  /** Maximum size in bytes. */
  size: z.number(),
  /** ISO 8601. */
  begun: z.string(),
  /** The last heartbeat of the upload's process, in milliseconds since the epoch. */
  seen: z.number(),
  bulkJob: z.string().optional(),
});
const lastSchema = z.object({ number: z.int().min(0) });
export type ArrivingEntry = z.output<typeof entrySchema>;

/**
 * The uploads to all processes with the same data folder or database. Each upload has a document that its process
 * renews.
 */
export class ArrivingFiles {
  /** Uploads to this process. `false` if the upload was removed. */
  readonly #here = new Map<string, boolean>();

  /** @param folder Folder for content uploaded to this process */
  constructor(
    private readonly home: Home,
    private readonly folder: string,
  ) {}

  /** @throws RequestError 409 if this client or all clients store too much, or if the bulk job already has a file */
  async reserve(next: NextFile): Promise<ArrivingFile> {
    const { home } = this;
    const entry = await this.#entryOf(next);
    const { id } = entry;
    const name = arrivingOf(id);
    const given = Number(id.slice('file-'.length));
    // An Id is never reused, even after its file is deleted.
    await change(home, LAST, (content) => (lastOf(content) >= given ? undefined : JSON.stringify({ number: given })));
    this.#here.set(id, true);
    let signing: Promise<unknown> = Promise.resolve();
    const sign = (): void => {
      const seen = (content: string | undefined): string | undefined =>
        content && JSON.stringify({ ...entry, seen: home.now() });
      signing = change(home, name, seen).then(
        (isThere) => this.#here.set(id, isThere),
        () => undefined,
      );
    };
    const signs = setInterval(sign, SIGN_MS).unref();
    const input = inputOf(id, next.extension);
    const own = join(this.folder, `${id}-new`);
    await makeFolder(own, PRIVATE);
    const path = join(own, basename(input));
    const check = (): void => {
      if (this.#here.get(id) !== true) throw turnedAway(id);
    };
    let isKept = false;
    return {
      id,
      path,
      check,
      keep: async (file) => {
        check();
        await home.takeOver(input, path);
        clearInterval(signs);
        await signing;
        const unchanged = await home.read(name);
        isKept =
          unchanged !== undefined &&
          (await home.write(documentOf(id), JSON.stringify(file), { expected: NONE, unchanged }));
        if (!isKept) throw turnedAway(id);
      },
      end: async () => {
        clearInterval(signs);
        this.#here.delete(id);
        await rm(own, { recursive: true, force: true });
        // Content that could not be deleted counts towards the limits only for a minute.
        if (!isKept) await home.remove(folderOf(id)).catch(() => undefined);
        await home.remove(name).catch(() => undefined);
      },
    };
  }

  async all(): Promise<ArrivingEntry[]> {
    const found = await this.home.list('files/arriving', (name) => ARRIVING.test(name));
    return entriesOf(found, this.home.now());
  }

  /** Removes an upload, so that it is not stored. @returns whether there was one */
  async turnAway(id: string): Promise<boolean> {
    if (!isFileId(id) || (await this.home.read(arrivingOf(id))) === undefined) return false;
    if (this.#here.has(id)) this.#here.set(id, false);
    return this.home.remove(arrivingOf(id));
  }

  async expire(): Promise<void> {
    const { home } = this;
    // List content before documents, so that all listed content that is in use has a document.
    const contents = await home.contents('files');
    const found = await home.list('files', (name) => KEPT.test(name) || ARRIVING.test(name));
    const there = new Set<string>();
    for (const document of found) {
      const id = idOf(document.name);
      const [entry] = ARRIVING.test(document.name) ? entriesOf([document], -Infinity) : [];
      const isOver = entry !== undefined && entry.seen < home.now() - SILENCE_MS;
      if (!isOver || !(await home.remove(document.name, { unchanged: document }))) there.add(id);
    }
    const strays = new Set(contents.map(idOf).filter((id) => isFileId(id) && !there.has(id)));
    for (const id of strays) {
      // Check again, because an upload may have been stored while the lists were read.
      const isThere = (await home.read(arrivingOf(id))) ?? (await home.read(documentOf(id)));
      if (isThere === undefined) await home.remove(folderOf(id));
    }
  }

  /**
   * Removes all uploads. Only this process receives files here, so the uploads are left over from an earlier process.
   */
  async forgetAll(): Promise<void> {
    for (const { id } of await this.all()) await this.home.remove(arrivingOf(id));
  }

  /** Concurrent uploads share a list, because it reads all documents. */
  readonly #listed = shareRuns(async () => {
    const { home } = this;
    const found = await home.list('files', (name) => KEPT.test(name) || ARRIVING.test(name) || name === LAST);
    const numbers = found.map(({ name, content }) => (name === LAST ? lastOf(content) : Number(idOf(name).slice(5))));
    return { found, shares: sharesOf(found, home.now()), next: fileId(Math.max(0, ...numbers) + 1) };
  });

  async #entryOf({ clientId, size, limit, extension, bulkJob }: NextFile): Promise<ArrivingEntry> {
    const { home } = this;
    for (;;) {
      const { found, shares, next: id } = await this.#listed();
      if (bulkJob !== undefined) refuseSecond(found, bulkJob, home.now());
      refuseTooMany(shares, { clientId, size, limit, extension });
      const now = home.now();
      const entry = { id, clientId, size, begun: new Date(now).toISOString(), seen: now, bulkJob };
      // If two uploads choose the same number at the same time, the slower one tries again.
      if (await home.write(arrivingOf(id), JSON.stringify(entry), { expected: NONE })) return entry;
    }
  }
}

/** Rejects a second upload for a bulk job. Otherwise, the job might import one upload and report the other. */
function refuseSecond(found: readonly Document[], bulkJob: string, now: number): void {
  const kept = found.map((document) => keptFileOf(document)?.bulkJob?.id);
  const arriving = entriesOf(found, now).map((entry) => entry.bulkJob);
  if (kept.includes(bulkJob) || arriving.includes(bulkJob))
    throw new RequestError(409, 'INVALIDJOBSTATE', 'the content of this job was already sent or is being sent');
}

function sharesOf(found: readonly Document[], now: number): KeptOf[] {
  const shares = new Map<string, KeptOf>();
  const add = (clientId: string, size: number, until: string | undefined): void => {
    const { files, bytes, expires } = shares.get(clientId) ?? { files: 0, bytes: 0 };
    const first = [expires, until].filter((each) => each !== undefined).sort()[0];
    shares.set(clientId, { clientId, files: files + 1, bytes: bytes + size, expires: first });
  };
  const kept = new Set<string>();
  for (const document of found) {
    const file = keptFileOf(document);
    if (file === undefined) continue;
    kept.add(file.id);
    // The content is gone. The document only says that the file was imported.
    if (file.isGone) continue;
    add(file.clientId, file.size, file.expires);
  }
  for (const { id, clientId, size } of entriesOf(found, now)) if (!kept.has(id)) add(clientId, size, undefined);
  return [...shares.values()];
}

function entriesOf(found: readonly Document[], now: number): ArrivingEntry[] {
  return found.flatMap(({ name, content }) => {
    if (!ARRIVING.test(name)) return [];
    const { data } = entrySchema.safeParse(parsedJson(content));
    return data === undefined || data.seen < now - SILENCE_MS ? [] : [data];
  });
}

function lastOf(content: string | undefined): number {
  return lastSchema.safeParse(parsedJson(content)).data?.number ?? 0;
}

function idOf(name: string): string {
  return /file-\d{12}/.exec(name)?.[0] ?? '';
}

function turnedAway(id: string): RequestError {
  const why = 'by an administrator, or because no data arrived for a minute';
  const message = `${id} was removed during the upload ${why}`;
  return new RequestError(409, 'ENTITY_IS_DELETED', message);
}
