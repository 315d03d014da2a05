import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DecidingLease } from '../../../../src/extensions/postgres/store/deciding-lease.js';
import type { LogConnection } from '../../../../src/extensions/postgres/store/log-connection.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

it('can be had again by a program that does not serve requests, once the database that was away is back', async () => {
  let isAway = true;
  const row = {
    r_epoch: '1',
    r_decider: 'me',
    r_url: null,
    r_secret: null,
    r_left: 0,
    r_position: '0',
    r_wanted: false,
  };
  const query = () => (isAway ? Promise.reject(new Error('Connection terminated')) : Promise.resolve([row]));
  const lease = new DecidingLease({
    connection: { writer: 'me', schema: 'likeness', query, close: () => Promise.resolve() } as unknown as LogConnection,
    shown: () => ({ position: 0, last: undefined }),
    told: () => undefined,
    shows: () => Promise.resolve(),
    appended: () => Promise.resolve(),
    isRefusing: () => false,
    refused: () => undefined,
    taken: () => undefined,
  });
  const refused = lease.ask();
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  expect(lease.fault?.message).toMatch(/cannot be reached/);
  isAway = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lease.fault).toBeUndefined();
  await lease.ask();
  expect(lease.appending).toBe(1);
  await lease.close();
});
