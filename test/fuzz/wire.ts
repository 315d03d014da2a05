import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Reply } from '../http/serve.js';

/** The checked parts of a response. */
export type Answered = Pick<Reply, 'status' | 'headers' | 'text'>;

export interface Sent {
  readonly method: string;
  /** Path and query, sent unchanged. */
  readonly url: string;
  /** Headers without a value are omitted. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array | string | undefined;
}

/** Keep-alive connections to one service. Unlike `fetch`, does not normalize URLs. */
export class Wire {
  readonly #agent = new Agent({ keepAlive: true });

  constructor(readonly port: number) {}

  send({ method, url, headers, body }: Sent): Promise<Answered> {
    const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const length = body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))]];
    return new Promise((resolve, reject) => {
      const options = { port: this.port, host: '127.0.0.1', path: url, method, agent: this.#agent };
      const sending = request(
        { ...options, headers: Object.fromEntries([...sent, ...length]) as Record<string, string> },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            const isPacked = response.headers['content-encoding'] === 'gzip' && bytes.length > 0;
            const received = new Headers();
            for (const [name, value] of Object.entries(response.headers)) received.set(name, String(value));
            const text = (isPacked ? gunzipSync(bytes) : bytes).toString('utf8');
            resolve({ status: response.statusCode ?? 0, headers: received, text });
          });
        },
      );
      sending.on('error', reject);
      sending.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
