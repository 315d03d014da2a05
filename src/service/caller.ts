import type { Patience } from '../runtime/turns.js';

/** The caller, for the audit log and for idempotency, and how long the caller waits. */
export interface Caller extends Patience {
  readonly clientId: string;
  /** Id of the owner and author of saved records. Default: the system user (`SYSTEM_USER_ID`). */
  readonly userId?: string;
  readonly requestId?: string;
  readonly address?: string;
  /** Names of the objects that the caller may read and change. Default: all objects. */
  readonly objects?: ReadonlySet<string>;
}
