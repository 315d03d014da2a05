import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 20;

/** Prints the slowest files of a run, so that they are seen while they grow. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < SHOWN) return;
    const timed = modules.map((module) => {
      const { collectDuration, duration, setupDuration } = module.diagnostic();
      return {
        file: relative(process.cwd(), module.moduleId),
        seconds: (collectDuration + duration + setupDuration) / 1000,
      };
    });
    const slowest = timed.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
    const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
    console.log(`\nThe slowest of ${modules.length} files:\n${lines.join('\n')}`);
  }
}
