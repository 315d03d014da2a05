import { existsSync } from 'node:fs';
import type { AuditEntry } from '../auth/audit-log.js';
import type { Configuration } from '../../store/config/configuration.js';
import { loadConfiguration } from '../../store/config/load.js';
import {
  changePart,
  readSound,
  type ChangedPart,
  type EditedPart,
  type PartChange,
  type SoundFolder,
} from '../../store/config/change-part.js';
import type { Problem } from '../../store/config/problem.js';
import { versionOf } from '../../store/config/scenario-definition.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { Likeness } from '../likeness.js';
import type { NodeConfiguration } from './node-configuration.js';

export type Actor = Pick<AuditEntry, 'by' | 'name' | 'address'>;

/** Thrown if a change needs a restart. Nothing was applied. */
export class RestartNeededError extends Error {
  override readonly name = 'RestartNeededError';

  constructor(readonly changes: readonly string[]) {
    super(`A restart is required to change ${changes.join(', ')}. Nothing was reloaded`);
  }
}

/** The configuration folder of a running service, and the configuration in use. One change runs at a time. */
export class LiveConfiguration {
  #last: Promise<unknown> = Promise.resolve();

  /** @param folder if absent, nothing can be written @param shared for nodes, the shared configuration */
  constructor(
    private readonly likeness: Pick<Likeness, 'configuration' | 'reconfigure'>,
    readonly folder: string | undefined,
    private readonly audit: (entry: AuditEntry) => void,
    private readonly shared?: NodeConfiguration,
  ) {}

  get current(): Configuration {
    return this.likeness.configuration;
  }

  /**
   * Reads and checks the folder, and applies its scenarios, filters, cross-object maps, survivorship rules and lists.
   * @returns the objects whose indexes were rebuilt, when everything is in use
   * @throws ConfigurationError, RestartNeededError, without changing anything
   */
  reload(actor: Actor): Promise<readonly string[]> {
    return this.#alone(async () => {
      await this.shared?.take();
      return this.#reload(actor);
    });
  }

  /** Applies the nodes' newest configuration, if it is new. @throws like `reload` */
  follow(): Promise<void> {
    return this.#alone(async () => {
      if ((await this.shared?.take()) === true) await this.#reload({ by: 'server' });
    });
  }

  /** Writes to the folder, then reloads it. @returns the result of `write`, and the error if a restart is needed */
  write<T>(actor: Actor, write: (folder: string) => Promise<T>): Promise<{ written: T; later?: RestartNeededError }> {
    return this.#alone(async () => {
      const written = await this.#write(actor, write);
      try {
        await this.#reload(actor);
        return { written };
      } catch (error) {
        if (error instanceof RestartNeededError) return { written, later: error };
        throw error;
      }
    });
  }

  /**
   * Changes one part in its file, and applies it. If the change is rejected because someone has edited the file,
   * applies that edit, so that readers see why. Also throws any error from `change`.
   * @returns the objects whose indexes were rebuilt, and warnings
   * @throws ConfigurationError, RestartNeededError, without writing anything
   */
  async change<T>(
    actor: Actor,
    part: EditedPart<T>,
    change: PartChange<T>,
  ): Promise<{ readonly rebuilt: readonly string[]; readonly warnings: readonly Problem[] }> {
    return this.#alone(async () => {
      this.#folderToWrite();
      await this.shared?.take();
      await this.#read();
      let found: T | undefined;
      let changed: ChangedPart;
      try {
        changed = await this.#write(actor, (folder) => changePart(folder, part, (before) => change((found = before))));
      } catch (error) {
        if (found !== undefined && part.inUse && versionOf(found) !== versionOf(part.inUse(this.current)))
          await this.#reload(actor);
        throw error;
      }
      return { rebuilt: await this.#reload(actor), warnings: changed.warnings };
    });
  }

  /** Checks a change without writing it. @throws like `change` */
  tryChange<T>(part: EditedPart<T>, change: PartChange<T>): Promise<ChangedPart> {
    return this.#alone(async () => changePart(this.#folderToWrite(), part, change, true));
  }

  /** Reads the folder, even if its content is not in use. @throws ConfigurationError */
  sound(): Promise<SoundFolder> {
    return this.#alone(() => readSound(this.#folderThere()));
  }

  async #write<T>(actor: Actor, write: (folder: string) => Promise<T>): Promise<T> {
    const folder = this.#folderToWrite();
    await this.shared?.take();
    const written = await write(folder);
    await this.shared?.give(actor.by);
    return written;
  }

  #folderToWrite(): string {
    if (this.folder === undefined) {
      const message = 'The service runs without a configuration folder: start it with serve --config DIR';
      throw new RequestError(409, 'NO_CONFIGURATION_FOLDER', message);
    }
    return this.folder;
  }

  #folderThere(): string | undefined {
    return this.folder !== undefined && existsSync(this.folder) ? this.folder : undefined;
  }

  async #reload(actor: Actor): Promise<readonly string[]> {
    let rebuilt: readonly string[];
    try {
      rebuilt = await this.likeness.reconfigure(await this.#read());
    } catch (error) {
      this.shared?.refused(error);
      throw error;
    }
    this.shared?.applied();
    this.audit({ ...actor, action: 'configurationReloaded', target: rebuilt });
    return rebuilt;
  }

  async #read(): Promise<Configuration> {
    const next = await loadConfiguration(this.#folderThere());
    const changes = restartNeeded(this.current, next);
    if (changes.length > 0) throw new RestartNeededError(changes);
    return next;
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/**
 * Lists the differences that need a restart: objects, because stored records, Ids and summaries depend on them, and all
 * settings except the job schedule.
 * @returns the file and name of each difference; empty if the next configuration can be loaded without a restart
 */
function restartNeeded(running: Configuration, next: Configuration): string[] {
  const objects = differing(byName(running.objectDefinitions), byName(next.objectDefinitions));
  const settings = differing({ ...running.settings, jobs: null }, { ...next.settings, jobs: null });
  return [...objects.map((name) => `objects.json: ${name}`), ...settings.map((key) => `settings.json: ${key}`)];
}

function byName(definitions: Configuration['objectDefinitions']): Record<string, unknown> {
  return Object.fromEntries(definitions.map((definition) => [definition.name, definition]));
}

function differing(before: object, after: object): string[] {
  const [a, b] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...a.keys(), ...b.keys()])].filter(
    (key) => JSON.stringify(a.get(key)) !== JSON.stringify(b.get(key)),
  );
}
