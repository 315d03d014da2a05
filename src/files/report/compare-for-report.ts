import { averageLinkage } from '../../index/clustering/average-linkage.js';
import type { RowIndex } from '../../index/join/row-index.js';
import { sourceNumbers } from '../learning/row-table.js';
import type { Scenario } from '../../matching/scenario.js';
import { GroupSummary } from './group-summary.js';
import { progress } from '../../runtime/notes.js';
import { newPairList } from '../dedupe/pair-flow.js';
import type { DedupeRows } from '../dedupe/read-rows.js';
import type { FoundForReport } from './comparison-report.js';
import { ReportSample } from './report-sample.js';

/** Compares all rows, with a progress bar, for a report alone. */
export async function compareForReport(
  index: RowIndex,
  { count, sources }: Pick<DedupeRows, 'count' | 'sources'>,
  scenarios: readonly Scenario[],
): Promise<FoundForReport> {
  const sample = new ReportSample(scenarios);
  const kept = newPairList();
  const bar = progress('comparing', count);
  try {
    const pairs = index.pairs({
      scenarios: sample.looked,
      progress: (done) => bar.update(done, `${kept.length} pairs`),
    });
    for await (const batch of pairs) kept.addAll(sample.duplicates(batch));
  } finally {
    bar.stop();
  }
  const groups = new GroupSummary();
  groups.addAll(averageLinkage(count, kept, { sources: sourceNumbers(sources)?.subarray(1) }), kept);
  return { pairs: sample.found(), groups };
}
