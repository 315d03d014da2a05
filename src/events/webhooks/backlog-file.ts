import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { systemFiles, withFile } from '../../store/files.js';

const waitingSchema = z.strictObject({
  /** Id of the event. */
  event: z.string(),
  change: z.int(),
  attempts: z.int(),
  /** Milliseconds since the epoch before which it is not tried again. */
  due: z.number(),
});

const deadSchema = z.strictObject({
  event: z.string(),
  change: z.int(),
  attempts: z.int(),
  /** Of the last attempt, ISO 8601. */
  time: z.string(),
  reason: z.string(),
});
export type DeadLetter = z.output<typeof deadSchema>;

const backlogSchema = z.strictObject({
  version: z.literal(1),
  /** Number of the last change that was read: what lies before it was taken by the receiver, waits, or is dead. */
  position: z.int(),
  waiting: z.array(waitingSchema),
  dead: z.array(deadSchema),
});
export type Backlog = z.output<typeof backlogSchema>;

/** How a webhook looks to the process that sends its events. */
export interface SenderState {
  readonly status: 'sending' | 'failing' | 'full' | 'disabled' | 'fault';
  /** Events that were taken, and attempts that failed, since it began to send. */
  readonly delivered: number;
  readonly failed: number;
  /** ISO 8601. */
  readonly lastDelivery: string | null;
  readonly lastFailure: { readonly time: string; readonly reason: string } | null;
}

/** Where it is kept how far a webhook is. */
export interface BacklogPlace {
  /** @returns `undefined` where there is none. @throws Error for what was not written by us */
  read(): Promise<Backlog | undefined>;
  /** Replaces it in one step; kept when it resolves. */
  write(backlog: Backlog, state: SenderState): Promise<void>;
}

/** @param place in words. @throws Error for what was not written by us */
export function parseBacklog(text: string, place: string): Backlog {
  try {
    return backlogSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${place} is not what was written; remove it, and only what happens then is sent`);
  }
}

/**
 * How far a webhook is, as `webhooks/<id>.json` of the data folder: numbers of changes, no Ids of records and no
 * values. What is sent is read from the history when it is sent.
 */
export class BacklogFile implements BacklogPlace {
  readonly #folder: string;
  readonly #path: string;

  constructor(dataFolder: string, id: string) {
    this.#folder = join(dataFolder, 'webhooks');
    this.#path = join(this.#folder, `${id}.json`);
  }

  async read(): Promise<Backlog | undefined> {
    let text: string;
    try {
      text = await readFile(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    return parseBacklog(text, this.#path);
  }

  async write(backlog: Backlog): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const temporary = `${this.#path}.${randomBytes(4).toString('hex')}.tmp`;
    try {
      await withFile(systemFiles, temporary, 'create', async (file) => {
        await file.write(Buffer.from(`${JSON.stringify(backlog)}\n`), 0);
        await file.sync();
      });
      await systemFiles.rename(temporary, this.#path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await systemFiles.syncFolder(this.#folder);
  }
}
