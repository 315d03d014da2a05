/** A process that serves the empty route: `empty-server.ts DATA-FOLDER PATH BYTES`. Runs the built program, as the service does, so that both are compiled alike. */
import { pino } from 'pino';

const [folder, path, bytes] = process.argv.slice(2) as [string, string, string];
const built = new URL('../../dist/', import.meta.url);
const load = (module: string): Promise<unknown> => import(new URL(module, built).href);
const { Auth } = (await load('auth/auth.js')) as typeof import('../../src/auth/auth.js');
const { createEmptyApp } = (await load('http/empty-app.js')) as typeof import('../../src/http/empty-app.js');
const { Metrics } = (await load('http/metrics.js')) as typeof import('../../src/http/metrics.js');
const { listen } = (await load('http/server.js')) as typeof import('../../src/http/server.js');
const { loadConfiguration } = (await load('config/load.js')) as typeof import('../../src/config/load.js');
const { openLikeness } = (await load('service/open.js')) as typeof import('../../src/service/open.js');
const { createMemoryStore } = (await load('store/memory-store.js')) as typeof import('../../src/store/memory-store.js');

const configuration = await loadConfiguration();
const likeness = await openLikeness({ configuration, store: createMemoryStore() });
const runtime = {
  likeness,
  auth: new Auth({ dataFolder: folder }),
  settings: configuration.settings,
  logger: pino({ level: 'warn' }, pino.destination(2)),
  metrics: new Metrics(likeness),
};
const answer = JSON.stringify('x'.repeat(Math.max(0, Number(bytes) - 2)));
const running = await listen(createEmptyApp(runtime, path, answer), { host: '127.0.0.1', port: 0 });
process.stdout.write(`listening on ${running.url}\n`);
process.once('SIGTERM', () => void running.close(1_000));
