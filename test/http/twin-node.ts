import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { administration } from '../../src/service/config/administration.js';
import type { Auth } from '../../src/service/auth/auth.js';
import { ClientUsers } from '../../src/service/auth/client-users.js';
import type { Configuration } from '../../src/store/config/configuration.js';
import { ENDPOINTS, openExtensions } from '../../src/extensions/index.js';
import { createApp } from '../../src/http/app.js';
import { Metrics } from '../../src/http/metrics.js';
import { AdmissionControl } from '../../src/http/server/admission.js';
import { listen } from '../../src/http/server/server.js';
import { openLikeness } from '../../src/service/open.js';
import type { RecordStore } from '../../src/store/record-store.js';

export interface TwinOptions {
  readonly store: RecordStore;
  readonly auth: Auth;
  readonly configuration: Configuration;
  readonly configurationFolder: string;
  readonly dataFolder: string;
  readonly logger: Logger;
}

/** Starts a second node on the same database, with its own folder for data that nodes do not share. */
export async function startTwin(options: TwinOptions): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { store, auth, configuration, configurationFolder, dataFolder, logger } = options;
  const { settings } = configuration;
  const folder = await mkdtemp(join(tmpdir(), 'likeness-twin-'));
  const users = new ClientUsers(dataFolder);
  const likeness = await openLikeness({ configuration, store, users });
  const admission = new AdmissionControl(settings);
  const metrics = new Metrics(likeness, admission, auth);
  const changing = administration({ likeness, auth, dataFolder: folder, configurationFolder });
  await changing.jobs.start();
  const { registry } = metrics;
  const work = openExtensions({ likeness, dataFolder: folder, registry });
  const app = createApp({ likeness, auth, settings, administration: changing, logger, admission, metrics }, ENDPOINTS);
  const running = await listen(app, admission, { host: '127.0.0.1', port: 0 });
  return {
    url: running.url,
    close: async () => {
      await Promise.all([changing.jobs.close(), work.close(), changing.files.close()]);
      await running.close(1_000);
      await likeness.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
