import { MemoryIndex } from '../../index/memory-index.js';
import { poll, type Following } from '../../runtime/watch.js';
import type { LiveParts } from '../live-parts.js';
import type { FrozenIndexes, IndexSnapshots } from './index-snapshots.js';

/** Milliseconds between two checks for a due snapshot, and milliseconds to wait after a save. */
const LOOK_MS = 5_000;
const PAUSE_MS = 600_000;

/** Saves the indexes of a service periodically, so that a recent snapshot exists even if the process is killed. */
export class IndexSaving {
  #polling: Following | undefined;
  readonly #ending = new AbortController();
  #quietUntil = 0;

  constructor(
    private readonly snapshots: IndexSnapshots,
    private readonly live: Pick<LiveParts, 'parts' | 'atRest'>,
  ) {}

  begin(): void {
    const { lookMs = LOOK_MS, pauseMs = PAUSE_MS, note = () => undefined } = this.snapshots.options;
    this.#quietUntil = performance.now() + lookMs;
    const look = async (): Promise<void> => {
      if (performance.now() >= this.#quietUntil && (await this.saveIfDue()))
        this.#quietUntil = performance.now() + pauseMs;
      const { configuration, scenarios } = this.live.parts;
      await this.snapshots.offer(configuration, scenarios, this.#ending.signal);
    };
    this.#polling = poll(look, lookMs, note);
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await this.#polling?.end();
  }

  async saveIfDue(): Promise<boolean> {
    const { snapshots, live } = this;
    if (!(await snapshots.isDue(changesIn(live.parts.changed)))) return false;
    const frozen = await live.atRest<FrozenIndexes>(({ configuration, scenarios, indexes, changed }) => {
      const all = [...indexes].filter((entry): entry is [string, MemoryIndex] => entry[1] instanceof MemoryIndex);
      return snapshots.freeze(configuration, scenarios, new Map(all), changesIn(changed));
    });
    if (frozen === undefined) return false;
    return snapshots.save(frozen);
  }
}

function changesIn(changed: ReadonlyMap<string, number>): number {
  return [...changed.values()].reduce((sum, count) => sum + count, 0);
}
