import { Agent as PlainAgent, request as plainRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { ClientRequest } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { closeLingering } from './lingering-close.js';
import { PEER_HEADER, peerOf } from './peer.js';

/** Headers for a single connection (RFC 9110, 7.6.1). `Transfer-Encoding` describes the body, so it is forwarded. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'expect', PEER_HEADER]);
/** Maximum number of connections. Each connection carries one request at a time. */
const MAX_SOCKETS = 256;
const CONNECT_MS = 1_000;

export interface UpstreamAddress {
  readonly url: string;
  /** Secret that proves that a request comes from a process of the service. */
  readonly secret: string;
  /** Trusted certificates (PEM). Default: the certificates that Node trusts. */
  readonly ca?: readonly string[] | undefined;
}

export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';

  /** @param isSent whether the request may have been received, so that its outcome is unknown */
  constructor(
    message: string,
    readonly isSent: boolean,
  ) {
    super(message);
  }
}

export interface PassedOn {
  /** @throws UpstreamError */
  readonly answer: Promise<IncomingMessage>;
  give(up: UpstreamError): void;
}

/** Another process of the service, reached over persistent connections. */
export class Upstream {
  readonly #agent: PlainAgent;
  readonly #isSecure: boolean;
  readonly #trust: { readonly ca?: string[] } = {};
  readonly #place: ReturnType<typeof placeOf>;

  constructor(private readonly address: UpstreamAddress) {
    const options = { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: MAX_SOCKETS };
    this.#place = placeOf(address.url);
    this.#isSecure = address.url.startsWith('https:');
    if (address.ca !== undefined) this.#trust = { ca: [...address.ca] };
    this.#agent = this.#isSecure ? new SecureAgent({ ...options, ...this.#trust }) : new PlainAgent(options);
  }

  /** Sends a request. @param authorization replaces the request's own header */
  ask(request: IncomingMessage, body: Buffer, authorization?: string): PassedOn {
    const caller = authorization ?? request.headers.authorization;
    const headers = passedOn(request.rawHeaders, (name) => authorization !== undefined && OF_CALLER.has(name));
    if (authorization !== undefined) headers.push('Authorization', authorization);
    headers.push(PEER_HEADER, peerOf(request, caller, this.address.secret));
    const upstream = this.#request({
      ...this.#place,
      agent: this.#agent,
      method: request.method,
      path: request.url,
      // Send a flat list, which preserves the spelling and repetition of names.
      headers: headers as unknown as Record<string, string>,
    });
    const answer = answerTo(upstream, this.#isSecure);
    upstream.end(body);
    return answer;
  }

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

  /** Returns whether the process responds to a health check on a new connection. */
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

/** Returns the location of a process. The certificate must match it, not the host in the client's request. */
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
      timer = setTimeout(() => give(new UpstreamError('it does not accept connections', false)), CONNECT_MS);
    });
    upstream.once('response', resolve);
    upstream.on('error', (error) => fail(new UpstreamError(error.message, isSent)));
  });
  // Prevent an unhandled rejection. A waiting caller still gets the error.
  answer.catch(() => undefined);
  return { answer, give };
}

/** Relays the response of another process. */
export function relay(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode!, passedOn(answer.rawHeaders));
  answer.pipe(response);
  // A response that has started cannot be replaced. Closing the connection marks it as incomplete.
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
