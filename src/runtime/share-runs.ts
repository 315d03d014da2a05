/**
 * Limits an operation to one run at a time. Calls made during a run share the next run, so the result is never older
 * than the call.
 */
export function shareRuns<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  const begin = (): Promise<Result> => {
    next = undefined;
    const begun = run();
    current = begun.catch(() => undefined);
    return begun;
  };
  return () => (next ??= current.then(begin));
}
