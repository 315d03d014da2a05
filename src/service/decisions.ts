import type { Caller } from './likeness.js';
import type { DecisionSteps } from '../runtime/decision-quota.js';
import { OvertakenError } from '../store/store-errors.js';
import type { Transaction } from '../transactions/transaction.js';
import type { WriterQueue } from '../transactions/writer-queue.js';
import type { ServiceParts } from './live-parts.js';

/** A decision's steps, by the configuration of the moment at which it begins. May be made more than once. */
export type StepsOf<T> = (transaction: Transaction, parts: ServiceParts) => DecisionSteps<T>;

/** Makes one decision alone. What throws in it leaves no trace. @returns what it decided, once that is on disk */
export type Decide = <T>(caller: Caller, now: Date, steps: StepsOf<T>) => Promise<T>;

/** How decisions are made in a service. One that another node's commit overtakes is made anew. */
export function decisions(parts: () => ServiceParts, writers: WriterQueue): Decide {
  return async (caller, now, steps) => {
    let decided = await writers.run(caller.clientId, decision(parts, caller, now, steps));
    for (;;) {
      try {
        await decided.committed;
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
    // Handed to the store before the next decision begins: transactions reach the disk in the order of the decisions.
    return { output, committed: transactions.commit(transaction) };
  } catch (error) {
    // It may have seen a state that never was: then it is no answer.
    if (transactions.abort(transaction))
      return { output: undefined as T, committed: Promise.reject(new OvertakenError()) };
    throw error;
  }
}
