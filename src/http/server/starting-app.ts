import type { Express, Request, Response } from 'express';
import type { Registry } from 'prom-client';
import { bareApp } from '../bare-app.js';
import { json, send } from '../response/answer.js';
import { plainErrorResponse } from '../response/http-error.js';
import type { ServiceStates } from './service-state.js';

interface Known {
  /** Position of the previous service. */
  readonly position?: number;
  /** Counters of all services of the process, for the metrics port. */
  readonly metrics?: Registry | undefined;
}

/** Builds the application for startup and reopening: only `/healthz` and `/readyz` work, other paths return 503. */
export function startingApp(states: Pick<ServiceStates, 'look'>, { position = 0, metrics }: Known = {}): Express {
  const app = bareApp();
  const health = (status: number) => (_request: Request, response: Response) => {
    const { state, message, since } = states.look();
    const nothing = { writable: false, searchable: false, position, lag: { commits: 0, seconds: 0 }, shed: 0 };
    const body = { status: state, ...nothing, message, since: new Date(since).toISOString() };
    send(response, json(body, status));
  };
  app.get('/healthz', health(200));
  app.get('/readyz', health(503));
  if (metrics !== undefined)
    app.get('/metrics', async (_request: Request, response: Response) => {
      send(response, { status: 200, body: await metrics.metrics(), type: metrics.contentType });
    });
  app.use((_request: Request, response: Response) => {
    const { message } = states.look();
    send(response, plainErrorResponse(503, 'SERVER_UNAVAILABLE', message, ['Retry-After', '2']));
  });
  return app;
}
