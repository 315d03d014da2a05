import fc from 'fast-check';
import { expect } from 'vitest';
import { isNightly } from './draws.js';
import { seed } from './seed.js';

fc.configureGlobal({ seed, numRuns: isNightly ? 100 : 25 });

/** Bytes are compared at once: one by one, a hundred thousand take a second. */
function areEqualBytes(one: unknown, other: unknown): boolean | undefined {
  if (!(one instanceof Uint8Array) || !(other instanceof Uint8Array)) return undefined;
  return one.constructor === other.constructor ? Buffer.compare(one, other) === 0 : undefined;
}

expect.addEqualityTesters([areEqualBytes]);
