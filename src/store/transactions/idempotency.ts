import { createHash } from 'node:crypto';
import type { RecordStore } from '../record-store.js';
import type { RememberedAnswer } from '../record-view.js';
import type { UpsertDataInput, UpsertDataOutput } from '../../records/contract/schemas.js';
import { applyDelta, type AnswerDelta } from './answer-delta.js';
import { RequestError } from '../../records/contract/request-error.js';

/** Milliseconds for which the first response is remembered. */
export const REMEMBER_MS = 24 * 60 * 60 * 1000;

export interface IdempotentRequest {
  readonly key: string;
  readonly bodyHash: string;
}

/** Another node has executed the request in the meantime, and its response is now remembered. */
class AnsweredMeanwhileError extends Error {
  override readonly name = 'AnsweredMeanwhileError';
}

/** Returns the first response to repeated requests, which wait for it. Bodies are compared after parsing. */
export class Idempotency {
  readonly #running = new Map<string, { bodyHash: string; answer: Promise<UpsertDataOutput> }>();

  constructor(
    private readonly store: RecordStore,
    private readonly now: () => Date,
  ) {}

  /**
   * @param execute runs the request, and stores its response in the same transaction
   * @param replayed called if an earlier response is returned
   */
  async run(
    clientId: string,
    key: string,
    body: UpsertDataInput,
    execute: (request: IdempotentRequest) => Promise<UpsertDataOutput>,
    replayed: () => void = () => undefined,
  ): Promise<UpsertDataOutput> {
    // The client's Id has no colon, so the keys of two clients are never equal.
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
        // The first attempt failed without effect (only 200 responses are remembered), so run this request.
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

  /** Each decision about a request first checks that it has not been answered yet. @throws AnsweredMeanwhileError */
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
    return applyDelta(body, remembered.answer as AnswerDelta);
  }
}

function otherBody(): RequestError {
  return new RequestError(
    409,
    'DUPLICATE_REQUEST',
    'This Idempotency-Key was used with a different request body within the last 24 hours. Use a new key for each new request.',
  );
}

/** Returns the SHA-256 of the body with sorted keys, so that white space and the order of keys do not matter. */
function hashBody(body: unknown): string {
  return createHash('sha256').update(canonical(body)).digest('hex');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
