import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../auth/atomic-file.js';
import { versionOf } from '../config/scenario-definition.js';
import { scenarioDefinitionSchema } from '../config/schemas.js';
import type { ScenarioDefinition } from '../matching/scenario.js';
import type { Actor } from './live-configuration.js';

/** `found`: it was changed beside the service (in the file, by an import) or stood there before the first save. */
export const VERSION_ACTIONS = ['found', 'saved', 'reverted', 'accepted', 'removed'] as const;
export type VersionAction = (typeof VERSION_ACTIONS)[number];

const keptSchema = z.strictObject({
  number: z.int().min(1),
  id: z.string(),
  action: z.enum(VERSION_ACTIONS),
  /** ISO 8601: of a found one, when it was noticed. */
  time: z.string(),
  by: z.string(),
  name: z.string().optional(),
  /** `null`: there was none. */
  definition: scenarioDefinitionSchema.nullable(),
});

/** One state of a scenario, and how it came to be. */
export type KeptVersion = z.output<typeof keptSchema>;

/** Versions kept of a scenario; the oldest go first. */
export const MOST_VERSIONS = 100;
const NAME = /^(\d{6})\.json$/;

/** Where earlier states of scenarios are kept. */
export interface VersionPlace {
  /** Newest first. What is not what was written is left out. */
  list(id: string): Promise<KeptVersion[]>;
  find(id: string, number: number): Promise<KeptVersion | undefined>;
  /** Keeps a state unless it is the last one that was kept. */
  keep(id: string, action: VersionAction, definition: ScenarioDefinition | undefined, actor: Actor): Promise<void>;
}

/**
 * The state to be kept after the last one; `undefined`: there is nothing to keep.
 *
 * @param last the one that was kept last
 */
export function nextVersion(
  last: KeptVersion | undefined,
  { id, action, definition }: { id: string; action: VersionAction; definition: ScenarioDefinition | undefined },
  { by, name }: Actor,
  now: Date,
): KeptVersion | undefined {
  // That there was none before the first is nothing to keep.
  if (versionOf(last?.definition ?? undefined) === versionOf(definition)) return undefined;
  const [number, time] = [(last?.number ?? 0) + 1, now.toISOString()];
  return { number, id, action, time, by, ...(name && { name }), definition: definition ?? null };
}

/** @returns `undefined` for what was not written by us */
export function parseVersion(text: string, id: string, number: number): KeptVersion | undefined {
  try {
    const read = keptSchema.safeParse(JSON.parse(text));
    return read.success && read.data.id === id && read.data.number === number ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Earlier states of scenarios, in the data folder: a folder for each scenario, a file for each state, never changed.
 */
export class ScenarioVersions implements VersionPlace {
  readonly #path: string;

  constructor(
    dataFolder: string,
    private readonly now: () => Date = () => new Date(),
  ) {
    this.#path = join(dataFolder, 'scenario-versions');
  }

  async list(id: string): Promise<KeptVersion[]> {
    const found = await Promise.all(this.#numbers(id).map((number) => this.find(id, number)));
    return found.filter((one) => one !== undefined);
  }

  async find(id: string, number: number): Promise<KeptVersion | undefined> {
    const text = await readFile(this.#file(id, number), 'utf8').catch(() => '');
    return parseVersion(text, id, number);
  }

  async keep(...[id, action, definition, actor]: Parameters<VersionPlace['keep']>): Promise<void> {
    const numbers = this.#numbers(id);
    const last = numbers[0] === undefined ? undefined : await this.find(id, numbers[0]);
    const kept = nextVersion(last, { id, action, definition }, actor, this.now());
    if (kept === undefined) return;
    // One that cannot be read keeps its number.
    const number = (numbers[0] ?? 0) + 1;
    mkdirSync(this.#folder(id), { recursive: true, mode: 0o700 });
    replaceFile(this.#file(id, number), `${JSON.stringify({ ...kept, number })}\n`);
    for (const old of numbers.slice(MOST_VERSIONS - 1)) rmSync(this.#file(id, old), { force: true });
  }

  /** Descending. */
  #numbers(id: string): number[] {
    try {
      const names = readdirSync(this.#folder(id));
      return names.flatMap((name) => Number(NAME.exec(name)?.[1] ?? [])).sort((a, b) => b - a);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  /** Ids are any text: the name of the folder is a digest. */
  #folder(id: string): string {
    return join(this.#path, createHash('sha256').update(id).digest('hex').slice(0, 32));
  }

  #file(id: string, number: number): string {
    return join(this.#folder(id), `${String(number).padStart(6, '0')}.json`);
  }
}
