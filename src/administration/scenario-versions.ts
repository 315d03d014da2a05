import { createHash } from 'node:crypto';
import { z } from 'zod';
import { versionOf } from '../config/scenario-definition.js';
import { scenarioDefinitionSchema } from '../config/config-schemas.js';
import { NONE, type Document, type Home } from '../home/home.js';
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
const NAME = /\/(\d{6})\.json$/;

/**
 * The state to be kept after the last one; `undefined`: there is nothing to keep.
 *
 * @param last the one that was kept last
 */
function nextVersion(
  last: KeptVersion | undefined,
  { id, action, definition }: { id: string; action: VersionAction; definition: ScenarioDefinition | undefined },
  { by, name }: Actor,
  now: Date,
): KeptVersion | undefined {
  // There being none before the first is nothing to keep.
  if (versionOf(last?.definition ?? undefined) === versionOf(definition)) return undefined;
  const [number, time] = [(last?.number ?? 0) + 1, now.toISOString()];
  return { number, id, action, time, by, ...(name && { name }), definition: definition ?? null };
}

/** @returns `undefined` for what was not written by us */
function parseVersion(text: string, id: string, number: number): KeptVersion | undefined {
  try {
    const read = keptSchema.safeParse(JSON.parse(text));
    return read.success && read.data.id === id && read.data.number === number ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Earlier states of scenarios: a folder of the home for each scenario, a document for each state, never changed. */
export class ScenarioVersions {
  constructor(private readonly home: Home) {}

  /** Newest first. What is not what was written is left out. */
  async list(id: string): Promise<KeptVersion[]> {
    const all = await this.#numbered(id);
    return all.flatMap(({ number, content }) => parseVersion(content, id, number) ?? []);
  }

  async find(id: string, number: number): Promise<KeptVersion | undefined> {
    const found = await this.home.read(nameOf(id, number));
    return found && parseVersion(found.content, id, number);
  }

  /** Keeps a state unless it is the last one that was kept. */
  async keep(
    id: string,
    action: VersionAction,
    definition: ScenarioDefinition | undefined,
    actor: Actor,
  ): Promise<void> {
    for (;;) {
      const all = await this.#numbered(id);
      const last = all[0] && parseVersion(all[0].content, id, all[0].number);
      const kept = nextVersion(last, { id, action, definition }, actor, new Date(this.home.now()));
      if (kept === undefined) return;
      // One that cannot be read keeps its number.
      const number = (all[0]?.number ?? 0) + 1;
      const content = `${JSON.stringify({ ...kept, number })}\n`;
      // Else another process has kept one meanwhile.
      if (!(await this.home.write(nameOf(id, number), content, { expected: NONE }))) continue;
      for (const { name } of all.slice(MOST_VERSIONS - 1)) await this.home.remove(name);
      return;
    }
  }

  /** Newest first. */
  async #numbered(id: string): Promise<(Document & { readonly number: number })[]> {
    const all = (await this.home.list(folderOf(id))).reverse();
    return all.flatMap((document) => {
      const number = NAME.exec(document.name)?.[1];
      return number === undefined ? [] : [{ ...document, number: Number(number) }];
    });
  }
}

/** Ids are any text: the name of the folder is a digest. */
function folderOf(id: string): string {
  return `scenario-versions/${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}

function nameOf(id: string, number: number): string {
  return `${folderOf(id)}/${String(number).padStart(6, '0')}.json`;
}
