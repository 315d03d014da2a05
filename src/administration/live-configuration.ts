import { existsSync } from 'node:fs';
import type { AuditEntry } from '../auth/audit-log.js';
import type { Configuration } from '../config/configuration.js';
import { loadConfiguration } from '../config/load.js';
import {
  changePart,
  readSound,
  type ChangedPart,
  type EditedPart,
  type PartChange,
  type SoundFolder,
} from '../config/change-part.js';
import type { Problem } from '../config/problem.js';
import { restartNeeded } from '../config/restart-needed.js';
import { versionOf } from '../config/scenario-definition.js';
import { RequestError } from '../contract/request-error.js';
import type { Likeness } from '../service/likeness.js';
import type { NodeConfiguration } from './node-configuration.js';

/** Who has the configuration reloaded, for the audit log. */
export type Actor = Pick<AuditEntry, 'by' | 'name' | 'address'>;

/** The change takes effect at the next start only: nothing was taken over. */
export class RestartNeededError extends Error {
  override readonly name = 'RestartNeededError';

  /** @param changes file and name of each */
  constructor(readonly changes: readonly string[]) {
    super(`The service must be restarted for ${changes.join(', ')}; nothing was reloaded`);
  }
}

/** The configuration folder of a running service, and what of it is in use. Changes are made one at a time. */
export class LiveConfiguration {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param folder absent: there is none, and none is to be written
   * @param shared of a node: what all nodes have in their folders
   */
  constructor(
    private readonly likeness: Pick<Likeness, 'configuration' | 'reconfigure'>,
    readonly folder: string | undefined,
    private readonly audit: (entry: AuditEntry) => void,
    private readonly shared?: NodeConfiguration,
  ) {}

  /** In use now. */
  get current(): Configuration {
    return this.likeness.configuration;
  }

  /**
   * Reads and checks the folder, and answers by its scenarios, filters, cross-object maps, survivorship rules and lists
   * from now on.
   *
   * @returns the objects whose indexes were built anew, once all of it is in use
   * @throws ConfigurationError, RestartNeededError; nothing has changed then
   */
  reload(actor: Actor): Promise<readonly string[]> {
    return this.#alone(async () => {
      await this.shared?.take();
      return this.#reload(actor);
    });
  }

  /** Goes over to what other nodes were given, if that is new. @throws as `reload` */
  follow(): Promise<void> {
    return this.#alone(async () => {
      if ((await this.shared?.take()) === true) await this.#reload({ by: 'server' });
    });
  }

  /**
   * Writes into the folder, then reloads it.
   *
   * @returns what was written, and what kept it from being in use: it takes effect at the next start
   */
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
   * Changes one part in its file, and uses it. Where the change is refused, what was written into the file beside the
   * service is used, where people read what is in use: whoever reads it next sees what it was refused for.
   *
   * @returns the objects whose indexes were built anew, and what is probably not meant
   * @throws ConfigurationError, RestartNeededError, and what `change` throws; nothing was written then
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

  /** Tries a change of a part: nothing is written. @throws as `change` */
  tryChange<T>(part: EditedPart<T>, change: PartChange<T>): Promise<ChangedPart> {
    return this.#alone(async () => changePart(this.#folderToWrite(), part, change, true));
  }

  /** The folder as it is, in use or not yet. @throws ConfigurationError */
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
