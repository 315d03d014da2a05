import { createHash } from 'node:crypto';
import type { RecordStore } from '../store/record-store.js';
import type { RememberedAnswer } from '../store/record-view.js';
import type { UpsertDataInput, UpsertDataOutput } from '../contract/schemas.js';
import { applyDelta } from './answer-delta.js';
import { RequestError } from '../contract/request-error.js';

/** How long a first answer is remembered. */
export const REMEMBER_MS = 24 * 60 * 60 * 1000;

export interface IdempotentRequest {
  readonly key: string;
  readonly bodyHash: string;
}

/** Another node has carried the request out while this one was at it: its answer is remembered now. */
export class AnsweredMeanwhileError extends Error {
  override readonly name = 'AnsweredMeanwhileError';
}

/** One repeat gives the first answer: per client, bodies compared after parsing, a repeat in flight waits. */
export class Idempotency {
  readonly #running = new Map<string, { bodyHash: string; answer: Promise<UpsertDataOutput> }>();

  constructor(
    private readonly store: RecordStore,
    private readonly now: () => Date,
  ) {}

  /**
   * @param execute carries out the request and makes the store remember its answer in the same transaction
   * @param replayed is told where the answer is that of an earlier request
   */
  async run(
    clientId: string,
    key: string,
    body: UpsertDataInput,
    execute: (request: IdempotentRequest) => Promise<UpsertDataOutput>,
    replayed: () => void = () => undefined,
  ): Promise<UpsertDataOutput> {
    // The client's Id has no colon, so no two pairs of client and key are spelt alike.
    const request: IdempotentRequest = { key: `${clientId}:${key}`, bodyHash: hashBody(body) };
    for (;;) {
      const running = this.#running.get(request.key);
      if (running === undefined) break;
      if (running.bodyHash !== request.bodyHash) throw otherBody();
      try {
        const answer = await running.answer;
        replayed();
        return answer;
      } catch {
        // The first attempt left no trace (only 200 answers are remembered): this one is carried out.
      }
    }
    const answer = this.#answer(request, body, execute, replayed).catch((error: unknown) => {
      if (!(error instanceof AnsweredMeanwhileError)) throw error;
      return this.#answer(request, body, execute, replayed);
    });
    this.#running.set(request.key, { bodyHash: request.bodyHash, answer });
    try {
      return await answer;
    } finally {
      this.#running.delete(request.key);
    }
  }

  /** To be asked in each decision about the request. @throws AnsweredMeanwhileError */
  check(request: IdempotentRequest): void {
    if (this.#remembered(request) !== undefined) throw new AnsweredMeanwhileError();
  }

  #remembered({ key }: IdempotentRequest): RememberedAnswer | undefined {
    const remembered = this.store.remembered(key);
    return remembered === undefined || remembered.expires <= this.now().getTime() ? undefined : remembered;
  }

  async #answer(
    request: IdempotentRequest,
    body: UpsertDataInput,
    execute: (request: IdempotentRequest) => Promise<UpsertDataOutput>,
    replayed: () => void,
  ): Promise<UpsertDataOutput> {
    const remembered = this.#remembered(request);
    if (remembered === undefined) return execute(request);
    if (remembered.bodyHash !== request.bodyHash) throw otherBody();
    replayed();
    return applyDelta(body, remembered.answer);
  }
}

function otherBody(): RequestError {
  return new RequestError(
    409,
    'DUPLICATE_REQUEST',
    'This Idempotency-Key was used within the last 24 hours with another request body. Use a new key for a new request.',
  );
}

/** SHA-256 of the body with its keys sorted: white space and the order of keys make no difference. */
export function hashBody(body: unknown): string {
  return createHash('sha256').update(canonical(body)).digest('hex');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
