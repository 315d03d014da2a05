/** What a variant may answer at once or later (memory, database). `await` serves both. */
export type MaybePromise<T> = T | Promise<T>;
