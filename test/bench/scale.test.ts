import { describe, expect, it } from 'vitest';
import { simulateNodes, type Load, type ServiceTimes } from '../../bench/scale/simulate-nodes.js';

const times: ServiceTimes = { decide: 0.3, follow: 0.06, append: 0.4, appendEach: 0.02, sync: 1, lock: 0.2 };
const load: Load = { nodes: 1, clients: 64, processors: Infinity, seconds: 20 };
const run = (changed: Partial<Load>, other: Partial<ServiceTimes> = {}) =>
  simulateNodes({ ...times, ...other }, { ...load, ...changed });

describe('the simulation of nodes', () => {
  it('gives the same figures for the same seed, and nearly the same for another one', () => {
    expect(run({ nodes: 3 })).toEqual(run({ nodes: 3 }));
    expect(run({ nodes: 3, seed: 2 }).perSecond / run({ nodes: 3 }).perSecond).toBeCloseTo(1, 1);
  });

  it('one client of one node waits for decision, append and disk, one after the other', () => {
    expect(run({ clients: 1 }).perSecond).toBeCloseTo(1_000 / (times.decide + times.append + times.sync), -1);
  });

  it('many clients of one node keep its processor busy', () => {
    expect(run({}).perSecond * times.decide).toBeGreaterThan(950);
    expect(run({}).perSecond * times.decide).toBeLessThan(1_020);
  });

  it('decisions of several nodes are made one at a time, and of a turn only the last piece is waited for', () => {
    const two = run({ nodes: 2, clients: 500 });
    expect(two.locked).toBeGreaterThan(0.99);
    // Of a node's turn: HOLD_MS of decisions, then the append of the second half, which the next node then follows.
    const half = 10 / times.decide;
    const turn = 20 + times.append + half * (times.appendEach + times.follow) + times.sync + times.lock;
    expect(two.perSecond / (((2 * half) / turn) * 1_000)).toBeCloseTo(1, 1);
    expect(run({ nodes: 4, clients: 500 }).perSecond / two.perSecond).toBeCloseTo(1, 1);
    expect(run({ nodes: 2, clients: 500 }, { follow: 0 }).perSecond / two.perSecond).toBeGreaterThan(1.02);
  });

  it('no node starves', () => {
    expect(run({ nodes: 5 }).fairness).toBeGreaterThan(0.95);
  });

  it('processors that all share bound what all do', () => {
    const { perSecond } = run({ nodes: 1, processors: 1 });
    expect(perSecond * times.decide).toBeLessThan(1_000);
    expect(perSecond).toBeLessThan(run({ nodes: 1, processors: 2 }).perSecond);
  });
});
