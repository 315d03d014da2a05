import type { AuditLog } from '../../service/auth/audit-log.js';
import type { Likeness } from '../../service/likeness.js';
import type { ServiceStates } from './service-state.js';

const INTERVAL = 500;

/** Audits startups, shutdowns, and transitions of the store between read-only and writable. */
export class ServerStateAudit {
  readonly #timer: NodeJS.Timeout;
  #isWritable: boolean;

  constructor(
    private readonly likeness: Pick<Likeness, 'writable'>,
    private readonly audit: AuditLog,
    private readonly states: Pick<ServiceStates, 'look'>,
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
    this.states.look();
    const { writable } = this.likeness;
    if (writable === this.#isWritable) return;
    this.#isWritable = writable;
    this.audit.record({ action: writable ? 'storeWritable' : 'storeReadOnly', by: 'server' });
  }
}
