/** What a variant may answer at once or later (memory, database). `await` serves both. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Goes on with an answer: at once with one that is at hand, where `await` would let a turn of the queue of promises go by and leave a promise and what it holds to the collector.
 *
 * @throws what `next` throws, when the answer is at hand
 */
export function andThen<T, R>(answer: MaybePromise<T>, next: (answer: T) => MaybePromise<R>): MaybePromise<R> {
  return answer instanceof Promise ? answer.then(next) : next(answer);
}
