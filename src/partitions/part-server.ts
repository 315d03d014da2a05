import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PartUnavailableError, type PartAnswer } from '../index/parts/index-part.js';
import type { PartQuestion } from '../service/partition/own-part.js';
import { ReplayGuard } from './replay-guard.js';
import type { Exchange, SealedMessages } from './sealed-messages.js';
import {
  decodeQuestion,
  encodeAnswer,
  encodeRefusal,
  MOST_QUESTION_BYTES,
  NUMBER_HEADER,
  PART_PATH,
  SESSION_HEADER,
} from './wire.js';

const MOST_CONNECTIONS = 1_024;
const NAME = /^[0-9a-f-]{36}$/;
const NUMBER = /^[1-9]\d{0,15}$/;

export interface PartServerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Of this process, as it is announced. */
  readonly node: string;
  readonly messages: SealedMessages;
  readonly answer: (question: PartQuestion, asker: string) => Promise<PartAnswer>;
  /** Is told of what should not happen. */
  readonly trouble: (message: string) => void;
}

/** Answers the other nodes on a port of their own. Whoever does not know the database's secret is refused. */
export class PartServer {
  readonly #server: Server;
  readonly #replays = new ReplayGuard();

  private constructor(private readonly options: PartServerOptions) {
    this.#server = createServer(
      {
        maxHeaderSize: 4_096,
        headersTimeout: 5_000,
        requestTimeout: 10_000,
        keepAliveTimeout: 30_000,
        connectionsCheckingInterval: 2_000,
      },
      (request, response) => void this.#serve(request, response),
    );
    this.#server.maxConnections = MOST_CONNECTIONS;
  }

  static async listen(options: PartServerOptions): Promise<PartServer> {
    const made = new PartServer(options);
    await new Promise<void>((resolve, reject) => {
      made.#server.once('error', reject);
      made.#server.listen({ host: options.host, port: options.port }, () => {
        made.#server.off('error', reject);
        resolve();
      });
    });
    return made;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await this.#bodyOf(request, response);
      if (body === undefined) return;
      const exchange = this.#exchangeOf(request);
      const text = exchange && this.options.messages.open('question', exchange, body);
      // The same answer to all: it helps nobody to find out how far he came.
      if (exchange === undefined || text === undefined || !this.#replays.isFirst(exchange.session, exchange.number)) {
        refuse(response, 401);
        return;
      }
      const reply = await this.#reply(decodeQuestion(text), exchange.session);
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.end(this.options.messages.seal('answer', exchange, reply));
    } catch (error) {
      this.options.trouble(`a question of another node could not be answered: ${(error as Error).name}`);
      refuse(response, 500);
    }
  }

  async #reply(question: PartQuestion, session: string): Promise<string> {
    try {
      return encodeAnswer(await this.options.answer(question, `part ${session}`));
    } catch (error) {
      if (error instanceof PartUnavailableError) return encodeRefusal(error.message);
      throw error;
    }
  }

  #exchangeOf({ headers }: IncomingMessage): Exchange | undefined {
    const [session, number] = [headers[SESSION_HEADER], headers[NUMBER_HEADER]];
    if (typeof session !== 'string' || !NAME.test(session)) return undefined;
    if (typeof number !== 'string' || !NUMBER.test(number) || !Number.isSafeInteger(Number(number))) return undefined;
    return { session, number: Number(number), node: this.options.node };
  }

  /** @returns `undefined` after having refused it */
  async #bodyOf(request: IncomingMessage, response: ServerResponse): Promise<Buffer | undefined> {
    if (request.method !== 'POST' || request.url !== PART_PATH) {
      refuse(response, 404);
      return undefined;
    }
    const chunks: Buffer[] = [];
    let bytes = Number(request.headers['content-length'] ?? 0);
    if (bytes <= MOST_QUESTION_BYTES) {
      bytes = 0;
      for await (const chunk of request as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > MOST_QUESTION_BYTES) break;
        chunks.push(chunk);
      }
    }
    if (bytes <= MOST_QUESTION_BYTES) return Buffer.concat(chunks);
    refuse(response, 413);
    return undefined;
  }
}

/** What is still on its way is not read. */
function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { connection: 'close', 'content-length': 0 });
  response.end(() => response.socket?.destroy());
}
