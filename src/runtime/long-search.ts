/**
 * The last step returns the answer as of that moment; if it returns none, the search restarts. A promise that a step
 * yields is awaited before the next step. It never rejects: the next step throws instead.
 */
export type Steps<T> = Iterator<unknown, T | undefined>;

/**
 * Thrown by a search that would stall the event loop or has to wait. It carries the steps to run instead; the index may
 * change between them.
 *
 * - A query value has very many similar values that are not compared yet. The steps compare and cache them, then the
 * search restarts. Changes in between do not affect exactness: see `SimilarValueSearch`.
 * - Very many records must be read. Each step reads some, and the last returns the answer: see `PausingSearch`.
 *
 * Once started, run the steps to the end.
 */
export class LongSearch<T extends object = never> extends Error {
  override readonly name = 'LongSearch';

  constructor(readonly steps: Steps<T>) {
    super('index: this search must be taken in steps');
  }

  /** The same search with its answer mapped in the last step. */
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
