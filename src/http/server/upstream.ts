import { Agent as PlainAgent, request as plainRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { ClientRequest } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { closeLingering } from './lingering-close.js';
import { PEER_HEADER, peerOf } from './peer.js';

/** Headers of one connection only (RFC 9110, 7.6.1). `Transfer-Encoding` stays: it says how the body comes. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'expect', PEER_HEADER]);
/** Connections to one process: each carries one request at a time. */
const MAX_SOCKETS = 256;
const CONNECT_MS = 1_000;

/** Where another process of the service takes requests. */
export type UpstreamAddress =
  | { readonly socketPath: string }
  | {
      readonly url: string;
      /** By which it knows that a process of the service sends a request. */
      readonly secret: string;
      /** Certificates that count, PEM; absent: those that Node trusts. */
      readonly ca?: readonly string[] | undefined;
    };

/** No answer came. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';

  /** @param isSent whether the request may have been taken: then nobody knows its outcome */
  constructor(
    message: string,
    readonly isSent: boolean,
  ) {
    super(message);
  }
}

/** A request that was passed on. */
export interface PassedOn {
  /** @throws UpstreamError */
  readonly answer: Promise<IncomingMessage>;
  /** It is waited for no more. */
  give(up: UpstreamError): void;
}

/** Another process of the service, which answers requests of this one's clients over connections that are kept. */
export class Upstream {
  readonly #agent: PlainAgent;
  readonly #isSecure: boolean;
  readonly #trust: { readonly ca?: string[] } = {};
  readonly #place: { readonly socketPath: string; readonly path: string } | ReturnType<typeof placeOf>;

  constructor(private readonly address: UpstreamAddress) {
    const options = { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: MAX_SOCKETS };
    this.#place = 'url' in address ? placeOf(address.url) : { ...address, path: address.socketPath };
    this.#isSecure = 'url' in address && address.url.startsWith('https:');
    if ('url' in address && address.ca !== undefined) this.#trust = { ca: [...address.ca] };
    this.#agent = this.#isSecure ? new SecureAgent({ ...options, ...this.#trust }) : new PlainAgent(options);
  }

  /**
   * Passes a request on as it came, byte for byte.
   *
   * @param body absent: it is passed on as it comes
   * @param authorization instead of the request's own headers that say who sends it
   */
  ask(request: IncomingMessage, body?: Buffer, authorization?: string): PassedOn {
    const { address } = this;
    const secret = 'url' in address ? address.secret : undefined;
    const caller = authorization ?? request.headers.authorization;
    const headers = passedOn(request.rawHeaders, (name) => authorization !== undefined && OF_CALLER.has(name));
    if (authorization !== undefined) headers.push('Authorization', authorization);
    headers.push(PEER_HEADER, peerOf(request, caller, secret));
    const upstream = this.#request({
      ...this.#place,
      agent: this.#agent,
      method: request.method,
      path: request.url,
      // A flat list: names as they were sent, and those that were sent twice.
      headers: headers as unknown as Record<string, string>,
    });
    const answer = answerTo(upstream, this.#isSecure);
    if (body === undefined) request.pipe(upstream);
    else upstream.end(body);
    return answer;
  }

  /** Whether it takes connections. */
  async isThere(): Promise<boolean> {
    const socket = connect(this.#place);
    return new Promise<boolean>((resolve) => {
      const end = (isThere: boolean) => (): void => {
        socket.destroy();
        resolve(isThere);
      };
      socket.once('connect', end(true)).once('error', end(false)).setTimeout(CONNECT_MS, end(false));
    });
  }

  /** Whether it answers, over a connection of its own. */
  async isAnswering(): Promise<boolean> {
    return new Promise<boolean>((resolve) => {
      const asked = this.#request({ ...this.#place, ...this.#trust, agent: false, path: '/healthz' });
      const end = (isAnswering: boolean) => (): void => {
        clearTimeout(timer);
        asked.destroy();
        resolve(isAnswering);
      };
      const timer = setTimeout(end(false), CONNECT_MS);
      asked.once('response', end(true)).on('error', end(false)).end();
    });
  }

  get #request(): typeof secureRequest {
    return this.#isSecure ? secureRequest : plainRequest;
  }

  close(): void {
    this.#agent.destroy();
  }
}

const OF_CALLER: ReadonlySet<string> = new Set(['authorization', 'cookie']);

/** Its certificate is to have the name in the address, whatever host the client's request names. */
function placeOf(url: string): { host: string; port: number; servername: string } {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(port || (protocol === 'https:' ? 443 : 80)), servername: isIP(host) === 0 ? host : '' };
}

function answerTo(upstream: ClientRequest, isSecure: boolean): PassedOn {
  let isSent = false;
  let give!: PassedOn['give'];
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const fail = (error: UpstreamError): void => {
      clearTimeout(timer);
      reject(error);
    };
    const connected = (): void => {
      clearTimeout(timer);
      isSent = true;
    };
    give = (error) => {
      fail(error);
      upstream.destroy();
    };
    upstream.once('socket', (socket: Socket) => {
      if (!socket.connecting) {
        connected();
        return;
      }
      socket.once(isSecure ? 'secureConnect' : 'connect', connected);
      timer = setTimeout(() => give(new UpstreamError('it takes no connection', false)), CONNECT_MS);
    });
    upstream.once('response', resolve);
    upstream.on('error', (error) => fail(new UpstreamError(error.message, isSent)));
  });
  // Whoever asks is told, and nobody has to ask.
  answer.catch(() => undefined);
  return { answer, give };
}

/** Gives the answer of another process as one's own. */
export function relay(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode!, passedOn(answer.rawHeaders));
  answer.pipe(response);
  // An answer that was begun cannot be another one: a cut connection says that it is not whole.
  answer.on('error', () => request.socket.destroy());
  if (answer.statusCode! >= 400) closeLingering(request);
}

function passedOn(headers: readonly string[], isOther: (name: string) => boolean = () => false): string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!.toLowerCase();
    if (!OF_CONNECTION.has(name) && !isOther(name)) kept.push(headers[i]!, headers[i + 1]!);
  }
  return kept;
}
