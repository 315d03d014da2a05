import type { Logger } from 'pino';
import type { Auth } from '../auth/auth.js';
import type { Settings } from '../config/configuration.js';
import type { Likeness } from '../service/likeness.js';
import type { Administration } from '../administration/administration.js';
import type { RecentForms } from './inbound/recent-forms.js';
import type { ApiUsage } from './api-usage.js';
import type { Metrics } from './metrics.js';
import type { Documentation } from './openapi/documentation.js';
import type { LogServer } from '../workers/log-server.js';
import type { RequestCounts } from './rate-limit.js';
import type { Forwarding } from './server/forward.js';
import type { DeciderForwarding } from './server/forward-to-decider.js';
import type { ServiceStates } from './server/service-state.js';
import type { AdmissionControl } from './server/admission.js';

/** The parts that an application is made of. */
export interface AppParts {
  readonly likeness: Likeness;
  readonly auth: Auth;
  readonly settings: Settings;
  readonly administration: Administration;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly admission: AdmissionControl;
  /** Only at a worker that follows: where it passes on what only the one that writes can answer. */
  readonly forwarding?: Forwarding | undefined;
  /** Only at one of several nodes: passes on what another one decides. */
  readonly deciding?: DeciderForwarding | undefined;
  /** Only at the worker that writes: the others. */
  readonly followers?: Pick<LogServer, 'caughtUp' | 'metrics' | 'configure'> | undefined;
  /** How it is; default: by the parts above, and nobody is told of changes. */
  readonly states?: ServiceStates | undefined;
  /** Requests by client, counted together with other workers. */
  readonly requestCounts?: RequestCounts | undefined;
}

/** The context that handlers work with. */
export interface AppContext extends AppParts {
  readonly states: ServiceStates;
  readonly documentation: () => Documentation;
  readonly apiUsage: ApiUsage;
  readonly forms: RecentForms;
}
