import fc from 'fast-check';
import { afterAll, expect, vi } from 'vitest';
import { isNightly } from './draws.js';
import { killStarted } from './program.js';
import { seed } from './seed.js';

fc.configureGlobal({ seed, numRuns: isNightly ? 100 : 25 });
afterAll(killStarted);

/** Compares typed arrays as bytes, because comparing a hundred thousand values one by one takes a second. */
function areSameBytes(one: unknown, other: unknown): true | undefined {
  if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other) || one.constructor !== other.constructor) return undefined;
  // If the bytes differ, the values are compared, because -0 is not 0.
  return Buffer.compare(bytesOf(one), bytesOf(other)) === 0 || undefined;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

expect.addEqualityTesters([areSameBytes]);

// Vitest's default is one second, too short for some requests on a busy machine.
const waitFor = vi.waitFor;
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: 120_000,
    interval: 20,
    ...(typeof options === 'number' ? { timeout: options } : options),
  });
