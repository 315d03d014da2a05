import type { DecidedPairs } from '../../index/clustering/decided-pairs.js';
import { uncontradictedGroups } from '../../index/clustering/uncontradicted.js';
import type { PairColumns } from '../../index/join/pair-columns.js';
import type { GroupSummary } from '../report/group-summary.js';
import { shownScore } from '../../matching/score.js';
import { sourceNumbers } from '../learning/row-table.js';
import { csvCell, csvLine, guard } from '../write/csv.js';
import { OutputFile } from '../write/output-file.js';
import { newPairList } from './pair-flow.js';
import type { DedupeRows } from './read-rows.js';

export interface PairFiles {
  readonly out: string;
  readonly clusters: string | undefined;
  readonly summary?: GroupSummary | undefined;
}

/**
 * Writes pairs in the order in which they are found, and their groups.
 * @param counted called with the number of pairs written so far
 */
export async function writePairs(
  { ids, sources }: DedupeRows,
  batches: AsyncIterable<PairColumns>,
  { out, clusters: clustersPath, summary, decided }: PairFiles & { readonly decided?: DecidedPairs },
  counted: (pairs: number) => void,
): Promise<{ pairs: number; clusters?: number }> {
  const cells = ids.map((id) => csvCell(guard(id)));
  const kept = clustersPath === undefined && summary === undefined ? undefined : newPairList();
  let pairs = 0;
  await OutputFile.write(out, async (output) => {
    await output.add(csvLine(['id1', 'id2', 'score']));
    for await (const batch of batches) {
      kept?.addAll(batch);
      let lines = '';
      for (let i = 0; i < batch.length; i++) {
        const a = batch.first[i]! - 1;
        const b = batch.second[i]! - 1;
        const score = shownScore(batch.num[i]!, batch.den[i]!);
        pairs += 1;
        lines += ids[a]! < ids[b]! ? `${cells[a]!},${cells[b]!},${score}\n` : `${cells[b]!},${cells[a]!},${score}\n`;
      }
      if (lines !== '') await output.add(lines);
      counted(pairs);
    }
  });
  if (kept === undefined) return { pairs };
  const grouped = uncontradictedGroups(ids.length, kept, (a, b) => decided?.areApart(a, b) === true, {
    sources: sourceNumbers(sources)?.subarray(1),
    joined: decided?.joined,
  });
  summary?.addAll(grouped, kept);
  if (clustersPath === undefined) return { pairs };
  const { members: groups } = grouped;
  await OutputFile.write(clustersPath, async (output) => {
    await output.add(csvLine(['cluster', 'id']));
    for (const [i, group] of groups.entries()) {
      for (const row of group) await output.add(csvLine([String(i + 1), guard(ids[row]!)]));
    }
  });
  return { pairs, clusters: groups.length };
}
