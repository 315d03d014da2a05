import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export const DURATIONS = new URL('durations.json', import.meta.url);

/** Durations in seconds of files that take at least ten seconds. Unlisted files count as short. */
export const durations = (): Record<string, number> =>
  JSON.parse(readFileSync(DURATIONS, 'utf8')) as Record<string, number>;

/** No slow file should run alone at the end. `LIKENESS_DURATIONS=write` measures the durations again. */
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
