import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { Express } from 'express';
import type { ErrorCode } from '../../records/contract/error-codes.js';
import type { TlsFiles } from '../../store/config/configuration.js';
import { BusyError } from '../../store/transactions/busy-error.js';
import { send, CONSTANT_HEADERS, JSON_TYPE, NOT_KEPT } from '../response/answer.js';
import { expressMessages, takeOver } from './express-prototypes.js';
import type { AdmissionControl } from './admission.js';
import { busyResponse, misdirected, plainErrorResponse } from '../response/http-error.js';
import { followKeyPair, readKeyPair, SECURE } from './tls.js';
import { takePeer } from './peer.js';
import { closeLingering } from './lingering-close.js';

export interface ListenOptions {
  readonly host: string;
  /** Port to listen on. 0 selects any free port. */
  readonly port: number;
  /** Authenticates forwarded requests. */
  readonly secret?: string | undefined;
  /** TLS files. Default: plain HTTP. */
  readonly tls?: TlsFiles | undefined;
  /** Called when new TLS files are unusable. The old files remain in use. */
  readonly warn?: (message: string) => void;
  /** Milliseconds between two timeout checks. A request can exceed its limit by this time. */
  readonly checkingInterval?: number;
}

export interface RunningServer {
  /** Local URL: `http://host:port`, or `https://`. */
  readonly url: string;
  readonly server: Server;
  /** Switches to another application on the same port and connections. */
  answerBy(app: Express): void;
  /** Starts the shutdown: `/readyz` reports it, and connections close after their next response. */
  drain(): void;
  /** Waits for running requests. @param patience milliseconds before open connections are closed */
  close(patience?: number): Promise<void>;
}

/** Large enough for a token header of 64 kB, which is then rejected like any malformed token. */
const MAX_HEADER_SIZE = 81_920;
const IDLE_SWEEP = 50;
const SECOND = 1_000;

/**
 * Starts a server that limits slow clients and the number of clients. Rejects if the address is in use or TLS files are
 * unusable.
 */
export async function listen(
  app: Express,
  admission: AdmissionControl,
  options: ListenOptions,
): Promise<RunningServer> {
  const { limits } = admission;
  const { tls } = options;
  const messages = expressMessages(app);
  let answering = app;
  const shaping = {
    ...messages,
    maxHeaderSize: MAX_HEADER_SIZE,
    headersTimeout: limits.headerSeconds * SECOND,
    requestTimeout: Math.max(limits.requestSeconds, limits.headerSeconds) * SECOND,
    keepAliveTimeout: limits.idleSeconds * SECOND,
    connectionsCheckingInterval: options.checkingInterval ?? 2_000,
    // Join repeated headers, so that two tokens are invalid. By default, the first token would be used.
    joinDuplicateHeaders: true,
    // `serve` checks the Host header instead, because node:http would send only a status.
    requireHostHeader: false,
  };
  const handle: Handler = (request, response) => {
    const isSigned = options.secret === undefined || takePeer(request, options.secret);
    serve(isSigned ? answering : refuseForged, admission, request, response);
  };
  const secured =
    tls &&
    createSecureServer(
      { ...shaping, ...SECURE, ...readKeyPair(tls), handshakeTimeout: limits.headerSeconds * SECOND },
      handle,
    );
  const server: Server = secured ?? createServer(shaping, handle);
  server.timeout = limits.stallSeconds * SECOND;
  // By default, fields after the 2,000th are silently dropped. The total size is limited anyway.
  server.maxHeadersCount = 0;
  server.on('connection', (socket) => {
    if (admission.connect(socket)) return;
    admission.shed('connections');
    if (tls !== undefined) socket.destroy();
    else
      respondRaw(socket, 503, 'SERVER_UNAVAILABLE', 'Too many connections. Try again in a moment', [
        'Retry-After',
        '1',
      ]);
  });
  if (secured) carryOver(secured, admission);
  // Handle this event, because node:http would send only the status.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    serve(refuseExpectation, admission, request, response),
  );
  server.on('timeout', (socket: Socket) => {
    if (admission.isBusy(socket)) admission.shed('stalled');
    if (admission.isArriving(socket)) answerBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
    else socket.destroy();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') admission.shed('slow');
    answerBrokenRequest(error, socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const { port, host } = options;
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const warn = (error: Error): void => options.warn?.(`the old certificate remains in use: ${error.message}`);
  const unfollow = secured && followKeyPair(secured, tls, warn);
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `${secured ? 'https' : 'http'}://${host}:${port}`,
    server,
    answerBy: (next) => {
      takeOver(next, messages);
      answering = next;
    },
    drain: () => admission.drain(),
    close: (patience = 10_000) => {
      unfollow?.();
      return close(server, admission, patience);
    },
  };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Connections are counted before the TLS handshake, which costs more than most requests. */
function carryOver(server: SecureServer, admission: AdmissionControl): void {
  const carriers = new Map<string, Socket>();
  const peer = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress ?? ''} ${remotePort ?? ''}`;
  const take = (encrypted: Socket): Socket | undefined => {
    const carrier = carriers.get(peer(encrypted));
    carriers.delete(peer(encrypted));
    return carrier;
  };
  server.on('connection', (carrier: Socket) => {
    const key = peer(carrier);
    carriers.set(key, carrier);
    carrier.once('close', () => {
      if (carriers.get(key) === carrier) carriers.delete(key);
    });
  });
  server.on('secureConnection', (encrypted) => {
    const carrier = take(encrypted);
    if (carrier === undefined) encrypted.destroy();
    else admission.secure(carrier, encrypted);
  });
  server.on('tlsClientError', (error: NodeJS.ErrnoException, encrypted) => {
    const carrier = take(encrypted);
    if (carrier === undefined || carrier.destroyed) return;
    if (error.code === 'ERR_SSL_HTTP_REQUEST')
      respondRaw(carrier, 400, 'MALFORMED_REQUEST', 'This port requires HTTPS. Use https:// in the URL');
    else carrier.destroy();
  });
}

/** Only `Expect: 100-continue` is supported (RFC 9110, 10.1.1). */
const refuseExpectation: Handler = (request, response) => {
  send(response, plainErrorResponse(417, 'EXPECTATION_FAILED', 'Expect: only 100-continue is supported'));
  closeLingering(request);
};

/** Rejects forwarded requests with a forged signature or, after a restart, a stale secret. */
const refuseForged: Handler = (request, response) => {
  send(response, misdirected());
  closeLingering(request);
};

/** Requires exactly one Host header (RFC 9112, 3.2). Repeated headers are joined by a comma. */
function faultOfHost({ headers: { host }, httpVersion }: IncomingMessage): string | undefined {
  if (host === undefined) return httpVersion === '1.1' ? 'An HTTP/1.1 request must have a Host header' : undefined;
  return host.includes(',') ? 'A request must not have more than one Host header' : undefined;
}

function serve(app: Handler, admission: AdmissionControl, request: IncomingMessage, response: ServerResponse): void {
  try {
    if (!admission.arrive(request, response)) return;
    const fault = faultOfHost(request);
    if (fault === undefined) {
      app(request, response);
      return;
    }
    send(response, plainErrorResponse(400, 'MALFORMED_REQUEST', fault));
    closeLingering(request);
  } catch (error) {
    if (!(error instanceof BusyError)) throw error;
    admission.shed(error.reason);
    send(response, busyResponse(error));
    closeLingering(request);
  }
}

async function close(server: Server, admission: AdmissionControl, patience: number): Promise<void> {
  admission.drain();
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

const BROKEN: Readonly<Record<string, readonly [status: number, errorCode: ErrorCode, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'REQUEST_TOO_LARGE', `The header is larger than the limit of ${MAX_HEADER_SIZE} bytes`],
};
const MALFORMED = [400, 'MALFORMED_REQUEST', 'The request is not valid HTTP'] as const;

/** Responds to requests that never reach Express because they are not HTTP, too slow, or have too large a header. */
function answerBrokenRequest({ code = '' }: { readonly code?: string | undefined }, socket: Socket): void {
  // node:http keeps the current response here. A response that has started cannot be replaced.
  const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: { headersSent: boolean } };
  if (!socket.writable || underWay?.headersSent) socket.destroy();
  else respondRaw(socket, ...(BROKEN[code] ?? MALFORMED));
}

/** Milliseconds for the client to read the response. */
const LINGER = 1_000;

/** Responds to requests that never reach node:http's handler, and closes the connection. */
function respondRaw(
  socket: Socket,
  status: number,
  errorCode: ErrorCode,
  message: string,
  headers: readonly string[] = [],
): void {
  const body = JSON.stringify([{ message, errorCode, fields: [] }]);
  const all = [
    ...CONSTANT_HEADERS,
    'X-Request-Id',
    randomUUID(),
    'Cache-Control',
    NOT_KEPT,
    'Content-Type',
    JSON_TYPE,
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Date',
    new Date().toUTCString(),
    'Connection',
    'close',
    ...headers,
  ];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let i = 0; i < all.length; i += 2) head += `${all[i]!}: ${all[i + 1]!}\r\n`;
  socket.end(`${head}\r\n${body}`, () => socket.destroy());
  setTimeout(() => socket.destroy(), LINGER).unref();
}
