/**
 * The last step returns the answer, as of that moment; without one the search starts again. The next step waits for a
 * promise that a step yields; such a promise never rejects: the step after it throws instead.
 */
export type Steps<T> = Iterator<unknown, T | undefined>;

/**
 * Thrown by a search that would stall the event loop, or has to wait: steps to take instead, between which the index
 * may change.
 *
 * - A query value has very many similar values that have not been compared yet. The steps compare them and remember the
 *   result: the search starts again after them. That is exact whatever happens meanwhile: see `SimilarValueSearch`.
 * - Very many records must be looked at. Each step looks at some, and the last one returns the answer: see
 *   `PausingSearch`.
 *
 * Steps that have begun must be taken to their end.
 */
export class LongSearch<T extends object = never> extends Error {
  override readonly name = 'LongSearch';

  constructor(readonly steps: Steps<T>) {
    super('index: this search must be taken in steps');
  }

  /** The same search, with its answer turned into another one in the last step. */
  answering<U extends object>(make: (answer: T) => U): LongSearch<U> {
    const { steps } = this;
    return new LongSearch<U>({
      next: () => {
        const step = steps.next();
        if (step.done !== true) return step;
        return { done: true, value: step.value && make(step.value) };
      },
    });
  }
}
