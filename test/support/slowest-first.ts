import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export const DURATIONS = new URL('durations.json', import.meta.url);

/** Seconds that files took, those of five seconds and more. Files that are not listed count as short. */
export const durations = (): Record<string, number> =>
  JSON.parse(readFileSync(DURATIONS, 'utf8')) as Record<string, number>;

/**
 * Starts the files that take longest first, so that none of them is left for one process at the end. Vitest alone starts
 * the largest ones, and some of the slowest here are small. `LIKENESS_DURATIONS=write` measures again.
 */
export class SlowestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = durations();
    const seconds = ({ moduleId }: TestSpecification): number => known[relative(process.cwd(), moduleId)] ?? 0;
    const sorted = [...files].sort(
      (a, b) =>
        a.project.name.localeCompare(b.project.name) || seconds(b) - seconds(a) || (a.moduleId < b.moduleId ? -1 : 1),
    );
    return Promise.resolve(sorted);
  }
}
