import { auditedChanges, type Auditor } from './audited-changes.js';
import type { Caller } from './caller.js';
import type { DecisionSteps } from '../runtime/decision-quota.js';
import { OvertakenError } from '../store/store-errors.js';
import type { Transaction } from '../store/transactions/transaction.js';
import type { WriterQueue } from '../store/transactions/writer-queue.js';
import type { ServiceParts } from './live-parts.js';

/** Returns a decision's steps, from the configuration at its start. Called again if the decision is repeated. */
type StepsOf<T> = (transaction: Transaction, parts: ServiceParts) => DecisionSteps<T>;

/** Makes one decision at a time. After an error, nothing has changed. @returns the result, on disk */
export type Decide = <T>(caller: Caller, now: Date, steps: StepsOf<T>) => Promise<T>;

/** Returns the function that makes a service's decisions. If another node commits first, a decision is repeated. */
export function decisions(parts: () => ServiceParts, writers: WriterQueue, audit: Auditor): Decide {
  return async (caller, now, steps) => {
    let decided = await writers.run(caller.clientId, decision(parts, caller, now, steps));
    for (;;) {
      try {
        await decided.committed;
        for (const change of auditedChanges(decided.audited)) audit(caller, change);
        return decided.output;
      } catch (error) {
        if (!(error instanceof OvertakenError)) throw error;
      }
      decided = await writers.again(caller.clientId, decision(parts, caller, now, steps));
    }
  };
}

interface Outcome<T> {
  readonly output: T;
  readonly committed: Promise<void>;
  readonly audited: Transaction['audited'];
}

function* decision<T>(
  current: () => ServiceParts,
  { clientId, userId, requestId, objects }: Caller,
  now: Date,
  steps: StepsOf<T>,
): DecisionSteps<Outcome<T>> {
  const parts = current();
  const { transactions } = parts;
  const by = { client: clientId, time: now.toISOString(), ...(requestId !== undefined && { request: requestId }) };
  const transaction = transactions.begin(by, userId, objects);
  try {
    const output = yield* steps(transaction, parts);
    // Commits before the next decision begins, so that transactions reach the disk in order.
    const { audited } = transaction;
    return { output, committed: transactions.commit(transaction), audited };
  } catch (error) {
    // The decision may have read a state that was never committed, so it is repeated, and the error is not reported.
    if (transactions.abort(transaction))
      return { output: undefined as T, committed: Promise.reject(new OvertakenError()), audited: [] };
    throw error;
  }
}
