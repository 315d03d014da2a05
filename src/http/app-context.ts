import type { Logger } from 'pino';
import type { Auth } from '../auth/auth.js';
import type { Settings } from '../config/configuration.js';
import type { Likeness } from '../contract/likeness.js';
import type { Administration } from '../administration/administration.js';
import type { Metrics } from './metrics.js';
import type { Documentation } from './openapi/documentation.js';
import type { AdmissionControl } from './server/admission.js';

/** What an application is made of. */
export interface AppParts {
  readonly likeness: Likeness;
  readonly auth: Auth;
  readonly settings: Settings;
  readonly administration: Administration;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly admission: AdmissionControl;
}

/** What handlers work with. */
export interface AppContext extends AppParts {
  readonly documentation: Documentation;
}
