/**
 * A process with one route that does no work: `empty-server.ts KIND DATA-FOLDER PATH BYTES`.
 *
 * `lean` is `empty-app.ts`, served like the service: token and license from the service's cache, the body read but not
 * parsed, a fixed response. `usual` is typical Express code: `express.json()`, jsonwebtoken on every request,
 * `response.json()`, `app.listen()`.
 *
 * Runs the built program like the service, so both are compiled in the same way.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import jwt from 'jsonwebtoken';
import { pino } from 'pino';
import { createEmptyApp, type AppModules } from './empty-app.js';

const [kind, folder, path, bytes] = process.argv.slice(2) as [string, string, string, string];
const built = new URL('../../dist/', import.meta.url);
const load = (module: string): Promise<unknown> => import(new URL(module, built).href);
const { listen } = (await load('http/server/server.js')) as typeof import('../../src/http/server/server.js');
const answer = 'x'.repeat(Math.max(0, Number(bytes) - 2));

const { loadConfiguration } = (await load('store/config/load.js')) as typeof import('../../src/store/config/load.js');
const { AdmissionControl } = (await load(
  'http/server/admission.js',
)) as typeof import('../../src/http/server/admission.js');
const configuration = await loadConfiguration();
const { settings } = configuration;
const HOST = '127.0.0.1';
process.stdout.write(`listening on ${await (kind === 'usual' ? usual() : lean())}\n`);

/** @returns the URL of the server */
async function usual(): Promise<string> {
  const { signingKey } = (await load(
    'service/auth/signing-keys.js',
  )) as typeof import('../../src/service/auth/signing-keys.js');
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
  const server = usualApp.listen(0, HOST);
  await once(server, 'listening');
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://${HOST}:${(server.address() as AddressInfo).port}`;
}

/** @returns the URL of the server */
async function lean(): Promise<string> {
  const carried = new AdmissionControl(settings);
  const { Auth } = (await load('service/auth/auth.js')) as typeof import('../../src/service/auth/auth.js');
  const modules = {
    app: (await load('http/app.js')) as AppModules['app'],
    answer: (await load('http/response/answer.js')) as AppModules['answer'],
    body: (await load('http/request/request-body.js')) as AppModules['body'],
  };
  const { Metrics } = (await load('http/metrics.js')) as typeof import('../../src/http/metrics.js');
  const { openLikeness } = (await load('service/open.js')) as typeof import('../../src/service/open.js');
  const { createMemoryStore } = (await load(
    'store/memory-store.js',
  )) as typeof import('../../src/store/memory-store.js');
  const likeness = await openLikeness({ configuration, store: createMemoryStore() });
  const logger = pino({ level: 'warn' }, pino.destination(2));
  const auth = new Auth({ dataFolder: folder });
  const { administration } = (await load(
    'service/config/administration.js',
  )) as typeof import('../../src/service/config/administration.js');
  const runtime = {
    likeness,
    auth,
    settings,
    administration: administration({ likeness, auth, dataFolder: folder }),
    logger,
    admission: carried,
    metrics: new Metrics(likeness, carried, auth),
  };
  const empty = createEmptyApp(modules, runtime, path, JSON.stringify(answer));
  const running = await listen(empty, carried, { host: HOST, port: 0 });
  process.once('SIGTERM', () => void running.close(1_000));
  return running.url;
}
