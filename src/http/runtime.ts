import type { Logger } from 'pino';
import type { Auth } from '../auth/auth.js';
import type { ConfigurationJobs } from '../config/configuration-jobs.js';
import type { Settings } from '../config/configuration.js';
import type { Likeness } from '../service/likeness.js';
import type { Load } from './load.js';
import type { Metrics } from './metrics.js';

/** What the endpoints stand on. */
export interface Runtime {
  readonly likeness: Likeness;
  readonly auth: Auth;
  readonly settings: Settings;
  readonly configurationJobs: ConfigurationJobs;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly load: Load;
}

/** Refuses by throwing when the client has asked too often. */
export type RateLimit = (clientId: string) => void;
