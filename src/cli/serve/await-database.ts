import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { AdmissionControl } from '../../http/server/admission.js';
import { listen, type RunningServer } from '../../http/server/server.js';
import { ServiceStates, WELL } from '../../http/server/service-state.js';
import { startingApp } from '../../http/server/starting-app.js';
import { configurationOf } from '../../store/config/load.js';
import { tlsFor, type ListeningOptions } from './listen-options.js';
import { pauseBefore, whyDatabaseIsAway } from '../open/database.js';
import type { Stop } from './stop-signal.js';

export interface Awaiting extends ListeningOptions {
  readonly data: string;
  readonly config: string;
}

/**
 * Waits for the database without a time limit, and responds to health checks on the node's port until `end` is called.
 * If the database is available immediately, no port is opened.
 */
export class DatabaseWait {
  #server: RunningServer | undefined;
  #cause: string | undefined;
  readonly #states: ServiceStates;

  constructor(
    private readonly url: string,
    private readonly options: Awaiting,
    private readonly logger: Logger,
  ) {
    this.#states = new ServiceStates(() => ({ ...WELL, starting: { database: this.#cause } }), logger);
  }

  /** @returns `undefined` if the node was stopped first @throws any error from `open` except an unavailable database */
  async until<T>(open: () => Promise<T>, stop: Stop): Promise<T | undefined> {
    for (let attempt = 0; !stop.isAsked;) {
      this.#cause = await whyDatabaseIsAway(this.url);
      if (this.#cause === undefined) {
        try {
          return await open();
        } catch (error) {
          this.#cause = await whyDatabaseIsAway(this.url);
          if (this.#cause === undefined) {
            // Close the port. An open port would keep the process running, so that it would not be restarted.
            await this.end();
            throw error;
          }
        }
      }
      this.#states.look();
      this.#server ??= await this.#listen();
      let timer: NodeJS.Timeout | undefined;
      const pause = new Promise<void>((resolve) => (timer = setTimeout(resolve, pauseBefore(attempt++))));
      await Promise.race([pause, stop.asked]);
      clearTimeout(timer);
    }
    await this.end();
    return undefined;
  }

  async end(): Promise<void> {
    await this.#server?.close(0);
    this.#server = undefined;
  }

  /**
   * Listens with the settings of the last run or, without any, of the configuration folder. If listening fails, the
   * node waits without health checks.
   */
  async #listen(): Promise<RunningServer | undefined> {
    const { data, config, host, port } = this.options;
    const kept = join(data, 'configuration');
    try {
      const { settings } = await configurationOf(existsSync(kept) ? kept : config);
      const tls = await tlsFor(this.options, settings);
      const app = startingApp(this.#states);
      return await listen(app, new AdmissionControl(settings), { host, port, tls });
    } catch (error) {
      this.logger.warn(`health checks are unavailable until the database is available: ${(error as Error).message}`);
      return undefined;
    }
  }
}
