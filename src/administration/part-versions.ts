import { createHash } from 'node:crypto';
import { z } from 'zod';
import { versionOf } from '../config/scenario-definition.js';
import { NONE, type Document, type Home } from '../home/home.js';
import type { ScenarioDefinition } from '../matching/scenario.js';
import type { Actor } from './live-configuration.js';

/** `found`: it was changed beside the service (in the file, by an import) or stood there before the first save. */
export const VERSION_ACTIONS = ['found', 'saved', 'reverted', 'accepted', 'removed'] as const;
export type VersionAction = (typeof VERSION_ACTIONS)[number];

/** One state of a part of the configuration, and how it came to be. */
export interface KeptVersion<T = ScenarioDefinition> {
  readonly number: number;
  readonly id: string;
  readonly action: VersionAction;
  /** ISO 8601: of a found one, when it was noticed. */
  readonly time: string;
  readonly by: string;
  readonly name?: string | undefined;
  /** `null`: there was none. */
  readonly definition: T | null;
}

const keptSchema = <T>(definition: z.ZodType<T>) =>
  z.strictObject({
    number: z.int().min(1),
    id: z.string(),
    action: z.enum(VERSION_ACTIONS),
    time: z.string(),
    by: z.string(),
    name: z.string().optional(),
    definition: definition.nullable(),
  });

/** Versions kept of a part; the oldest go first. */
export const MOST_VERSIONS = 100;
const NAME = /\/(\d{6})\.json$/;

/**
 * The state to be kept after the last one; `undefined`: there is nothing to keep.
 *
 * @param last the one that was kept last
 */
function nextVersion<T>(
  last: KeptVersion<T> | undefined,
  { id, action, definition }: { id: string; action: VersionAction; definition: T | undefined },
  { by, name }: Actor,
  now: Date,
): KeptVersion<T> | undefined {
  // There being none before the first is nothing to keep.
  if (versionOf(last?.definition ?? undefined) === versionOf(definition)) return undefined;
  const [number, time] = [(last?.number ?? 0) + 1, now.toISOString()];
  return { number, id, action, time, by, ...(name && { name }), definition: definition ?? null };
}

/** Where earlier states of scenarios are, and those of the other parts. */
export const VERSION_FOLDERS = ['scenario-versions', 'part-versions'] as const;

/** Earlier states of parts: a folder of the home for each part, a document for each state, never changed. */
export class PartVersions<T> {
  readonly #schema: z.ZodType<KeptVersion<T>>;

  /** @param schema of what is kept */
  constructor(
    private readonly home: Home,
    private readonly folder: (typeof VERSION_FOLDERS)[number],
    schema: z.ZodType<T>,
  ) {
    this.#schema = keptSchema(schema);
  }

  /** Newest first. What is not what was written is left out. */
  async list(id: string): Promise<KeptVersion<T>[]> {
    const all = await this.#numbered(id);
    return all.flatMap(({ number, content }) => this.#parse(content, id, number) ?? []);
  }

  async find(id: string, number: number): Promise<KeptVersion<T> | undefined> {
    const found = await this.home.read(this.#nameOf(id, number));
    return found && this.#parse(found.content, id, number);
  }

  /** Keeps a state unless it is the last one that was kept. */
  async keep(id: string, action: VersionAction, definition: T | undefined, actor: Actor): Promise<void> {
    for (;;) {
      const all = await this.#numbered(id);
      const last = all[0] && this.#parse(all[0].content, id, all[0].number);
      const kept = nextVersion(last, { id, action, definition }, actor, new Date(this.home.now()));
      if (kept === undefined) return;
      // One that cannot be read keeps its number.
      const number = (all[0]?.number ?? 0) + 1;
      const content = `${JSON.stringify({ ...kept, number })}\n`;
      // Else another process has kept one meanwhile.
      if (!(await this.home.write(this.#nameOf(id, number), content, { expected: NONE }))) continue;
      for (const { name } of all.slice(MOST_VERSIONS - 1)) await this.home.remove(name);
      return;
    }
  }

  /** Newest first. */
  async #numbered(id: string): Promise<(Document & { readonly number: number })[]> {
    const all = (await this.home.list(this.#folderOf(id))).reverse();
    return all.flatMap((document) => {
      const number = NAME.exec(document.name)?.[1];
      return number === undefined ? [] : [{ ...document, number: Number(number) }];
    });
  }

  /** @returns `undefined` for what was not written by us */
  #parse(text: string, id: string, number: number): KeptVersion<T> | undefined {
    try {
      const read = this.#schema.safeParse(JSON.parse(text));
      return read.success && read.data.id === id && read.data.number === number ? read.data : undefined;
    } catch {
      return undefined;
    }
  }

  /** Ids are any text: the name of the folder is a digest. */
  #folderOf(id: string): string {
    return `${this.folder}/${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
  }

  #nameOf(id: string, number: number): string {
    return `${this.#folderOf(id)}/${String(number).padStart(6, '0')}.json`;
  }
}
