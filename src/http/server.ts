import type { Express } from 'express';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { BusyError } from '../service/busy-error.js';
import { send } from './answer.js';
import { messagesOf } from './express-messages.js';
import type { Load } from './load.js';
import { refuseBusy, refusePlainly } from './refusal.js';
import { stopUnreadBody } from './unread-body.js';

export interface ListenOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Milliseconds between two looks at what is slow to arrive; a request may take that much longer than the limits say. */
  readonly checkingInterval?: number;
}

export interface RunningServer {
  /** `http://host:port` as it listens. */
  readonly url: string;
  readonly server: Server;
  /**
   * Takes no more connections, lets requests under way finish, then ends.
   *
   * @param patience milliseconds after which what is still open is cut off
   */
  close(patience?: number): Promise<void>;
}

/** Large enough for a token header of 64 kB to be read, and refused as any other malformed token. */
const MAX_HEADER_SIZE = 81_920;
const IDLE_SWEEP = 50;
const SECOND = 1_000;

/** Serves an application, guarded against clients that are slow or too many. Rejects when the address is taken. */
export async function listen(app: Express, load: Load, options: ListenOptions): Promise<RunningServer> {
  const { limits } = load;
  const server = createServer(
    {
      ...messagesOf(app),
      maxHeaderSize: MAX_HEADER_SIZE,
      headersTimeout: limits.headerSeconds * SECOND,
      requestTimeout: Math.max(limits.requestSeconds, limits.headerSeconds) * SECOND,
      keepAliveTimeout: limits.idleSeconds * SECOND,
      connectionsCheckingInterval: options.checkingInterval ?? 2_000,
      // A header sent twice must not silently count as its first value: joined, two tokens are no token.
      joinDuplicateHeaders: true,
      // Refused by `serve`, in the form of all refusals: node:http would answer with nothing but the status.
      requireHostHeader: false,
    },
    (request, response) => serve(app, load, request, response),
  );
  server.maxConnections = limits.connections;
  server.timeout = limits.stallSeconds * SECOND;
  server.on('drop', () => load.shed('connections'));
  server.on('connection', (socket) => {
    if (load.connect(socket)) return;
    load.shed('connections');
    socket.destroy();
  });
  // node:http would answer with nothing but the status.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    serve(refuseExpectation, load, request, response),
  );
  server.on('timeout', (socket: Socket) => {
    if (load.isBusy(socket)) load.shed('stalled');
    socket.destroy();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') load.shed('slow');
    answerBrokenRequest(error, socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { url: `http://${host}:${port}`, server, close: (patience = 10_000) => close(server, load, patience) };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Nothing but `Expect: 100-continue` is understood (RFC 9110, 10.1.1). */
const refuseExpectation: Handler = (request, response) => {
  send(response, refusePlainly(417, 'EXPECTATION_FAILED', 'Expect: only 100-continue is understood'));
  stopUnreadBody(request);
};

/** RFC 9112, 3.2. */
const refuseHostless: Handler = (request, response) => {
  send(response, refusePlainly(400, 'MALFORMED_REQUEST', 'A request by HTTP/1.1 must have a Host header'));
  stopUnreadBody(request);
};

/** What there is no room for is refused before Express sees it. */
function serve(app: Handler, load: Load, request: IncomingMessage, response: ServerResponse): void {
  try {
    if (!load.arrive(request, response)) return;
    if (request.headers.host === undefined && request.httpVersion === '1.1') refuseHostless(request, response);
    else app(request, response);
  } catch (error) {
    if (!(error instanceof BusyError)) throw error;
    load.shed(error.reason);
    send(response, refuseBusy(error));
    stopUnreadBody(request);
  }
}

async function close(server: Server, load: Load, patience: number): Promise<void> {
  load.drain();
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP);
  const cut = setTimeout(() => server.closeAllConnections(), patience);
  try {
    await new Promise<void>((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
      server.closeIdleConnections();
    });
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}

const BROKEN: Readonly<Record<string, readonly [status: string, errorCode: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'REQUEST_TIMEOUT', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'REQUEST_TOO_LARGE',
    `The header is larger than the limit of ${MAX_HEADER_SIZE} bytes`,
  ],
};
const MALFORMED = ['400 Bad Request', 'MALFORMED_REQUEST', 'The request is not valid HTTP'] as const;

/** Requests that never reach Express (not HTTP, too slow, header too large) are refused in the same form as all others. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  // node:http keeps the response under way here; what has been begun cannot be answered again.
  const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: { headersSent: boolean } };
  if (!socket.writable || underWay?.headersSent) {
    socket.destroy();
    return;
  }
  const [status, errorCode, message] = BROKEN[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify([{ message, errorCode, fields: [] }]);
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json;charset=UTF-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  socket.end(head + body, () => socket.destroy());
}
