import { join } from 'node:path';
import { delimitedLine, guard, reguard } from '../write/csv.js';
import { OutputFile } from '../write/output-file.js';
import type { RowContradictions } from '../../matching/contradictions/row-contradictions.js';
import { contradictionsText } from '../dedupe/describe-compared.js';
import type { ExplainedPairs } from './explain-rows.js';
import type { KeptRows } from './kept-rows.js';
import { pairsByGroup, type RecordGroups } from '../../index/clustering/average-linkage.js';
import type { OutputColumn } from './output-columns.js';
import { sideMark, type OutputForm } from './output-form.js';

interface PairsFile {
  readonly columns: readonly OutputColumn[];
  readonly form: OutputForm;
  readonly groups: RecordGroups;
  readonly kept: KeptRows;
  readonly explained: ExplainedPairs;
  readonly contradictions: Pick<RowContradictions, 'between'>;
  readonly sourceOf: ((row: number) => string) | undefined;
}

const CHUNK = 1 << 16;

/** Writes `pairs.csv`: every pair with its score, reasons and both rows side by side, sorted by group. */
export async function writePairsBeside(folder: string, file: PairsFile, wrote: (pairs: number) => void): Promise<void> {
  const { columns, form, explained, groups, kept, contradictions, sourceOf } = file;
  const { pairs } = explained;
  await OutputFile.write(join(folder, 'pairs.csv'), async (output) => {
    const both = columns.flatMap(({ label }) => [`${guard(label)} 1`, `${guard(label)} 2`]);
    const lineOf = (cells: readonly string[]) => delimitedLine(cells, form.delimiter);
    let lines = sideMark(form);
    lines += lineOf([
      ...['group', 'score', 'scenario', 'reasons', 'contradictions', 'id1', 'id2'],
      ...(sourceOf ? ['source1', 'source2'] : []),
      ...both,
    ]);
    let written = 0;
    for (const pair of pairsByGroup(pairs, groups)()) {
      const [a, b] = [pairs.first[pair]!, pairs.second[pair]!];
      const [one, two] = [kept.get(a), kept.get(b)];
      const { scenario, reasons } = explained.told(pair);
      const against = contradictionsText(contradictions.between(a, b));
      const group = groups.groupOf[a] === groups.groupOf[b] ? groups.groupOf[a]! : 0;
      const cells = [
        ...[group === 0 ? '' : String(group), String(Math.floor(pairs.score[pair]!)), scenario],
        ...[reasons, against, one.id, two.id],
        ...(sourceOf ? [sourceOf(a), sourceOf(b)] : []),
      ];
      columns.forEach((_, i) => cells.push(one.cells[i]!, two.cells[i]!));
      lines += lineOf(cells.map(reguard));
      written += 1;
      if (lines.length < CHUNK) continue;
      await output.add(lines);
      lines = '';
      wrote(written);
    }
    await output.add(lines);
  });
}
