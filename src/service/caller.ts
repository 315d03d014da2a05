import type { Patience } from '../runtime/turns.js';

/** The caller, for the audit trail and idempotency, and how long it waits. */
export interface Caller extends Patience {
  readonly clientId: string;
  /** Id of the owner and author of saved records; absent: the system user (`SYSTEM_USER_ID`). */
  readonly userId?: string;
  readonly requestId?: string;
  readonly address?: string;
  /** Names of the objects that it may read and change; absent: all. */
  readonly objects?: ReadonlySet<string>;
}
