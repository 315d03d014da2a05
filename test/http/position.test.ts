import { expect, it } from 'vitest';
import { positionWanted } from '../../src/http/request/position.js';
import { Documented } from './documented.js';
import { lead, SEARCH, UPSERT, serveForTest } from './serve.js';

const search = { objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } };
const upsert = { input: { objectType: 'Lead', objectData: lead(), duplicateCheck: false } };

it('answers say the position that they show, which rises with every commit', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const before = await served.post(SEARCH, search);
  const saved = await served.post(UPSERT, upsert);
  const after = await served.post(SEARCH, search);
  expect([before, saved, after].map(({ headers }) => headers.get('likeness-position'))).toEqual(['0', '1', '1']);
  expect(documented.faults(saved, UPSERT, 'post')).toEqual([]);
  // Another node may still be reading commits.
  const health = async () => (await served.call('GET', '/healthz')).body;
  await expect.poll(health).toMatchObject({ position: 1, lag: { commits: 0, seconds: 0 } });
  const metrics = (await served.call('GET', '/metrics')).text;
  expect(metrics).toContain('likeness_position 1\n');
  expect(metrics).toContain('likeness_lag_commits 0\n');
});

it('a request is begun once the position that it wants is visible', async () => {
  const served = await serveForTest();
  const waiting = served.post(SEARCH, search, { 'Likeness-At-Least': '2' });
  await served.post(UPSERT, upsert);
  await served.post(UPSERT, upsert);
  const found = await waiting;
  expect([found.status, found.headers.get('likeness-position')]).toEqual([200, '2']);
  expect(found.body['00Q']).toHaveLength(2);
});

it('what never becomes visible is refused in words, and nothing is done', async () => {
  const served = await serveForTest({ limits: { positionSeconds: 1 } });
  const documented = await Documented.by(served);
  await served.post(UPSERT, upsert);
  const refused = await served.post(UPSERT, upsert, { 'Likeness-At-Least': '5' });
  expect([refused.status, refused.error.errorCode]).toEqual([503, 'SERVER_UNAVAILABLE']);
  expect(refused.error.message).toBe('Position 5 is not yet visible (this node is at 1). The request had no effect');
  expect([refused.headers.get('retry-after'), refused.headers.get('likeness-position')]).toEqual(['1', '1']);
  expect(documented.faults(refused, UPSERT, 'post')).toEqual([]);
  expect((await served.post(SEARCH, search)).body['00Q']).toHaveLength(1);
});

it('a position that is no number is refused', async () => {
  const served = await serveForTest();
  for (const value of ['', '-1', '1.5', 'x', '1, 2', '99999999999999999']) {
    const { status, error } = await served.post(SEARCH, search, { 'Likeness-At-Least': value });
    expect([value, status, error.errorCode]).toEqual([value, 400, 'INVALID_POSITION']);
  }
});

/** The position and commit of a response, as headers for the next request. */
const seen = ({ headers }: { headers: Headers }) => ({
  'Likeness-At-Least': headers.get('likeness-position')!,
  'Likeness-Commit': headers.get('likeness-commit')!,
});

it('answers say which commit they show, and requests that send it along are served', async () => {
  const served = await serveForTest();
  const none = await served.post(SEARCH, search);
  expect(none.headers.get('likeness-commit')).toBeNull();
  const saved = await served.post(UPSERT, upsert);
  const later = await served.post(UPSERT, upsert, seen(saved));
  expect([later.status, later.headers.get('likeness-position')]).toEqual([200, '2']);
  expect(seen(later)).not.toEqual(seen(saved));
  for (const answer of [saved, later]) {
    const found = await served.post(SEARCH, search, seen(answer));
    expect([found.status, seen(found)]).toEqual([200, seen(later)]);
  }
});

it.each([
  ['another commit than the log has', 1, '00000000-0000-4000-8000-000000000000.1'],
  ['a commit behind the end of the log', 7, '00000000-0000-4000-8000-000000000000.7'],
])('a position with %s is refused, and nothing is done', async (_, position, commit) => {
  const served = await serveForTest({ limits: { positionSeconds: 1 } });
  const documented = await Documented.by(served);
  const saved = await served.post(UPSERT, upsert);
  const lost = { 'Likeness-At-Least': String(position), 'Likeness-Commit': commit };
  const refused = await served.post(UPSERT, upsert, lost);
  expect([refused.status, refused.error.errorCode]).toEqual([412, 'POSITION_LOST']);
  expect(refused.error.message).toContain(`at position ${position}`);
  expect(refused.error.message).toContain('The request had no effect');
  expect(seen(refused)).toEqual(seen(saved));
  expect(documented.faults(refused, UPSERT, 'post')).toEqual([]);
  expect((await served.post(SEARCH, search)).body['00Q']).toHaveLength(1);
});

it.each([
  ['that is none', { 'likeness-at-least': '0', 'likeness-commit': '7' }],
  ['without a position', { 'likeness-commit': '00000000-0000-4000-8000-000000000000.1' }],
])('a commit %s is refused', (_, headers) => {
  expect(() => positionWanted({ headers })).toThrow(
    expect.objectContaining({ status: 400, errorCode: 'INVALID_POSITION' }) as Error,
  );
});
