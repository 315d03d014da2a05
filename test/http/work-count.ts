import { Session } from 'node:inspector/promises';

/**
 * Counts what the program does instead of timing it: how often each block of its code is run, as the engine itself
 * counts for coverage. The same input gives the same number on every machine, however busy. What the engine does by
 * itself is not in it: JSON, regular expressions (which are proven linear by another test), searching and copying
 * texts.
 */
export class WorkCount {
  readonly #session = new Session();

  /** Counts code that is loaded from now on: what is to be counted must be imported after this. */
  static async start(): Promise<WorkCount> {
    const work = new WorkCount();
    work.#session.connect();
    await work.#session.post('Profiler.enable');
    await work.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    return work;
  }

  /**
   * @returns how often blocks of the service and of the libraries under it were run since the last time, and the
   * busiest functions
   */
  async take(): Promise<{ blocks: number; busiest: string }> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const found: { name: string; count: number }[] = [];
    for (const { url, functions } of result) {
      if (!/\/(?:src|node_modules)\//.test(url)) continue;
      for (const { functionName, ranges } of functions) {
        const count = ranges.reduce((sum, range) => sum + range.count, 0);
        if (count > 0) found.push({ name: `${functionName} of ${url.split('/').slice(-2).join('/')}`, count });
      }
    }
    found.sort((a, b) => b.count - a.count);
    const busiest = found.slice(0, 3).map(({ name, count }) => `${count} in ${name}`);
    return { blocks: found.reduce((sum, { count }) => sum + count, 0), busiest: busiest.join(', ') };
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}
