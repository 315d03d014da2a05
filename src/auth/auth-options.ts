import type { IdentityProvider, SignIn } from '../config/configuration.js';
import type { Home } from '../home/home.js';
import type { AuditPlace } from './audit-place.js';
import type { LoginLimits } from './login-rate-limiter.js';
import type { NewestFiles } from './newest-files.js';
import type { SpentDigests } from './spent-digests.js';

export interface AuthOptions {
  /** Holds `clients.json`, `signing.key`, `assertions.used`, `logins.used`, `tokens.revoked` and the audit log. */
  readonly dataFolder: string;
  readonly identityProviders?: readonly IdentityProvider[];
  readonly signIn?: SignIn | undefined;
  /** Whether people may log in by name and password; default: no. */
  readonly passwordGrant?: boolean | undefined;
  readonly limits?: LoginLimits;
  /** Digests that other nodes over the same database have used up or revoked; absent: there are none. */
  readonly spent?: SpentDigests | undefined;
  /** Asks the database of several nodes for clients and keys that are not known here. */
  readonly newest?: NewestFiles | undefined;
  /** The place of the clients that several nodes share. */
  readonly home?: Home | undefined;
  /** Where the audit log is, if not in the data folder. */
  readonly audit?: AuditPlace | undefined;
  /** Is told when the audit log cannot be written, and when it can again. */
  readonly trouble?: (message: string) => void;
  /** Milliseconds since the epoch; absent: this machine's clock. */
  readonly now?: (() => number) | undefined;
}
