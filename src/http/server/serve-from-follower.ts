import { join } from 'node:path';
import type { Logger } from 'pino';
import { administration } from '../../administration/administration.js';
import type { Follower } from '../../workers/follower.js';
import { REQUEST_SOCKET } from '../../workers/log-server.js';
import { settingsOfWorker } from '../../workers/shared-limits.js';
import type { SharedCounts } from '../../workers/shared-counts.js';
import { createApp } from '../app.js';
import { Metrics } from '../metrics.js';
import { AdmissionControl } from './admission.js';
import { Forwarding } from './forward.js';
import { listen, type ListenOptions, type RunningServer } from './server.js';

export interface ServeFollowerOptions extends ListenOptions {
  readonly dataFolder: string;
  readonly sockets: string;
  readonly counts: SharedCounts;
  /** Workers behind the port, this one among them. */
  readonly workers: number;
  readonly logger: Logger;
}

/**
 * Serves what a follower can answer by itself, and passes on the rest. Listens once it shows all that was answered
 * anywhere.
 */
export async function serveFollower(follower: Follower, options: ServeFollowerOptions): Promise<RunningServer> {
  const { likeness, auth, configuration } = follower;
  const { dataFolder, sockets, counts, workers, logger } = options;
  const settings = settingsOfWorker(configuration.settings, workers);
  const admission = new AdmissionControl(settings, (message) => logger.warn(message));
  const metrics = new Metrics(likeness, admission, auth);
  await follower.follow(() => metrics.registry.getMetricsAsJSON());
  const forwarding = new Forwarding(join(sockets, REQUEST_SOCKET));
  const app = createApp({
    likeness,
    auth,
    settings,
    // Asked for nothing: whatever needs it is passed on.
    administration: administration({ likeness, audit: auth.audit, dataFolder }),
    logger,
    admission,
    metrics,
    forwarding,
    requestCounts: counts,
  });
  const server = await listen(app, admission, options);
  return {
    ...server,
    close: async (patience) => {
      await server.close(patience);
      forwarding.close();
    },
  };
}
