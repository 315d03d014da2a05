import { expect, it } from 'vitest';
import { ServiceStates, STATES, stateOf, WELL, type StateFacts } from '../../src/http/server/service-state.js';

const FACTS: StateFacts = { ...WELL, lagSeconds: 10 };
const lag = { commits: 0, seconds: 0 };
const down = { writable: false, store: { lag: { ...lag, isCutOff: true }, fault: new Error('ECONNREFUSED') } };

const needing = (remedy: 'rebuild' | 'restart' | 'upgrade') => ({ store: { ...down.store, lag: { ...lag, remedy } } });

type Takes = 'all' | 'searches' | 'nothing' | 'a restart';
/** Cases: state, facts, accepted requests or required action, message, and optionally the cause. */
const CASES: readonly [string, Partial<StateFacts>, Takes, RegExp, string?][] = [
  ['starting', { starting: { database: 'ECONNREFUSED' } }, 'nothing', /[Ww]aiting for the database/, 'ECONNREFUSED'],
  ['starting', { starting: { database: undefined } }, 'nothing', /indexes/],
  ['ok', {}, 'all', /All requests/],
  ['ok', { store: { lag: { commits: 3, seconds: 9 } } }, 'all', /All requests/],
  ['read-only', { writable: false, store: { fault: new Error('ENOSPC') } }, 'all', /restart/, 'ENOSPC'],
  ['disk-full', { writable: false, store: { lag: { ...lag, isFull: true } } }, 'all', /automatically/],
  ['disconnected', down, 'searches', /automatically/, 'ECONNREFUSED'],
  ['behind', { store: { lag: { commits: 1, seconds: 11 } } }, 'nothing', /10 seconds .*catching up/],
  ['behind', { store: { lag: { commits: 0, seconds: 11 } } }, 'searches', /10 seconds/],
  ['outdated', { ...down, configurationFault: 'Boat__c' }, 'nothing', /Push/, 'Boat__c'],
  ['diverged', needing('rebuild'), 'nothing', /then recovers/, 'ECONNREFUSED'],
  ['failed', needing('restart'), 'a restart', /Restart this node/, 'ECONNREFUSED'],
  ['failed', needing('upgrade'), 'nothing', /Upgrade this node/, 'ECONNREFUSED'],
  ['stopping', { ...down, isStopping: true }, 'nothing', /is shutting down/],
];

it.each(CASES)('%s: %o', (state, facts, takes, message, cause) => {
  const found = stateOf({ ...FACTS, ...facts });
  const more = { cause, message: expect.any(String) as string };
  const [takesAll, needsRestart] = [takes === 'all', takes === 'a restart'];
  expect(found).toEqual({ state, takesAll, answersSearches: takesAll || takes === 'searches', needsRestart, ...more });
  expect(found.message).toMatch(message);
  // A node that recovers automatically must not ask for a restart.
  expect(/automatically/.test(found.message) && /restart this node/i.test(found.message)).toBe(false);
});

it('every state has a case', () => {
  expect([...new Set(CASES.map(([state]) => state))].toSorted()).toEqual(STATES.toSorted());
});

it('a change is reported once, with the state before, and its time is kept', () => {
  const told: string[] = [];
  let facts = WELL;
  let now = 1_000;
  const tell = (level: string) => (message: string) => void told.push(`${level} ${message}`);
  const states = new ServiceStates(
    () => facts,
    { info: tell('info'), warn: tell('warn'), error: tell('error') },
    () => (now += 1_000),
  );
  const looks = [WELL, { ...WELL, ...down }, { ...WELL, ...down }, WELL, WELL].map((each) => {
    facts = each;
    return states.look();
  });
  expect(looks.map(({ state, since }) => [state, since])).toEqual([
    ['ok', 2_000],
    ['disconnected', 3_000],
    ['disconnected', 3_000],
    ['ok', 4_000],
    ['ok', 4_000],
  ]);
  expect(told).toEqual([
    expect.stringMatching(/^warn state disconnected, previously ok: The database .*; cause: ECONNREFUSED$/),
    expect.stringMatching(/^info state ok, previously disconnected: All requests/),
  ]);
});

it('another cause of the same state is reported, each once, and not endlessly', () => {
  const told: string[] = [];
  let cause = 'a';
  const tell = (message: string) => void told.push(message);
  const states = new ServiceStates(() => ({ ...WELL, starting: { database: cause } }), {
    info: tell,
    warn: tell,
    error: tell,
  });
  for (const each of ['a', 'a', 'b', 'a', 'b']) {
    cause = each;
    states.look();
  }
  expect(told).toEqual([
    expect.stringMatching(/^state starting, previously ok: .*; cause: a$/),
    'state starting, unchanged; cause: b',
  ]);
  for (let i = 0; i < 100; i++) {
    cause = String(i);
    states.look();
  }
  expect(told).toHaveLength(10);
});
