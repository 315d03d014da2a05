import { basename } from 'node:path';
import type { Profiler } from 'node:inspector';

/** Results of `recorder.mjs`. */
export interface Recorded {
  readonly steps: readonly Step[];
  /** Number of all steps, including short ones. */
  readonly count: number;
  readonly collections: readonly { readonly from: number; readonly to: number; readonly kind: string }[];
  readonly profile: Profiler.Profile;
  readonly origin: number;
}

export interface Step {
  readonly from: number;
  readonly to: number;
  /** CPU milliseconds. */
  readonly cpu: number;
}

export interface AttributedStep extends Step {
  /** Milliseconds of garbage collection in `cpu`, estimated from its share of the samples. */
  readonly collected: number;
  /** Kinds of garbage collection in the step. */
  readonly kinds: readonly string[];
  /** Outermost and innermost function of the service on the stack for most of the remaining time. */
  readonly work: string;
  /** Milliseconds in that function. */
  readonly workTime: number;
}

/**
 * Kinds of work, by the functions that the event loop, Express or a request calls. The first match on the stack counts.
 */
const WORK: readonly (readonly [functionName: string, work: string])[] = [
  ['writeSnapshot', 'compaction'],
  ['#changeJournal', 'compaction'],
  ['forget', 'compaction'],
  ['stageUpsert', 'upsert'],
  ['deleteRecord', 'delete'],
  ['delete', 'delete'],
  ['inSteps', 'search, a step of finding neighbours'],
  ['searchObject', 'search'],
  ['#run', 'search, going on'],
  ['#append', 'journal'],
  ['commit', 'journal'],
  ['send', 'sending responses'],
  ['readInput', 'reading requests'],
  ['serve', 'reading requests'],
  ['stageValid', 'upsert'],
  ['#follow', 'upsert'],
];
const COLLECTOR = '(garbage collector)';

/** Describes the work of the longest steps. */
export function attribute({ steps, collections, profile, origin }: Recorded, most: number): AttributedStep[] {
  const samples = samplesOf(profile, origin);
  return [...steps]
    .sort((a, b) => b.cpu - a.cpu)
    .slice(0, most)
    .map((step) => {
      const inside = samples.filter(({ at }) => at >= step.from && at <= step.to);
      const running = inside.filter(({ stack }) => stack[0]?.functionName !== COLLECTOR);
      const kinds = collections.filter(({ from, to }) => to > step.from && from < step.to).map(({ kind }) => kind);
      const { name, times } = commonest(running.map(({ stack }) => workOf(stack)));
      return {
        ...step,
        collected: inside.length === 0 ? 0 : (step.cpu * (inside.length - running.length)) / inside.length,
        kinds: [...new Set(kinds)],
        work: name,
        workTime: inside.length === 0 ? 0 : (step.cpu * times) / inside.length,
      };
    });
}

interface Sample {
  readonly at: number;
  /** Innermost first. */
  readonly stack: readonly Profiler.ProfileNode['callFrame'][];
}

function samplesOf({ nodes, samples = [], timeDeltas = [], startTime }: Profiler.Profile, origin: number): Sample[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  let time = startTime;
  return samples.map((id, i) => {
    time += timeDeltas[i]!;
    const stack: Profiler.ProfileNode['callFrame'][] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) stack.push(byId.get(at)!.callFrame);
    return { at: time / 1_000 + origin, stack };
  });
}

function workOf(stack: Sample['stack']): string {
  const ours = stack.filter(({ url }) => url.includes('/dist/'));
  const work = WORK.find(([name]) => ours.some(({ functionName }) => functionName === name))?.[1];
  const [inner] = ours;
  if (inner === undefined) return 'node';
  return `${work ?? 'other'}: ${inner.functionName || 'function'} (${basename(inner.url)})`;
}

function commonest(names: readonly string[]): { readonly name: string; readonly times: number } {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [name, times] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['-', 0];
  return { name, times };
}
