import type { Express, Request, Response } from 'express';
import { bareApp } from '../bare-app.js';
import { json, send } from '../response/answer.js';
import { platformErrors } from '../response/http-error.js';
import type { ServiceStates } from './service-state.js';

/**
 * Answers on the port of a process that is still starting: `/healthz` and `/readyz` as later, all else 503. The whole
 * service takes the port over.
 */
export function startingApp(states: Pick<ServiceStates, 'look'>): Express {
  const app = bareApp();
  const health = (status: number) => (_request: Request, response: Response) => {
    const { state, message, since } = states.look();
    const nothing = { writable: false, searchable: false, position: 0, lag: { commits: 0, seconds: 0 }, shed: 0 };
    const body = { status: state, ...nothing, message, since: new Date(since).toISOString() };
    send(response, json(body, status));
  };
  app.get('/healthz', health(200));
  app.get('/readyz', health(503));
  app.use((_request: Request, response: Response) => {
    const { message } = states.look();
    send(
      response,
      platformErrors(503, [{ message, errorCode: 'SERVER_UNAVAILABLE', fields: [] }], ['Retry-After', '2']),
    );
  });
  return app;
}
