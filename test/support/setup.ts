import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { isNightly } from './draws.js';
import { seed } from './seed.js';

fc.configureGlobal({ seed, numRuns: isNightly ? 100 : 25 });

/** Typed arrays are compared at once: value by value, a hundred thousand take a second. */
function areSameBytes(one: unknown, other: unknown): true | undefined {
  if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other) || one.constructor !== other.constructor) return undefined;
  // Where they differ, the values say how: -0 is no 0.
  return Buffer.compare(bytesOf(one), bytesOf(other)) === 0 || undefined;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

expect.addEqualityTesters([areSameBytes]);

// Vitest's own default is a second, which a busy machine needs for a single request.
const waitFor = vi.waitFor;
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: 200_000,
    interval: 50,
    ...(typeof options === 'number' ? { timeout: options } : options),
  });
