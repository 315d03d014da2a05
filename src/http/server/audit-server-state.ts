import type { Logger } from 'pino';
import type { AuditLog } from '../../auth/audit-log.js';
import type { Likeness } from '../../contract/likeness.js';

/** Milliseconds between two looks at the store. */
const INTERVAL = 500;

/**
 * Writes down, in audit log and log, when a server starts and stops and when its store stops taking writes or takes
 * them again.
 */
export class ServerStateAudit {
  readonly #timer: NodeJS.Timeout;
  #isWritable: boolean;

  /** @param url that it listens on */
  constructor(
    private readonly likeness: Pick<Likeness, 'writable'>,
    private readonly audit: AuditLog,
    private readonly logger: Pick<Logger, 'error' | 'info'>,
    url: string,
    interval = INTERVAL,
  ) {
    this.#isWritable = likeness.writable;
    audit.record({ action: 'serverStarted', by: 'server', target: [url] });
    this.#timer = setInterval(() => this.#look(), interval);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#look();
    this.audit.record({ action: 'serverStopped', by: 'server' });
    await this.audit.close();
  }

  #look(): void {
    const { writable } = this.likeness;
    if (writable === this.#isWritable) return;
    this.#isWritable = writable;
    this.audit.record({ action: writable ? 'storeWritable' : 'storeReadOnly', by: 'server' });
    if (writable) this.logger.info('the store takes writes again');
    else this.logger.error('the store takes no more writes: it is read-only until a restart');
  }
}
