import type { Express } from 'express';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface ListenOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Milliseconds for the whole header to arrive. */
  readonly headersTimeout?: number;
  /** Milliseconds for the whole request to arrive. */
  readonly requestTimeout?: number;
  /** Milliseconds that an idle connection is kept. */
  readonly keepAliveTimeout?: number;
  /** How often the two limits are looked at, in milliseconds. */
  readonly checkingInterval?: number;
  /** Connections above this are closed at once. */
  readonly maxConnections?: number;
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

/** Serves an application, guarded against clients that are slow or too many. Rejects when the address is taken. */
export async function listen(app: Express, options: ListenOptions): Promise<RunningServer> {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_SIZE,
      headersTimeout: options.headersTimeout ?? 10_000,
      requestTimeout: options.requestTimeout ?? 30_000,
      keepAliveTimeout: options.keepAliveTimeout ?? 30_000,
      connectionsCheckingInterval: options.checkingInterval ?? 2_000,
      // A header sent twice must not silently count as its first value: joined, two tokens are no token.
      joinDuplicateHeaders: true,
    },
    app,
  );
  server.maxConnections = options.maxConnections ?? 4_096;
  server.on('clientError', answerBrokenRequest);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { url: `http://${host}:${port}`, server, close: (patience = 10_000) => close(server, patience) };
}

async function close(server: Server, patience: number): Promise<void> {
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
