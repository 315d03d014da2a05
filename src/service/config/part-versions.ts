import { createHash } from 'node:crypto';
import { z } from 'zod';
import { versionOf } from '../../store/config/scenario-definition.js';
import { NONE, type Document, type Home } from '../../store/home/home.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { Actor } from './live-configuration.js';
import { parsedJson } from '../../runtime/syntax/parsed-json.js';

/** `found`: changed outside the service (in the file or by an import), or older than the first save. */
export const VERSION_ACTIONS = ['found', 'saved', 'reverted', 'accepted', 'removed'] as const;
export type VersionAction = (typeof VERSION_ACTIONS)[number];

export interface KeptVersion<T = ScenarioDefinition> {
  readonly number: number;
  readonly id: string;
  readonly action: VersionAction;
  /** Time of the change (ISO 8601). For `found`: when the service noticed the change. */
  readonly time: string;
  readonly by: string;
  readonly name?: string | undefined;
  /** `null` if the part did not exist. */
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

/** Maximum number of versions per part. The oldest versions are removed. */
const MOST_VERSIONS = 100;
const NAME = /\/(\d{6})\.json$/;

/** Returns the version to store next, or `undefined` if nothing has changed. @param last the last stored version */
function nextVersion<T>(
  last: KeptVersion<T> | undefined,
  { id, action, definition }: { id: string; action: VersionAction; definition: T | undefined },
  { by, name }: Actor,
  now: Date,
): KeptVersion<T> | undefined {
  // A part that never existed needs no version.
  if (versionOf(last?.definition ?? undefined) === versionOf(definition)) return undefined;
  const [number, time] = [(last?.number ?? 0) + 1, now.toISOString()];
  return { number, id, action, time, by, ...(name && { name }), definition: definition ?? null };
}

export const VERSION_FOLDERS = ['scenario-versions', 'part-versions'] as const;

/** Earlier versions of parts. Each part has a folder with one document per version. Documents never change. */
export class PartVersions<T> {
  readonly #schema: z.ZodType<KeptVersion<T>>;

  constructor(
    private readonly home: Home,
    private readonly folder: (typeof VERSION_FOLDERS)[number],
    schema: z.ZodType<T>,
  ) {
    this.#schema = keptSchema(schema);
  }

  /** Lists versions, newest first. Skips invalid documents. */
  async list(id: string): Promise<KeptVersion<T>[]> {
    const all = await this.#numbered(id);
    return all.flatMap(({ number, content }) => this.#parse(content, id, number) ?? []);
  }

  async find(id: string, number: number): Promise<KeptVersion<T> | undefined> {
    const found = await this.home.read(this.#nameOf(id, number));
    return found && this.#parse(found.content, id, number);
  }

  /** Stores a version, unless it equals the last one. */
  async keep(id: string, action: VersionAction, definition: T | undefined, actor: Actor): Promise<void> {
    for (;;) {
      const all = await this.#numbered(id);
      const last = all[0] && this.#parse(all[0].content, id, all[0].number);
      const kept = nextVersion(last, { id, action, definition }, actor, new Date(this.home.now()));
      if (kept === undefined) return;
      // Numbers continue from the newest document, even if it is unreadable.
      const number = (all[0]?.number ?? 0) + 1;
      const content = `${JSON.stringify({ ...kept, number })}\n`;
      // If the write fails, another process has stored a version with this number.
      if (!(await this.home.write(this.#nameOf(id, number), content, { expected: NONE }))) continue;
      for (const { name } of all.slice(MOST_VERSIONS - 1)) await this.home.remove(name);
      return;
    }
  }

  async #numbered(id: string): Promise<(Document & { readonly number: number })[]> {
    const all = (await this.home.list(this.#folderOf(id))).reverse();
    return all.flatMap((document) => {
      const number = NAME.exec(document.name)?.[1];
      return number === undefined ? [] : [{ ...document, number: Number(number) }];
    });
  }

  #parse(text: string, id: string, number: number): KeptVersion<T> | undefined {
    const read = this.#schema.safeParse(parsedJson(text));
    return read.success && read.data.id === id && read.data.number === number ? read.data : undefined;
  }

  /** Returns a part's folder, which is named by a digest because an Id may be any string. */
  #folderOf(id: string): string {
    return `${this.folder}/${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
  }

  #nameOf(id: string, number: number): string {
    return `${this.#folderOf(id)}/${String(number).padStart(6, '0')}.json`;
  }
}
