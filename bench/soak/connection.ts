import { Agent, request } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** The connection ended in the middle of a response. */
export class BrokenAnswerError extends Error {}

/** One client's keep-alive connection with one request at a time. `fetch` would use more CPU time than the service. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #headers: Record<string, string>;

  constructor(
    readonly url: string,
    token: string,
  ) {
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  /** @throws Error if the connection breaks before the response is complete */
  send(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<Reply> {
    const text = body === undefined ? '' : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const headers = { ...this.#headers, 'content-length': Buffer.byteLength(text) };
      const sent = request(this.url + path, { method, agent: this.#agent, headers }, (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (answer += part));
        response.on('error', reject);
        response.on('end', () => {
          if (response.complete) resolve({ status: response.statusCode ?? 0, text: answer });
          else reject(new BrokenAnswerError('the response was truncated'));
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
