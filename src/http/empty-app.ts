import type { Express } from 'express';
import { JSON_TYPE } from './answer.js';
import { bareApp } from './app.js';
import { readBody } from './body.js';
import { scoped, serveResource } from './resource.js';
import type { Runtime } from './runtime.js';

/**
 * An Express application with one authenticated route that reads its body and answers with a text of a given size, doing nothing between: what the
 * service would cost if searching were free. The yardstick of the HTTP benchmarks.
 *
 * @param answer JSON text to answer with
 */
export function createEmptyApp(runtime: Runtime, path: string, answer: string): Express {
  const app = bareApp();
  const empty = { status: 200, body: answer, type: JSON_TYPE };
  const verbs = {
    POST: scoped('search', async ({ request }) => {
      await readBody(request, runtime.settings.bodyLimit, 'identity', runtime.load);
      return empty;
    }),
  };
  app.route(path).all(serveResource(runtime, { route: 'empty', verbs }));
  return app;
}
