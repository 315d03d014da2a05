import type { Logger } from 'pino';
import type { Auth } from '../service/auth/auth.js';
import type { Settings } from '../store/config/configuration.js';
import type { Likeness } from '../service/likeness.js';
import type { Administration } from '../service/config/administration.js';
import type { Metrics } from './metrics.js';
import type { DeciderForwarding } from './server/forward-to-decider.js';
import type { ServiceStates } from './server/service-state.js';
import type { AdmissionControl } from './server/admission.js';
import type { Answer } from './response/answer.js';

export type FixedBody = Pick<Answer, 'body' | 'gzippedBody'>;

/** Serialized documents, each built on first use. */
export interface Documentation {
  readonly document: () => FixedBody;
  readonly document30: () => FixedBody;
  readonly postman: () => FixedBody;
  readonly page: () => FixedBody;
}

export interface AppParts {
  readonly likeness: Likeness;
  readonly auth: Auth;
  readonly settings: Settings;
  readonly administration: Administration;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly admission: AdmissionControl;
  /** Forwards requests to the deciding node. Set only for a node of a cluster. */
  readonly deciding?: DeciderForwarding | undefined;
  /** Default: states derived from the other parts, without logging of changes. */
  readonly states?: ServiceStates | undefined;
}
