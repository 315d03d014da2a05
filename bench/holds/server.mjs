/**
 * The built service over a data folder as `likeness serve` makes it, but told when to compact and what to record: `server.mjs FOLDER`, with a channel for messages. Ends on SIGTERM.
 * Plain JavaScript: a compiler in the process would run beside what is measured.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { setup } from '../../src/launch/setup.mjs';
import { begin, end } from './recorder.mjs';

const [folder = ''] = process.argv.slice(2);
const stopped = new Promise((resolve) => process.once('SIGTERM', resolve));
setup();
const from = (file) => import(`../../dist/${file}.js`);
const { Auth } = await from('auth/auth');
const { configurationOf } = await from('cli/workspace');
const { createApp } = await from('http/app');
const { Load } = await from('http/load');
const { Metrics } = await from('http/metrics');
const { listen } = await from('http/server');
const { IndexSnapshots } = await from('service/index-snapshot/index-snapshots');
const { openLikeness } = await from('service/open');
const { openFileStore } = await from('store/open-file-store');

const configuration = await configurationOf(join(folder, 'config'));
const store = await openFileStore(folder, { compactAt: Infinity });
const likeness = await openLikeness({ configuration, store, snapshots: new IndexSnapshots(store) });
const { settings } = configuration;
const auth = new Auth({ dataFolder: folder, limits: settings.limits });
const load = new Load(settings);
const logger = pino({ level: 'fatal' }, pino.destination(2));
const app = createApp({ likeness, auth, settings, logger, load, metrics: new Metrics(likeness, load, auth) });
const server = await listen(app, load, { host: '127.0.0.1', port: 0 });

const DONE = {
  begin,
  compact: () => store.compact(),
  end,
};
process.on('message', (what) => void DONE[what]().then((found = {}) => process.send(found)));
// The channel alone must not keep a server alive that was told to stop.
process.channel.unref();
process.stdout.write(`listening on ${server.url}\n`);
await stopped;
await server.close();
await likeness.close();
