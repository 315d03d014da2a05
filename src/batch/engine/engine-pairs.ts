import { Clusters } from '../../clustering/clusters.js';
import { PairList } from '../../clustering/pair-list.js';
import { uncontradictedGroups } from '../../clustering/uncontradicted.js';
import type { RowIndex } from '../../index/self-join/row-index.js';
import { packScenario } from '../../index/threads/portable-scenario.js';
import type { Scenario } from '../../matching/scenario.js';
import { progress } from '../../runtime/notes.js';
import { csvCell, csvLine, guard } from '../output/csv.js';
import { OutputFile } from '../output/output-file.js';
import { digestOf, type BatchFolder } from './batch-folder.js';
import { CHUNK } from './duckdb.js';
import type { EngineRows } from './engine-rows.js';

/** Pairs are kept for good after so many milliseconds, or so many of them. */
const KEPT_EVERY_MS = 10_000;
const KEPT_EVERY_PAIRS = 1_000_000;
/** Pairs of components that are made groups of at a time. */
const GROUPED_AT_ONCE = 1 << 17;

interface Compared {
  /** Rows, in the order of the join's table, whose pairs are in the table. */
  readonly rows: number;
  readonly pairs: number;
}

/**
 * Writes the pairs of all rows into the table `pairs (first, second, score)`, rows from 1 on. What is there of another
 * run by the same scenarios is not looked for again.
 *
 * @returns how many pairs there are
 */
export async function comparePairs(
  folder: BatchFolder,
  index: RowIndex,
  scenarios: readonly Scenario[],
  count: number,
): Promise<number> {
  const { db } = folder;
  const digest = digestOf(scenarios.map(packScenario));
  const isKnown = await folder.isDone('pairs', digest);
  if (!isKnown) await db.run('create or replace table pairs (first integer, second integer, score float)');
  const before = isKnown ? await folder.result<Compared>('pairs') : { rows: 0, pairs: 0 };
  let pairs = before.pairs;
  if (before.rows === count && isKnown) return pairs;
  const bar = progress('comparing', count);
  const list = new PairList(Infinity, () => new Error('batch: unbounded'));
  let kept = Date.now();
  let done = before.rows;
  const keep = async (rows: number): Promise<void> => {
    await db.run('begin');
    const appender = await db.appender('pairs');
    for (let at = 0; at < list.length; at += CHUNK) {
      const some = Math.min(CHUNK, list.length - at);
      const [first, second] = [list.first.slice(at, at + some), list.second.slice(at, at + some)];
      for (let i = 0; i < some; i++) [first[i], second[i]] = [first[i]! + 1, second[i]! + 1];
      appender.add(some, first, second, list.score.subarray(at, at + some));
    }
    appender.end();
    pairs += list.length;
    await folder.done('pairs', digest, { rows, pairs } satisfies Compared);
    await db.run('commit');
    list.length = 0;
    kept = Date.now();
  };
  try {
    const batches = index.pairs({
      scenarios,
      done: before.rows,
      progress: (rows) => {
        done = rows;
        bar.update(rows, `${pairs + list.length} pairs`);
      },
    });
    let shown = done;
    for await (const batch of batches) {
      // All pairs of the rows that are done are in the list: the batches since then belong to later rows.
      const isEnough = list.length >= KEPT_EVERY_PAIRS || Date.now() - kept >= KEPT_EVERY_MS;
      if (done > shown && isEnough) {
        await keep(done);
        shown = done;
      }
      list.addAll(batch);
    }
    await keep(count);
    return pairs;
  } finally {
    bar.stop();
  }
}

/** Writes the pairs into a file, as `dedupe` does, in the order in which they were found. */
export async function writePairsOf({ db }: BatchFolder, out: string): Promise<void> {
  await OutputFile.write(out, async (output) => {
    await output.add(csvLine(['id1', 'id2', 'score']));
    const sql = `select one.id, two.id, floor(score)::integer from pairs
      join rows one on one.row = first join rows two on two.row = second order by pairs.rowid`;
    for await (const [ones, twos, scores] of db.rows<[string[], string[], Int32Array]>(sql)) {
      let lines = '';
      for (let i = 0; i < ones.length; i++) {
        const [one, two] = ones[i]! < twos[i]! ? [ones[i]!, twos[i]!] : [twos[i]!, ones[i]!];
        lines += `${csvCell(guard(one))},${csvCell(guard(two))},${scores[i]!}\n`;
      }
      await output.add(lines);
    }
  });
}

/**
 * Makes groups of the pairs, one connected component after the other, and writes them as `dedupe` does.
 *
 * @returns how many groups there are
 */
export async function writeGroupsOf(
  { db }: BatchFolder,
  { count, sources }: Pick<EngineRows, 'count'> & { readonly sources: Int32Array | undefined },
  out: string,
): Promise<number> {
  const clusters = new Clusters(count + 1);
  for await (const [first, second] of db.rows<[Int32Array, Int32Array]>('select first, second from pairs'))
    for (let i = 0; i < first.length; i++) clusters.join(first[i]!, second[i]!);
  await db.run('create or replace table linked (component integer, first integer, second integer, score float)');
  const linked = await db.appender('linked');
  for await (const [first, second, score] of db.rows<[Int32Array, Int32Array, Float32Array]>(
    'select first, second, score from pairs',
  ))
    linked.add(
      first.length,
      first.map((row) => clusters.root(row)),
      first,
      second,
      score,
    );
  linked.end();
  await db.run('create or replace table members (leader integer, row integer)');
  const members = await db.appender('members');
  const groups = new ComponentGroups(sources, (leaders, rows) => {
    for (let at = 0; at < leaders.length; at += CHUNK)
      members.add(Math.min(CHUNK, leaders.length - at), leaders.slice(at, at + CHUNK), rows.slice(at, at + CHUNK));
  });
  for await (const columns of db.rows<[Int32Array, Int32Array, Int32Array, Float32Array]>(
    'select component, first, second, score from linked order by component, rowid',
  ))
    groups.add(...columns);
  groups.end();
  members.end();
  await db.run('drop table linked');
  let number = 0;
  await OutputFile.write(out, async (output) => {
    await output.add(csvLine(['cluster', 'id']));
    let last = 0;
    const sql = 'select leader, id from members join rows using (row) order by leader, row';
    for await (const [leaders, ids] of db.rows<[Int32Array, string[]]>(sql)) {
      let lines = '';
      for (let i = 0; i < ids.length; i++) {
        if (leaders[i] !== last) number++;
        last = leaders[i]!;
        lines += `${number},${csvCell(guard(ids[i]!))}\n`;
      }
      await output.add(lines);
    }
  });
  await db.run('drop table members');
  return number;
}

/** Groups of components that come one after the other, each as all of its pairs. */
class ComponentGroups {
  private component = 0;
  private first: number[] = [];
  private second: number[] = [];
  private score: number[] = [];

  /** @param give is called with the rows of groups and the first row of each one's group */
  constructor(
    private readonly sources: Int32Array | undefined,
    private readonly give: (leaders: Int32Array, rows: Int32Array) => void,
  ) {}

  add(components: Int32Array, first: Int32Array, second: Int32Array, score: Float32Array): void {
    for (let i = 0; i < components.length; i++) {
      if (components[i] !== this.component && this.first.length >= GROUPED_AT_ONCE) this.end();
      this.component = components[i]!;
      this.first.push(first[i]!);
      this.second.push(second[i]!);
      this.score.push(score[i]!);
    }
  }

  /** Makes groups of what has come. */
  end(): void {
    const { first, second, score } = this;
    const rows = Int32Array.from(new Set([...first, ...second])).sort();
    const places = new Map<number, number>();
    rows.forEach((row, place) => places.set(row, place));
    const pairs = {
      length: first.length,
      first: Int32Array.from(first, (row) => places.get(row)!),
      second: Int32Array.from(second, (row) => places.get(row)!),
      score: Float32Array.from(score),
    };
    const { sources } = this;
    const { members } = uncontradictedGroups(rows.length, pairs, () => false, {
      sources: sources && rows.map((row) => sources[row]!),
    });
    const leaders: number[] = [];
    const found: number[] = [];
    for (const group of members)
      for (const place of group) {
        leaders.push(rows[group[0]!]!);
        found.push(rows[place]!);
      }
    if (found.length > 0) this.give(Int32Array.from(leaders), Int32Array.from(found));
    [this.first, this.second, this.score] = [[], [], []];
  }
}
