/**
 * A process that serves a route which does nothing: `empty-server.ts KIND DATA-FOLDER PATH BYTES`.
 *
 * `lean` is the service's own bare Express (`src/http/empty-app.ts`): token and licence from the service's cache, the body read but not parsed, a ready answer.
 * `usual` is what one writes with Express as it comes: `express.json()`, jsonwebtoken at every request, `response.json()`.
 *
 * Runs the built program, as the service does, so that all are compiled alike.
 */
import express, { type Express } from 'express';
import jwt from 'jsonwebtoken';
import { pino } from 'pino';

const [kind, folder, path, bytes] = process.argv.slice(2) as [string, string, string, string];
const built = new URL('../../dist/', import.meta.url);
const load = (module: string): Promise<unknown> => import(new URL(module, built).href);
const { listen } = (await load('http/server.js')) as typeof import('../../src/http/server.js');
const answer = 'x'.repeat(Math.max(0, Number(bytes) - 2));

const { loadConfiguration } = (await load('config/load.js')) as typeof import('../../src/config/load.js');
const { Load } = (await load('http/load.js')) as typeof import('../../src/http/load.js');
const configuration = await loadConfiguration();
const { settings } = configuration;
const carried = new Load(settings);
const app = kind === 'usual' ? await usual() : await lean();
const running = await listen(app, carried, { host: '127.0.0.1', port: 0 });
process.stdout.write(`listening on ${running.url}\n`);
process.once('SIGTERM', () => void running.close(1_000));

async function usual(): Promise<Express> {
  const { signingKey } = (await load('auth/keys.js')) as typeof import('../../src/auth/keys.js');
  const key = signingKey(folder);
  const usualApp = express();
  usualApp.use(express.json({ limit: '6mb' }));
  usualApp.post(path, (request, response) => {
    try {
      jwt.verify(request.headers.authorization?.slice(7) ?? '', key, { algorithms: ['HS256'] });
      response.json(answer);
    } catch {
      response.sendStatus(401);
    }
  });
  return usualApp;
}

async function lean(): Promise<Express> {
  const { Auth } = (await load('auth/auth.js')) as typeof import('../../src/auth/auth.js');
  const { createEmptyApp } = (await load('http/empty-app.js')) as typeof import('../../src/http/empty-app.js');
  const { Metrics } = (await load('http/metrics.js')) as typeof import('../../src/http/metrics.js');
  const { openLikeness } = (await load('service/open.js')) as typeof import('../../src/service/open.js');
  const { createMemoryStore } = (await load(
    'store/memory-store.js',
  )) as typeof import('../../src/store/memory-store.js');
  const likeness = await openLikeness({ configuration, store: createMemoryStore() });
  const logger = pino({ level: 'warn' }, pino.destination(2));
  const auth = new Auth({ dataFolder: folder });
  const runtime = {
    likeness,
    auth,
    settings,
    logger,
    load: carried,
    metrics: new Metrics(likeness, carried, auth),
  };
  return createEmptyApp(runtime, path, JSON.stringify(answer));
}
