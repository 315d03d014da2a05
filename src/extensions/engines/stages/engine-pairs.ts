import { Clusters } from '../../../index/clustering/clusters.js';
import type { DecidedPairs } from '../../../index/clustering/decided-pairs.js';
import { PairList } from '../../../index/clustering/pair-list.js';
import { uncontradictedGroups } from '../../../index/clustering/uncontradicted.js';
import type { PairColumns } from '../../../index/join/pair-columns.js';
import type { RowIndex } from '../../../index/join/row-index.js';
import { packScenario } from '../../../index/threads/portable-scenario.js';
import type { Scenario } from '../../../matching/scenario.js';
import type { GroupSummary } from '../../../files/report/group-summary.js';
import { progress } from '../../../runtime/notes.js';
import { PairFlow } from '../../../files/dedupe/pair-flow.js';
import { csvCell, csvLine, guard } from '../../../files/write/csv.js';
import { OutputFile } from '../../../files/write/output-file.js';
import { ReportSample, type KnownSample } from '../../../files/report/report-sample.js';
import { digestOf, type BatchFolder } from './batch-folder.js';
import { CHUNK } from './duckdb.js';

/** Maximum milliseconds between two commits of pairs. A commit also follows `KEPT_EVERY_PAIRS` pairs. */
const KEPT_EVERY_MS = 10_000;
const KEPT_EVERY_PAIRS = 1_000_000;
/** Minimum number of pairs grouped in one step. */
const GROUPED_AT_ONCE = 1 << 17;

interface Compared {
  /** Number of rows, in join order, whose pairs are in the table. */
  readonly rows: number;
  readonly pairs: number;
  /** Whether all pairs are in the table, including pairs that people answered with "the same". */
  readonly isWhole: boolean;
  readonly sample?: KnownSample;
}

interface PairsAsked {
  readonly decided: DecidedPairs;
  /** Whether a report will show some of the pairs. */
  readonly isReported: boolean;
}

/**
 * Writes the table `pairs (first, second, score)`, with rows from 1. Resumes an earlier run with the same scenarios.
 * @returns the number of pairs, and a sample for the report
 */
export async function comparePairs(
  folder: BatchFolder,
  index: RowIndex,
  scenarios: readonly Scenario[],
  count: number,
  { decided, isReported }: PairsAsked,
): Promise<{ readonly pairs: number; readonly sample: ReportSample | undefined }> {
  const { db } = folder;
  const answers = decided.judged.map(({ a, b, isSame }) => [a, b, isSame]);
  const digest = digestOf([scenarios.map(packScenario), answers, isReported]);
  const isKnown = await folder.isDone('pairs', digest);
  if (!isKnown) await newPairs(folder);
  const nothing: Compared = { rows: 0, pairs: 0, isWhole: false };
  const before = isKnown ? await folder.result<Compared>('pairs') : nothing;
  const sample = isReported ? new ReportSample(scenarios, { known: before.sample }) : undefined;
  let pairs = before.pairs;
  if (before.isWhole) return { pairs, sample };
  const flow = new PairFlow(decided, sample);
  const bar = progress('comparing', count);
  const list = unboundedList();
  let kept = Date.now();
  let done = before.rows;
  const keep = async (rows: number, isWhole = false): Promise<void> => {
    await db.run('begin');
    await appendPairs(folder, list);
    pairs += list.length;
    await folder.done('pairs', digest, {
      ...{ rows, pairs, isWhole },
      ...(sample && { sample: sample.known }),
    } satisfies Compared);
    await db.run('commit');
    list.length = 0;
    kept = Date.now();
  };
  try {
    const batches = index.pairs({
      scenarios: sample?.looked ?? scenarios,
      done: before.rows,
      progress: (rows) => {
        done = rows;
        bar.update(rows, `${pairs + list.length} pairs`);
      },
    });
    let shown = done;
    for await (const batch of batches) {
      // The list contains all pairs of finished rows.
      const isEnough = list.length >= KEPT_EVERY_PAIRS || Date.now() - kept >= KEPT_EVERY_MS;
      if (done > shown && isEnough) {
        await keep(done);
        shown = done;
      }
      list.addAll(flow.taken(batch));
    }
    list.addAll(flow.last());
    await keep(count, true);
    return { pairs, sample };
  } finally {
    bar.stop();
  }
}

/** Stores pairs that were found outside the engine. */
export async function keepPairs(folder: BatchFolder, batches: AsyncIterable<PairColumns>): Promise<void> {
  await newPairs(folder);
  const list = unboundedList();
  const append = async () => {
    await appendPairs(folder, list);
    list.length = 0;
  };
  for await (const batch of batches) {
    list.addAll(batch);
    if (list.length >= KEPT_EVERY_PAIRS) await append();
  }
  await append();
}

const unboundedList = (): PairList => new PairList(Infinity, () => new Error('batch: unbounded'));

async function newPairs({ db }: BatchFolder): Promise<void> {
  await db.run('create or replace table pairs (first integer, second integer, score float)');
}

async function appendPairs({ db }: BatchFolder, list: PairList): Promise<void> {
  const appender = await db.appender('pairs');
  for (let at = 0; at < list.length; at += CHUNK) {
    const some = Math.min(CHUNK, list.length - at);
    const [first, second] = [list.first.slice(at, at + some), list.second.slice(at, at + some)];
    for (let i = 0; i < some; i++) [first[i], second[i]] = [first[i]! + 1, second[i]! + 1];
    appender.add(some, first, second, list.score.subarray(at, at + some));
  }
  appender.end();
}

/** Writes pairs as `dedupe` does, in the order in which they were found. */
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

interface GroupsAsked {
  readonly count: number;
  readonly sources: Int32Array | undefined;
  readonly decided: DecidedPairs;
  readonly summary?: GroupSummary | undefined;
}

/** Groups rows by connected component. In the table `members (leader, row)`, the leader is the first row. */
export async function makeGroups({ db }: BatchFolder, asked: GroupsAsked): Promise<void> {
  const { count } = asked;
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
  const groups = new ComponentGroups(asked, (leaders, rows) => {
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
}

/** Writes groups as `dedupe` does. @returns the number of groups */
export async function writeGroupsOf({ db }: BatchFolder, out: string): Promise<number> {
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
  return number;
}

class ComponentGroups {
  private component = 0;
  private first: number[] = [];
  private second: number[] = [];
  private score: number[] = [];

  /** @param give receives rows, each with the first row of its group */
  constructor(
    private readonly asked: GroupsAsked,
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
    const { sources, decided, summary } = this.asked;
    // In answers, rows are numbered from 0.
    const areApart = (one: number, two: number) => decided.areApart(rows[one]! - 1, rows[two]! - 1);
    const joined = decided.joined.flatMap(([a, b]) => {
      const [one, two] = [places.get(a + 1), places.get(b + 1)];
      return one === undefined || two === undefined ? [] : [[one, two] as const];
    });
    const grouped = uncontradictedGroups(rows.length, pairs, areApart, {
      sources: sources && rows.map((row) => sources[row]!),
      joined,
    });
    summary?.addAll(grouped, pairs, (place) => rows[place]! - 1);
    const { members } = grouped;
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
