import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly id: string;
  readonly type: string;
  readonly recordId: string;
  readonly signatures: readonly string[];
  readonly timestamp: string;
  readonly body: string;
}

type Answer = (received: Received, response: ServerResponse, request: IncomingMessage) => void;

/** A local webhook receiver. The test sets its responses. */
export class Receiver {
  /** All deliveries, including refused ones. */
  readonly received: Received[] = [];
  /** Accepted deliveries (status 200) in order. */
  readonly taken: Received[] = [];
  answer: Answer = (received, response) => this.take(received, response);
  readonly #server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const event = JSON.parse(body) as { type: string; data: { recordId: string } };
      const received = {
        id: request.headers['webhook-id'] as string,
        type: event.type,
        recordId: event.data.recordId,
        signatures: (request.headers['webhook-signature'] as string).split(' '),
        timestamp: request.headers['webhook-timestamp'] as string,
        body,
      };
      this.received.push(received);
      this.answer(received, response, request);
      this.#tell();
    });
  });
  #waiting: (() => void)[] = [];

  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  take(received: Received, response: ServerResponse): void {
    this.taken.push(received);
    response.writeHead(200).end('thank you');
  }

  refuse(response: ServerResponse, status = 500, headers: Record<string, string> = {}): void {
    response.writeHead(status, headers).end();
  }

  /** Waits until a condition is true, checked after each delivery. */
  async until(is: () => boolean): Promise<void> {
    while (!is()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #tell(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** Standard Webhooks, independent of our code: base64 of HMAC-SHA256 of `id.timestamp.body`. */
export function isSignedBy({ id, timestamp, body, signatures }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return signatures.includes(`v1,${expected}`);
}
