/**
 * Runs the built service on a data folder like `likeness serve`, in a process that can also control the store, for
 * example to start a compaction. This is plain JavaScript, because a TypeScript compiler in the process would distort
 * measurements, and could not start when file descriptors run out.
 */
import { join } from 'node:path';
import process from 'node:process';
import { pino } from 'pino';
import { setup } from '../../src/cli/launch/setup.mjs';

/**
 * Prints its address, like `likeness serve`, and stops on SIGTERM.
 *
 * @param {string} folder
 * @param {number} compactAt bytes of journal that trigger a compaction
 * @param {(store: { compact(): Promise<unknown> }) => void} [listening] called with the store before the address is
 * printed
 */
export async function serve(folder, compactAt, listening) {
  const stopped = new Promise((resolve) => process.once('SIGTERM', resolve));
  setup();
  const from = (file) => import(`../../dist/${file}.js`);
  const { administration } = await from('service/config/administration');
  const { Auth } = await from('service/auth/auth');
  const { configurationOf } = await from('store/config/load');
  const { ENDPOINTS } = await from('extensions/index');
  const { createApp } = await from('http/app');
  const { AdmissionControl } = await from('http/server/admission');
  const { Metrics } = await from('http/metrics');
  const { listen } = await from('http/server/server');
  const { IndexSnapshots } = await from('service/index-snapshot/index-snapshots');
  const { openLikeness } = await from('service/open');
  const { openFileStore } = await from('store/open-file-store');

  const configuration = await configurationOf(join(folder, 'config'));
  const store = await openFileStore(folder, { compactAt });
  const likeness = await openLikeness({ configuration, store, snapshots: new IndexSnapshots(store, store) });
  const { settings } = configuration;
  const auth = new Auth({ dataFolder: folder, limits: settings.limits });
  const admission = new AdmissionControl(settings);
  const logger = pino({ level: 'fatal' }, pino.destination(2));
  const metrics = new Metrics(likeness, admission, auth);
  const changing = administration({ likeness, auth, dataFolder: folder });
  const app = createApp({ likeness, auth, settings, logger, administration: changing, admission, metrics }, ENDPOINTS);
  const server = await listen(app, admission, { host: '127.0.0.1', port: 0 });
  listening?.(store);
  process.stdout.write(`listening on ${server.url}\n`);
  await stopped;
  await server.close();
  await likeness.close();
}
