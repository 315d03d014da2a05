import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bareApp } from '../../src/http/bare-app.js';
import { expressMessages } from '../../src/http/server/express-prototypes.js';

const prototypes = (...[request, response]: Parameters<RequestListener>): unknown[] => [
  Object.getPrototypeOf(request),
  Object.getPrototypeOf(response),
];

describe('requests and responses that are Express’s from their making on', () => {
  it('Express finds its prototypes under them, and leaves them as they are', async () => {
    const app = bareApp();
    const before: unknown[] = [];
    const within: unknown[] = [];
    app.all('/a/:b', (request, response) => {
      within.push(...prototypes(request, response));
      const { b } = request.params;
      response.status(201).json([b, request.app === app, response.app === app, request.get('X-Of') ?? null]);
    });
    const server = createServer(expressMessages(app), (request, response) => {
      before.push(...prototypes(request, response));
      app(request, response);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${port}/a/c`, { headers: { 'x-of': 'd' } });
    expect([reply.status, await reply.json()]).toEqual([201, ['c', true, true, 'd']]);
    expect(before[0]).toBe(app.request);
    expect(before[1]).toBe(app.response);
    expect(within[0]).toBe(app.request);
    expect(within[1]).toBe(app.response);
  });

  it('they are what node:http and Express make', () => {
    const app = bareApp();
    const [request, response] = [app.request, app.response];
    expressMessages(app);
    expect(Object.getPrototypeOf(app.request)).toBe(request);
    expect(Object.getPrototypeOf(app.response)).toBe(response);
    expect(app.request).toBeInstanceOf(IncomingMessage);
    expect(app.response).toBeInstanceOf(ServerResponse);
  });
});
