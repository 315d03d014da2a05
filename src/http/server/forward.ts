import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { send } from '../response/answer.js';
import { plainErrorResponse } from '../response/http-error.js';
import { closeLingering } from './lingering-close.js';

/** Where the connection came from whose request is passed on: only workers of one service send it, to each other. */
const PEER_HEADER = 'likeness-peer';
/** Of one connection (RFC 9110, 7.6.1): not to be passed on. `Transfer-Encoding` says how the body comes, and stays. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'expect', PEER_HEADER]);

/** What of a socket a service looks at. */
interface Peer {
  readonly remoteAddress: string | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
  readonly encrypted: boolean;
}

/** Passes requests on to another process on this machine, byte for byte. */
export class Forwarding {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 256 });

  /** @param socketPath where the other process listens; see `takePeer` */
  constructor(private readonly socketPath: string) {}

  forward(request: IncomingMessage, response: ServerResponse): void {
    const { remoteAddress, localAddress, localPort } = request.socket;
    const encrypted = (request.socket as { encrypted?: boolean }).encrypted === true;
    const peer = JSON.stringify({ remoteAddress, localAddress, localPort, encrypted } satisfies Peer);
    const upstream = httpRequest({
      socketPath: this.socketPath,
      agent: this.#agent,
      method: request.method,
      path: request.url,
      // A flat list: names as they were sent, and those that were sent twice.
      headers: [...passedOn(request.rawHeaders), PEER_HEADER, peer] as unknown as Record<string, string>,
    });
    let isAnswered = false;
    upstream.on('response', (answer) => {
      isAnswered = true;
      response.writeHead(answer.statusCode!, passedOn(answer.rawHeaders));
      answer.pipe(response);
      // What was begun cannot be answered otherwise: a cut connection says that it is not whole.
      answer.on('error', () => request.socket.destroy());
      if (answer.statusCode! >= 400) closeLingering(request);
    });
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (isAnswered) return;
      // Nobody took it: nothing was done. Otherwise nobody knows, as when a process ends.
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') this.#refuse(request, response);
      else request.socket.destroy();
    });
    response.once('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    request.pipe(upstream);
  }

  close(): void {
    this.#agent.destroy();
  }

  #refuse(request: IncomingMessage, response: ServerResponse): void {
    const answer = plainErrorResponse(503, 'SERVER_UNAVAILABLE', 'The process that writes is starting; try again');
    send(response, answer, ['Retry-After', '1']);
    closeLingering(request);
  }
}

function passedOn(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2)
    if (!OF_CONNECTION.has(headers[i]!.toLowerCase())) kept.push(headers[i]!, headers[i + 1]!);
  return kept;
}

/**
 * Lets a request that was passed on seem to come on the connection that its client has. Requests of one connection
 * between workers follow each other, so its socket stands for one client at a time.
 */
export function takePeer(request: IncomingMessage): void {
  const header = request.headers[PEER_HEADER];
  if (typeof header !== 'string') return;
  Reflect.deleteProperty(request.headers, PEER_HEADER);
  for (const [name, value] of Object.entries(JSON.parse(header) as Peer))
    Object.defineProperty(request.socket, name, { value, configurable: true });
}
