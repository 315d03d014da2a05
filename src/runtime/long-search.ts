/**
 * Steps of a search. The last step returns the result, or nothing if the search must restart. A promise that a step
 * yields is awaited before the next step. The promise never rejects, because the next step throws the error.
 */
export type Steps<T> = Iterator<unknown, T | undefined>;

/**
 * Thrown by a search that would stall the event loop or must wait. The error contains the steps to run instead. The
 * index may change between steps.
 *
 * - If very many similar values of a query's value must be compared, the steps compare and cache them. Then the search
 *   restarts. Changes between steps do not affect exactness (see `SimilarValueSearch`).
 * - If very many records must be read, each step reads some, and the last step returns the result (see
 *   `PausingSearch`).
 *
 * Once started, the steps must be run to the end.
 */
export class LongSearch<T extends object = never> extends Error {
  override readonly name = 'LongSearch';

  constructor(readonly steps: Steps<T>) {
    super('index: this search must run in several steps');
  }

  /** Returns a search with the same steps, whose result is passed through `make`. */
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
