import { randomUUID } from 'node:crypto';
import { Agent, request, type IncomingMessage } from 'node:http';
import { PartUnavailableError, type PartAnswer } from '../index/parts/index-part.js';
import type { PartQuestion } from '../service/partition/own-part.js';
import type { PartNode } from './part-directory.js';
import type { SealedMessages } from './sealed-messages.js';
import { decodeReply, encodeQuestion, MOST_ANSWER_BYTES, NUMBER_HEADER, PART_PATH, SESSION_HEADER } from './wire.js';

/** Asks other nodes, over connections that stay open. */
export class PartClient {
  readonly #session = randomUUID();
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  #number = 0;

  constructor(private readonly messages: SealedMessages) {}

  /**
   * @param patience milliseconds in which the node answers
   * @throws PartUnavailableError or Error when the node does not answer, or not as it should
   */
  async ask({ node, address }: PartNode, question: PartQuestion, patience: number): Promise<PartAnswer> {
    const exchange = { session: this.#session, number: ++this.#number, node };
    const sealed = this.messages.seal('question', exchange, encodeQuestion(question));
    const { status, body } = await this.#post(address, exchange.number, sealed, patience);
    if (status !== 200) throw new Error(`answered ${status}`);
    const text = this.messages.open('answer', exchange, body);
    if (text === undefined) throw new Error('gave an answer that is not its own');
    const reply = decodeReply(text);
    if ('refused' in reply) throw new PartUnavailableError(reply.refused);
    return reply;
  }

  close(): void {
    this.#agent.destroy();
  }

  #post(address: string, number: number, body: Buffer, patience: number): Promise<{ status: number; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const sent = request(
        `http://${address}${PART_PATH}`,
        {
          method: 'POST',
          agent: this.#agent,
          signal: AbortSignal.timeout(patience),
          headers: { [SESSION_HEADER]: this.#session, [NUMBER_HEADER]: number, 'content-length': body.length },
        },
        (response) => {
          bodyOf(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read }), reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_ANSWER_BYTES) throw new Error(`gave an answer of more than ${MOST_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
