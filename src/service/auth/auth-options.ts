import type { IdentityProvider, SignIn } from '../../store/config/configuration.js';
import type { Home } from '../../store/home/home.js';
import type { AuditPlace } from './audit-place.js';
import type { LoginLimits } from './login-rate-limiter.js';
import type { NewestFiles } from './newest-files.js';
import type { SpentDigests } from './spent-digests.js';

export interface AuthOptions {
  /** Contains `clients.json`, `signing.key`, `assertions.used`, `logins.used`, `tokens.revoked` and the audit log. */
  readonly dataFolder: string;
  readonly identityProviders?: readonly IdentityProvider[];
  readonly signIn?: SignIn | undefined;
  /** Whether people may log in by name and password; default: no. */
  readonly passwordGrant?: boolean | undefined;
  readonly limits?: LoginLimits;
  /** Digests used or revoked by other nodes over the same database; absent: no other nodes. */
  readonly spent?: SpentDigests | undefined;
  /** Looks up unknown clients and keys in the database of several nodes. */
  readonly newest?: NewestFiles | undefined;
  /** The home of the clients that several nodes share. */
  readonly home?: Home | undefined;
  /** The audit log, if not in the data folder. */
  readonly audit?: AuditPlace | undefined;
  /** Is called when the audit log cannot be written, and when it can again. */
  readonly trouble?: (message: string) => void;
  /** Milliseconds since the epoch; absent: this machine's clock. */
  readonly now?: (() => number) | undefined;
}
