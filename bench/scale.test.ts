import { describe, expect, it } from 'vitest';
import { simulateNodes, type Load, type ServiceTimes } from './scale/simulate-nodes.js';

const times: ServiceTimes = { decide: 0.3, follow: 0.06, append: 0.4, appendEach: 0.02, sync: 1 };
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

  it('one node decides for all: more nodes decide no more', () => {
    expect(run({ nodes: 4 }).perSecond / run({ nodes: 1 }).perSecond).toBeCloseTo(1, 1);
    // With shared CPUs, applying the other nodes' commits costs throughput.
    const shared = { processors: 2, nodes: 3 };
    expect(run(shared, { follow: 0 }).perSecond / run(shared).perSecond).toBeGreaterThan(1.02);
  });

  it('processors that all share bound what all do', () => {
    const { perSecond } = run({ nodes: 1, processors: 1 });
    expect(perSecond * times.decide).toBeLessThan(1_000);
    expect(perSecond).toBeLessThan(run({ nodes: 1, processors: 2 }).perSecond);
  });
});
