import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { makeFolder, PRIVATE } from '../runtime/make-folder.js';
import { RequestError } from '../contract/request-error.js';
import { change, NONE, type Document, type Home } from '../home/home.js';
import { keptFileOf, type KeptFile } from './file-job.js';
import { ARRIVING, arrivingOf, documentOf, fileId, folderOf, inputOf, isFileId, KEPT, LAST } from './file-names.js';
import { refuseTooMany, type KeptOf } from './file-shares.js';

/** Milliseconds between two signs of a file on its way, and after which one has ended of which nothing was heard. */
const SIGN_MS = 10_000;
const SILENCE_MS = 60_000;

/** A file that somebody wants to send. */
export interface NextFile {
  readonly clientId: string;
  readonly extension: string;
  /** Bytes that it has at the most. */
  readonly size: number;
  /** Bytes that any file may have. */
  readonly limit: number;
  /** Id of the bulk job that it is sent for: no other file may be. */
  readonly bulkJob?: string | undefined;
}

/** A file on its way, and its place. */
export interface ArrivingFile {
  readonly id: string;
  /** In a folder of this process, to write the content to. */
  readonly path: string;
  /** @throws RequestError 409 as soon as it is known here that somebody has removed it */
  check(): void;
  /** Keeps it, once its content is there. @throws RequestError 409 where somebody has removed it */
  keep(file: KeptFile): Promise<void>;
  /** Leaves nothing of it, unless it was kept. */
  end(): Promise<void>;
}

const entrySchema = z.object({
  id: z.string(),
  /** Absent: sent to a node of an earlier version, which did not note it. */
  clientId: z.string().optional(),
  /** Bytes that it may have. */
  size: z.number(),
  /** ISO 8601. */
  begun: z.string(),
  /** When its process was last heard of, in milliseconds since the epoch. */
  seen: z.number(),
  bulkJob: z.string().optional(),
});
const lastSchema = z.object({ number: z.int().min(0) });
/** A file on its way, as others see it. */
export type ArrivingEntry = z.output<typeof entrySchema>;

/** The files on their way to all processes over a home: each has a document, whose process renews it. */
export class ArrivingFiles {
  /** Ids that are sent to this process; false: turned away. */
  readonly #here = new Map<string, boolean>();

  /** @param folder of this process, for content on its way */
  constructor(
    private readonly home: Home,
    private readonly folder: string,
  ) {}

  /** @throws RequestError 409 where too much is kept already, by this client or by all, or one for the same bulk job */
  async reserve(next: NextFile): Promise<ArrivingFile> {
    const { home } = this;
    const entry = await this.#entryOf(next);
    const { id } = entry;
    const name = arrivingOf(id);
    const given = Number(id.slice('file-'.length));
    // Ids are not given twice, though files go.
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
        // A rest that cannot be removed counts no more a minute later.
        if (!isKept) await home.remove(folderOf(id)).catch(() => undefined);
        await home.remove(name).catch(() => undefined);
      },
    };
  }

  /** In the order of their Ids. */
  async all(): Promise<ArrivingEntry[]> {
    const found = await this.home.list('files/arriving', (name) => ARRIVING.test(name));
    return entriesOf(found, this.home.now());
  }

  /** Takes its place from a file on its way, which is not kept then. @returns whether there was one */
  async turnAway(id: string): Promise<boolean> {
    if (!isFileId(id) || (await this.home.read(arrivingOf(id))) === undefined) return false;
    if (this.#here.has(id)) this.#here.set(id, false);
    return this.home.remove(arrivingOf(id));
  }

  /** Removes those whose process has ended, and content that is of no file. */
  async expire(): Promise<void> {
    const { home } = this;
    // Before the documents: whatever comes after this look has one.
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
      // A folder is looked through piece by piece: one that was kept meanwhile was on its way before.
      const isThere = (await home.read(arrivingOf(id))) ?? (await home.read(documentOf(id)));
      if (isThere === undefined) await home.remove(folderOf(id));
    }
  }

  /** Nobody else sends files here: those on their way are of a process that has ended. */
  async forgetAll(): Promise<void> {
    for (const { id } of await this.all()) await this.home.remove(arrivingOf(id));
  }

  async #entryOf({ clientId, size, limit, extension, bulkJob }: NextFile): Promise<ArrivingEntry> {
    const { home } = this;
    for (;;) {
      const isMeant = (name: string): boolean => KEPT.test(name) || ARRIVING.test(name) || name === LAST;
      const found = await home.list('files', isMeant);
      if (bulkJob !== undefined) refuseSecond(found, bulkJob, home.now());
      refuseTooMany(sharesOf(found, home.now()), { clientId, size, limit, extension });
      const numbers = found.map(({ name, content }) => (name === LAST ? lastOf(content) : Number(idOf(name).slice(5))));
      const now = home.now();
      const id = fileId(Math.max(0, ...numbers) + 1);
      const entry = { id, clientId, size, begun: new Date(now).toISOString(), seen: now, bulkJob };
      // Two that come at once want the same number: the slower one counts again.
      if (await home.write(arrivingOf(id), JSON.stringify(entry), { expected: NONE })) return entry;
    }
  }
}

/** A job whose content comes twice at once would be carried out with the one, and tell of the other. */
function refuseSecond(found: readonly Document[], bulkJob: string, now: number): void {
  const sent = [...found.flatMap((document) => keptFileOf(document) ?? []), ...entriesOf(found, now)];
  if (sent.some((each) => each.bulkJob === bulkJob))
    throw new RequestError(409, 'INVALIDJOBSTATE', 'content was sent, or is being sent, for this job already');
}

/** One entry for each client. */
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
    // Only that it was imported is kept.
    if (file.isGone) continue;
    add(file.clientId, file.size, file.expires);
  }
  for (const { id, clientId = '', size } of entriesOf(found, now)) if (!kept.has(id)) add(clientId, size, undefined);
  return [...shares.values()];
}

/** Those of which something was heard of late. */
function entriesOf(found: readonly Document[], now: number): ArrivingEntry[] {
  return found.flatMap(({ name, content }) => {
    if (!ARRIVING.test(name)) return [];
    const { data } = entrySchema.safeParse(parsed(content));
    return data === undefined || data.seen < now - SILENCE_MS ? [] : [data];
  });
}

function lastOf(content: string | undefined): number {
  return lastSchema.safeParse(parsed(content ?? '')).data?.number ?? 0;
}

/** Nothing for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The Id in a name below `files`. */
function idOf(name: string): string {
  return /file-\d{12}/.exec(name)?.[0] ?? '';
}

/** The message to a sender whose file lost its place before it was there. */
function turnedAway(id: string): RequestError {
  const why = 'by an administrator, or because nothing came for a minute';
  const message = `${id} was removed while it was being sent: ${why}`;
  return new RequestError(409, 'ENTITY_IS_DELETED', message);
}
