import { join } from 'node:path';
import type { Auth } from '../../auth/auth.js';
import type { Configuration } from '../../config/configuration.js';
import type { FileStore } from '../../store/file-store.js';
import { LogServer, REQUEST_SOCKET } from '../../workers/log-server.js';
import { SharedCounts } from '../../workers/shared-counts.js';
import { createApp } from '../app.js';
import type { AppParts } from '../app-context.js';
import { REQUEST_COUNTS } from '../rate-limit.js';
import { AdmissionControl } from './admission.js';
import { listen, type RunningServer } from './server.js';

export interface WriterOptions {
  readonly store: FileStore;
  readonly auth: Auth;
  readonly configuration: Configuration;
  readonly configurationFolder: string | undefined;
  /** Folder that only this user may enter: its sockets are trusted. */
  readonly sockets: string;
  readonly log: { warn(message: string): void };
}

/** Milliseconds that followers get to answer what they have begun. */
const PATIENCE = 15_000;

/** The worker that writes also tells the others its log, and answers what they pass on. */
export class Writer {
  readonly followers: LogServer;
  readonly requestCounts = new SharedCounts(...REQUEST_COUNTS);
  #server: RunningServer | undefined;

  constructor(private readonly options: WriterOptions) {
    this.followers = new LogServer({ ...options, counts: this.requestCounts });
  }

  /** @param parts of the worker's own application */
  async listen(parts: AppParts): Promise<void> {
    const { settings } = this.options.configuration;
    const admission = new AdmissionControl({ ...settings, passedOnTo: parts.admission });
    const path = join(this.options.sockets, REQUEST_SOCKET);
    this.#server = await listen(createApp({ ...parts, settings, admission }), admission, { host: '', port: 0, path });
    await this.followers.listen();
  }

  /** Lets the followers finish what they pass on. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE)));
    await Promise.race([this.followers.allGone(), tooLong]);
    clearTimeout(timer);
    await this.#server?.close(1_000);
    await this.followers.close();
  }
}
