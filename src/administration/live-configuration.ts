import { existsSync } from 'node:fs';
import type { AuditEntry } from '../auth/audit-log.js';
import type { Configuration } from '../config/configuration.js';
import { loadConfiguration } from '../config/load.js';
import { putScenario } from '../config/put-scenario.js';
import { restartNeeded } from '../config/restart-needed.js';
import type { Likeness } from '../contract/likeness.js';
import type { ScenarioDefinition } from '../matching/scenario.js';

/** Who has the configuration reloaded, for the audit log. */
export type Actor = Pick<AuditEntry, 'by' | 'name' | 'address'>;

/** What changed takes effect at the next start only: nothing was taken over. */
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

  /** @param folder absent: there is none, and none is to be written */
  constructor(
    private readonly likeness: Pick<Likeness, 'configuration' | 'reconfigure'>,
    readonly folder: string | undefined,
    private readonly audit: (entry: AuditEntry) => void,
  ) {}

  /** In use now. */
  get current(): Configuration {
    return this.likeness.configuration;
  }

  /**
   * Reads and checks the folder, and answers by its scenarios, filters, cross-object maps, survivorship rules and lists from now on.
   *
   * @returns the objects whose indexes were built anew, once all of it is in use
   * @throws ConfigurationError, RestartNeededError; nothing has changed then
   */
  reload(actor: Actor): Promise<readonly string[]> {
    return this.#alone(() => this.#reload(actor));
  }

  /**
   * Writes into the folder, then reloads it.
   *
   * @returns what was written, and what kept it from being in use: it takes effect at the next start
   */
  write<T>(actor: Actor, write: (folder: string) => Promise<T>): Promise<{ written: T; later?: RestartNeededError }> {
    return this.#alone(async () => {
      const written = await write(this.#folderToWrite());
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
   * Writes a scenario into `scenarios.json`, and uses it.
   *
   * @throws ConfigurationError, RestartNeededError; nothing was written then
   */
  async put(actor: Actor, scenario: ScenarioDefinition): Promise<readonly string[]> {
    return this.#alone(async () => {
      const folder = this.#folderToWrite();
      await this.#read();
      await putScenario(folder, scenario);
      return this.#reload(actor);
    });
  }

  #folderToWrite(): string {
    if (this.folder === undefined) throw new Error('the service runs without a configuration folder');
    return this.folder;
  }

  async #reload(actor: Actor): Promise<readonly string[]> {
    const rebuilt = await this.likeness.reconfigure(await this.#read());
    this.audit({ ...actor, action: 'configurationReloaded', target: rebuilt });
    return rebuilt;
  }

  async #read(): Promise<Configuration> {
    const folder = this.folder !== undefined && existsSync(this.folder) ? this.folder : undefined;
    const next = await loadConfiguration(folder);
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
