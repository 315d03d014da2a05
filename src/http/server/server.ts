import type { Express } from 'express';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TlsFiles } from '../../config/configuration.js';
import { BusyError } from '../../transactions/busy-error.js';
import { send } from '../response/answer.js';
import { expressMessages, takeOver } from './express-prototypes.js';
import type { AdmissionControl } from './admission.js';
import { respondRaw } from '../response/raw-response.js';
import { busyResponse, misdirected, plainErrorResponse } from '../response/http-error.js';
import { followKeyPair, readKeyPair, SECURE } from './tls.js';
import { takePeer } from './peer.js';
import { closeLingering } from './lingering-close.js';

export interface ListenOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** A socket of the file system instead, for requests that other workers pass on: see `Forwarding`. */
  readonly path?: string;
  /** By which other nodes show that they pass a request on. */
  readonly secret?: string | undefined;
  /** Serves HTTPS; absent: plain HTTP. */
  readonly tls?: TlsFiles | undefined;
  /** Told of new files of TLS that cannot be taken; the old ones stay. */
  readonly warn?: (message: string) => void;
  /**
   * Milliseconds between two looks at what is slow to arrive; a request may take that much longer than the limits say.
   */
  readonly checkingInterval?: number;
}

export interface RunningServer {
  /** `http://host:port`, or `https://`, as it listens. */
  readonly url: string;
  readonly server: Server;
  /** From now on another application answers, on the same port and connections. */
  answerBy(app: Express): void;
  /** From now on `/readyz` says that the service stops, and connections are closed after their next answer. */
  drain(): void;
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

/**
 * Serves an application, guarded against clients that are slow or too many. Rejects when the address is taken, or the
 * files of TLS are of no use.
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
    // A header sent twice must not silently count as its first value: joined, two tokens are no token.
    joinDuplicateHeaders: true,
    // Refused by `serve`, in the form of all refusals: node:http would answer with nothing but the status.
    requireHostHeader: false,
  };
  const handle: Handler = (request, response) => {
    const isTrusted = options.path !== undefined || options.secret !== undefined;
    const isSigned = !isTrusted || takePeer(request, options.secret);
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
  server.on('connection', (socket) => {
    if (admission.connect(socket)) return;
    admission.shed('connections');
    if (tls !== undefined) socket.destroy();
    else
      respondRaw(socket, 503, 'SERVER_UNAVAILABLE', 'Too many connections; try again in a moment', [
        'Retry-After',
        '1',
      ]);
  });
  if (secured) carryOver(secured, admission);
  // node:http would answer with nothing but the status.
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
    const { path, port, host } = options;
    server.listen(path === undefined ? { port, host } : { path, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const warn = (error: Error): void => options.warn?.(`the old certificate stays in use: ${error.message}`);
  const unfollow = secured && followKeyPair(secured, tls, warn);
  if (options.path !== undefined) server.keepAliveTimeout = 0;
  const { port = 0 } = server.address() as Partial<AddressInfo>;
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

/** Connections are counted before anything is encrypted: a handshake costs more than most requests. */
function carryOver(server: SecureServer, admission: AdmissionControl): void {
  /** Connections whose handshake is under way, by the address and port that they come from. */
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
      respondRaw(carrier, 400, 'MALFORMED_REQUEST', 'This port speaks HTTPS: write https:// in the address');
    else carrier.destroy();
  });
}

/** Nothing but `Expect: 100-continue` is understood (RFC 9110, 10.1.1). */
const refuseExpectation: Handler = (request, response) => {
  send(response, plainErrorResponse(417, 'EXPECTATION_FAILED', 'Expect: only 100-continue is understood'));
  closeLingering(request);
};

/** A node is asked so when it has been started anew since: nothing was done. */
const refuseForged: Handler = (request, response) => {
  send(response, misdirected());
  closeLingering(request);
};

/**
 * RFC 9112, 3.2: exactly one Host, in a request by HTTP/1.1. Two of them stand joined by a comma, which no host has.
 */
function faultOfHost({ headers: { host }, httpVersion }: IncomingMessage): string | undefined {
  if (host === undefined) return httpVersion === '1.1' ? 'A request by HTTP/1.1 must have a Host header' : undefined;
  return host.includes(',') ? 'A request must not have more than one Host header' : undefined;
}

/** Refuses what there is no room for before Express sees it. */
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

const BROKEN: Readonly<Record<string, readonly [status: number, errorCode: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'REQUEST_TOO_LARGE', `The header is larger than the limit of ${MAX_HEADER_SIZE} bytes`],
};
const MALFORMED = [400, 'MALFORMED_REQUEST', 'The request is not valid HTTP'] as const;

/**
 * Requests that never reach Express (not HTTP, too slow, header too large) are refused in the same form as all others.
 */
function answerBrokenRequest({ code = '' }: { readonly code?: string | undefined }, socket: Socket): void {
  // node:http keeps the response under way here; what has been begun cannot be answered again.
  const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: { headersSent: boolean } };
  if (!socket.writable || underWay?.headersSent) socket.destroy();
  else respondRaw(socket, ...(BROKEN[code] ?? MALFORMED));
}
