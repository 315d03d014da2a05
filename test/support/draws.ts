import { it, type TestAPI } from 'vitest';

/** Whether slow tests run: `npm run test:nightly`. */
export const isNightly = process.env['LIKENESS_TEST_DRAWS'] === 'nightly';

/** Number of random cases: all with `npm run test:nightly`, otherwise 10%. */
export function draws(nightly: number): number {
  return isNightly ? nightly : Math.max(1, Math.round(nightly / 10));
}

/** A slow test whose subject faster tests also cover. Runs only with `npm run test:nightly`. */
export const itNightly: TestAPI = isNightly
  ? it
  : (Object.assign(() => undefined, { each: () => () => undefined }) as never);

/** Slow cases: the first `few`, or all with `npm run test:nightly`. */
export function cases<T>(few: number, all: readonly T[]): readonly T[] {
  return isNightly ? all : all.slice(0, few);
}
