/**
 * The built service over a data folder as `likeness serve` makes it, but compacting all the time: `compacting-server.mjs FOLDER BYTES`. Ends on SIGTERM.
 * Plain JavaScript: a server that is short of file descriptors cannot start a compiler.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { setup } from '../../src/launch/setup.mjs';

const [folder = '', compactAt = ''] = process.argv.slice(2);
const stopped = new Promise((resolve) => process.once('SIGTERM', resolve));
setup();
const [
  { Auth },
  { loadConfiguration },
  { createApp },
  { Load },
  { Metrics },
  { listen },
  { openLikeness },
  { openFileStore },
] = await Promise.all([
  import('../../dist/auth/auth.js'),
  import('../../dist/config/load.js'),
  import('../../dist/http/app.js'),
  import('../../dist/http/load.js'),
  import('../../dist/http/metrics.js'),
  import('../../dist/http/server.js'),
  import('../../dist/service/open.js'),
  import('../../dist/store/open-file-store.js'),
]);
const configuration = await loadConfiguration(join(folder, 'config'));
const likeness = await openLikeness({
  configuration,
  store: await openFileStore(folder, { compactAt: Number(compactAt) }),
});
const { settings } = configuration;
const auth = new Auth({ dataFolder: folder, limits: settings.limits });
const load = new Load(settings);
const logger = pino({ level: 'fatal' }, pino.destination(2));
const app = createApp({ likeness, auth, settings, logger, load, metrics: new Metrics(likeness, load) });
const server = await listen(app, load, { host: '127.0.0.1', port: 0 });
process.stdout.write(`listening on ${server.url}\n`);
await stopped;
await server.close();
await likeness.close();
