import { it, type TestAPI } from 'vitest';

/** Whether everything is tried that takes long: `npm run test:nightly`. */
export const isNightly = process.env['LIKENESS_TEST_DRAWS'] === 'nightly';

/**
 * How many random cases a test tries: a tenth of the nightly number, and all of it by `npm run test:nightly`.
 * A tenth still finds what the tests were written against; the rest is for what nobody has thought of.
 */
export function draws(nightly: number): number {
  return isNightly ? nightly : Math.max(1, Math.round(nightly / 10));
}

/** A slow test whose subject faster tests cover too. Runs only in `npm run test:nightly`. */
export const itNightly: TestAPI = isNightly
  ? it
  : (Object.assign(() => undefined, { each: () => () => undefined }) as never);

/** Cases that each take long: the first `few` on a commit, all by `npm run test:nightly`. */
export function cases<T>(few: number, all: readonly T[]): readonly T[] {
  return isNightly ? all : all.slice(0, few);
}
