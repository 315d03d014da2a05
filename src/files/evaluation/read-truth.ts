import { basename } from 'node:path';
import { truthOfClusters, truthOfLabels, type Label, type Truth } from './truth.js';
import { Failure } from '../../runtime/failure.js';
import { unguard } from '../write/csv.js';
import { textOf } from '../read/input-table.js';
import { openInput } from '../read/open-input.js';

const YES = new Set(['1', 'true', 'yes', 'y', 'match', '1.0']);
const NO = new Set(['0', 'false', 'no', 'n', 'no match', 'nomatch', '0.0']);
const LABELS = ['is_match', 'match', 'label', 'is_same', 'clerical_match_score'];
const CLUSTERS = ['cluster', 'cluster_id', 'entity', 'entity_id', 'group'];

/** Reads labelled pairs `id1,id2`. Other pairs are different or, if there is a column `is_match`, unknown. */
export async function readLabels(path: string): Promise<Truth> {
  const { columns, rows } = await readTable(path, ['id1', 'id2']);
  const column = LABELS.find((name) => columns.includes(name));
  const labels = rows.map(({ number, cell }): Label => {
    const verdict = column === undefined ? 'true' : cell(column).trim().toLowerCase();
    if (!YES.has(verdict) && !NO.has(verdict)) {
      throw new Failure(`${basename(path)}, row ${number}: ${column ?? ''} '${verdict}': expected true or false`);
    }
    return { id1: cell('id1'), id2: cell('id2'), isSame: YES.has(verdict) };
  });
  try {
    return truthOfLabels(labels);
  } catch (error) {
    throw new Failure(`${basename(path)}: ${(error as Error).message}`);
  }
}

/** Reads a column `cluster` (or `cluster_id`, `entity`, `group`) and a column of Ids, as `--clusters` writes. */
export async function readClusters(path: string): Promise<Truth> {
  const { columns, rows } = await readTable(path, []);
  const cluster = CLUSTERS.find((name) => columns.includes(name));
  const ids = columns.filter((name) => name !== cluster);
  if (cluster === undefined || ids.length !== 1) {
    throw new Failure(`${basename(path)}: expected two columns, one of them ${CLUSTERS.join(' or ')}`);
  }
  return truthOfClusters(new Map(rows.map(({ cell }) => [cell(ids[0]!), cell(cluster)])));
}

/** Reads `id1,id2,score` (percent), the output of `dedupe`. */
export async function readScores(path: string): Promise<{ id1: string; id2: string; score: number }[]> {
  const { rows } = await readTable(path, ['id1', 'id2', 'score']);
  return rows.map(({ number, cell }) => {
    const text = cell('score').trim();
    const score = text === '' ? NaN : Number(text);
    if (!(score >= 0 && score <= 100)) {
      throw new Failure(`${basename(path)}, row ${number}: score '${text}': expected a percentage from 0 to 100`);
    }
    return { id1: cell('id1'), id2: cell('id2'), score };
  });
}

async function readTable(path: string, wanted: readonly string[]) {
  const table = await openInput(path);
  const rows: { number: number; cell: (column: string) => string }[] = [];
  for await (const { number, cells, fault } of table.rows) {
    if (fault !== undefined) throw new Failure(`${basename(path)}, row ${number}: ${fault}`);
    rows.push({
      number,
      cell: (column) => unguard(textOf(cells[table.columns.indexOf(column)])),
    });
  }
  const missing = wanted.find((column) => !table.columns.includes(column));
  if (missing !== undefined) {
    throw new Failure(
      `${basename(path)} has no column '${missing}'; expected ${wanted.join(', ')}, found ${table.columns.join(', ')}`,
    );
  }
  return { columns: table.columns, rows };
}
