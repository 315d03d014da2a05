import { once } from 'node:events';
import type { Server } from '../harness/server.js';

/** Response of `watch.mjs`: times in milliseconds, sizes in bytes, after a forced collection. */
interface Watched {
  /** Longest stall of the event loop in CPU time. */
  readonly longest: number;
  readonly longestByClock: number;
  readonly p99: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

/** One sample of the server's state. */
export interface Window extends Watched {
  /** Seconds since the load started. */
  readonly at: number;
  readonly records: number;
  /** Bytes that the service itself accounts for: records, history, indexes and their bounded caches. */
  readonly accounted: number;
  /** Change history: grows with every write until entries expire. */
  readonly historyBytes: number;
  readonly indexBytes: number;
  readonly memoBytes: number;
}

const ACCOUNTED = [
  'likeness_store_record_bytes',
  'likeness_store_history_bytes',
  'likeness_index_bytes',
  'likeness_index_flexsearch_bytes',
  'likeness_index_memo_bytes',
] as const;

/** @param token Token of a client with the scope `admin` */
export async function look({ process, url }: Server, token: string, begun: number): Promise<Window> {
  const answer = once(process, 'message');
  process.send('look');
  const [watched] = (await answer) as [Watched];
  const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  const metric = (name: string): number =>
    [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    );
  return {
    ...watched,
    at: (performance.now() - begun) / 1_000,
    records: metric('likeness_store_records'),
    accounted: ACCOUNTED.reduce((sum, name) => sum + metric(name), 0),
    historyBytes: metric('likeness_store_history_bytes'),
    memoBytes: metric('likeness_index_memo_bytes'),
    indexBytes: metric('likeness_index_bytes') + metric('likeness_index_flexsearch_bytes'),
  };
}

/** Bytes in use that the service does not account for. */
export const unaccounted = ({ heapUsed, external, accounted }: Window): number => heapUsed + external - accounted;

/** Least-squares growth from the first window to the last. */
export function growth(windows: readonly Window[], of: (window: Window) => number): number {
  const mean = (value: (window: Window) => number) =>
    windows.reduce((sum, window) => sum + value(window), 0) / windows.length;
  const at = mean((window) => window.at);
  const middle = mean(of);
  const spread = mean((window) => (window.at - at) ** 2);
  const slope = spread === 0 ? 0 : mean((window) => (window.at - at) * (of(window) - middle)) / spread;
  return slope * (windows.at(-1)!.at - windows[0]!.at);
}
