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

/** The OpenAPI document and its page, ready to send; each is made when it is first asked for. */
export interface Documentation {
  readonly document: () => FixedBody;
  /** In OpenAPI 3.0. */
  readonly document30: () => FixedBody;
  /** A collection of Postman. */
  readonly postman: () => FixedBody;
  readonly page: () => FixedBody;
}

/** The parts that an application is made of. */
export interface AppParts {
  readonly likeness: Likeness;
  readonly auth: Auth;
  readonly settings: Settings;
  readonly administration: Administration;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly admission: AdmissionControl;
  /** Only for nodes: forwards requests to the deciding node. */
  readonly deciding?: DeciderForwarding | undefined;
  /** The service's state; default: derived from the parts, without reports of changes. */
  readonly states?: ServiceStates | undefined;
}
