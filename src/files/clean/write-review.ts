import { join } from 'node:path';
import { delimitedLine, guard, reguard } from '../write/csv.js';
import { OutputFile } from '../write/output-file.js';
import type { Contradiction } from '../../matching/contradictions/contradiction.js';
import type { RowContradictions } from '../../matching/contradictions/row-contradictions.js';
import { contradictionsText } from '../dedupe/describe-compared.js';
import { reasonsOf, type RowsExplanation } from './explain-rows.js';
import type { KeptRows } from './kept-rows.js';
import type { DecidedPairs, JudgedPair } from '../../index/clustering/decided-pairs.js';
import type { RecordGroups } from '../../index/clustering/average-linkage.js';
import type { OutputColumn } from './output-columns.js';
import { sideMark, type OutputForm } from './output-form.js';
import type { ReviewLink } from './review-links.js';

interface ReviewFile {
  readonly columns: readonly OutputColumn[];
  readonly form: OutputForm;
  readonly groups: RecordGroups;
  readonly kept: KeptRows;
  readonly explain: (a: number, b: number) => RowsExplanation;
  readonly contradictions: Pick<RowContradictions, 'between'>;
  readonly decided: DecidedPairs;
  readonly markOf: (row: number) => string;
  readonly sourceOf: ((row: number) => string) | undefined;
}

/** Maximum rows shown per group. The crosswalk has all rows. */
const MOST_SHOWN = 10;

/** Returns the rows of both sides. The two rows that match best come first. */
export function rowsOfLink({ rows, reason }: ReviewLink, { groupOf, members }: RecordGroups): number[] {
  if (reason === 'merged' || reason === 'teaches') return [...rows];
  return rows.flatMap((row) => {
    const group = groupOf[row] === 0 ? [] : members[groupOf[row]! - 1]!;
    return [row, ...group.filter((other) => other !== row)].slice(0, MOST_SHOWN);
  });
}

/**
 * Writes `review.csv`: pairs that a person must decide, most likely pairs first, with a column `same` to fill in.
 * Contradictory decisions come first and applied decisions last, so that the filled file contains all decisions.
 */
export async function writeReview(folder: string, links: readonly ReviewLink[], file: ReviewFile): Promise<void> {
  const { columns, form, groups, kept, explain, contradictions, decided, markOf, sourceOf } = file;
  await OutputFile.write(join(folder, 'review.csv'), async (output) => {
    const from = sourceOf ? ['source'] : [];
    const lineOf = (cells: readonly string[]) => delimitedLine(cells, form.delimiter);
    await output.add(sideMark(form));
    await output.add(
      lineOf([
        ...['review', 'same', 'score', 'why', 'reasons', 'contradictions', 'group', 'pair'],
        ...from,
        'id',
        ...columns.map(({ label }) => guard(label)),
      ]),
    );
    const asked = links.map((link): Reviewed => {
      const against = contradictionsOfLink(link, groups, contradictions);
      return { ...link, same: '', why: whyOf(link, groups), against, shown: rowsOfLink(link, groups) };
    });
    const { contradicting, taken } = decisionsOf(decided);
    const answered = ({ rows: [a, b], same, why }: Answered): Reviewed => ({
      ...{ rows: [a, b], same, why, score: explain(a, b).score },
      ...{ against: contradictions.between(a, b), shown: [a, b] },
    });
    for (const [i, each] of [...contradicting.map(answered), ...asked, ...taken.map(answered)].entries()) {
      const [a, b] = each.rows;
      const reasons = reasonsOf(explain(a, b));
      for (const row of each.shown) {
        const { id, cells } = kept.get(row);
        const group = groups.groupOf[row]!;
        const line = [
          ...[String(i + 1), each.same, String(Math.floor(each.score)), each.why, reasons],
          ...[contradictionsText(each.against), group === 0 ? '' : String(group), `${markOf(a)} ${markOf(b)}`],
          ...[...(sourceOf ? [sourceOf(row)] : []), id, ...cells],
        ];
        await output.add(lineOf(line.map(reguard)));
      }
    }
  });
}

interface Answered {
  readonly rows: readonly [number, number];
  readonly same: string;
  readonly why: string;
}

interface Reviewed extends Answered {
  readonly score: number;
  readonly against: readonly Contradiction[];
  readonly shown: readonly number[];
}

function decisionsOf({ judged, contradicting }: DecidedPairs): { contradicting: Answered[]; taken: Answered[] } {
  const told = new Set<string>();
  const answered = ({ a, b, isSame }: JudgedPair, why: string): Answered[] => {
    const same = isSame ? 'yes' : 'no';
    const key = `${Math.min(a, b)} ${Math.max(a, b)} ${same}`;
    if (told.has(key)) return [];
    told.add(key);
    return [{ rows: [a, b], same, why }];
  };
  return {
    contradicting: contradicting.flatMap(({ apart, together }, i) =>
      [apart, ...together].flatMap((one) => answered(one, `decisions contradict each other (${i + 1})`)),
    ),
    taken: judged.flatMap((one) => answered(one, 'decided')),
  };
}

/** Returns the contradictions of the shown pair or, if it has none, of another pair between the two groups. */
export function contradictionsOfLink(
  { rows: [a, b], reason }: ReviewLink,
  { groupOf, members }: RecordGroups,
  contradictions: Pick<RowContradictions, 'between'>,
): readonly Contradiction[] {
  const found = contradictions.between(a, b);
  if (found.length > 0 || reason !== 'contradicted') return found;
  const rowsOf = (row: number) => (groupOf[row] === 0 ? [row] : members[groupOf[row]! - 1]!);
  for (const one of rowsOf(a))
    for (const other of rowsOf(b)) {
      const against = contradictions.between(one, other);
      if (against.length > 0) return against;
    }
  return [];
}

export function whyOf({ reason, pairs, rows }: ReviewLink, { groupOf, members }: RecordGroups): string {
  if (reason === 'contradicted') return 'values contradict each other';
  if (reason === 'torn') return 'matches two groups that contradict each other';
  if (reason === 'unsure') return 'score below --sure';
  if (reason === 'names') return 'only names and places are similar';
  if (reason === 'merged') return 'merged; a decision would improve the scenario';
  if (reason === 'teaches') return 'not merged; a decision would improve the scenario';
  if (reason === 'grounds') return 'nothing was merged';
  const [a, b] = rows.map((row) => (groupOf[row] === 0 ? 1 : members[groupOf[row]! - 1]!.length));
  return `chain: ${pairs} of the ${a! * b!} pairs between the two groups match`;
}
