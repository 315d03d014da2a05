import { configurationOf } from '../../store/config/load.js';
import { explainPair, type PairExplanation } from './explain-pair.js';
import { idsOf, pairKey } from './truth.js';
import type { Scenario } from '../../matching/scenario.js';
import { findPairs } from '../dedupe/find-pairs.js';
import { readInput } from '../dedupe/read-input.js';
import type { DedupeRows } from '../dedupe/read-rows.js';
import { chooseScenarios, reduceAll } from '../dedupe/asked-scenarios.js';
import { objectOf } from '../read/object-of.js';
import type { SaidOfFile } from '../read/input-table.js';
import type { ScoredRecords } from '../report/evaluation-report.js';
import { readScores } from './read-truth.js';

interface RecordsToScore extends SaidOfFile {
  readonly file: string | undefined;
  readonly object: string | undefined;
  readonly id: string | undefined;
  readonly source: string | undefined;
  readonly map: readonly string[];
  readonly scenario: string | undefined;
  readonly config: string;
}

interface ScoreOptions extends RecordsToScore {
  readonly pairs: string | undefined;
  readonly threshold: number | undefined;
  readonly from: number;
}

/** Scores by pair key. `all` includes pairs below the threshold, down to the start of the curve. */
interface PairScores {
  readonly found: ReadonlyMap<string, number>;
  readonly all: ReadonlyMap<string, number>;
  readonly explain: (key: string) => PairExplanation | undefined;
  readonly records: ScoredRecords | undefined;
}

/** Reads the scores of pairs from a file, or compares rows with scenarios. */
export async function scorePairs({ pairs, threshold, from, ...given }: ScoreOptions): Promise<PairScores> {
  const data = given.file === undefined ? undefined : await readRecordsToScore(given);
  const records = data && {
    object: data.object,
    scenarios: data.scenarios,
    record: (id: string) => ({ id, texts: data.rows.texts.at(data.positions.get(id) ?? -1) }),
    rows: data.rows.count,
  };
  const explain = (key: string): PairExplanation | undefined => {
    if (data === undefined) return undefined;
    const [a, b] = idsOf(key).map((id) => data.positions.get(id));
    if (a === undefined || b === undefined) return undefined;
    return explainPair(data.scenarios, data.rows.texts.at(a), data.rows.texts.at(b));
  };
  if (pairs !== undefined) {
    const all = new Map<string, number>();
    for (const { id1, id2, score: each } of await readScores(pairs)) {
      const key = pairKey(id1, id2);
      all.set(key, Math.max(each, all.get(key) ?? 0));
    }
    return { found: all, all, explain, records };
  }
  const { rows, scenarios } = data!;
  const lowered = Math.round(Math.min(from, threshold ?? 100) * 100);
  const all = scoresOf(
    rows,
    scenarios.map((each) => ({ ...each, threshold: lowered })),
  );
  return { found: threshold === undefined ? scoresOf(rows, scenarios) : all, all, explain, records };
}

async function readRecordsToScore({ object, scenario, config, ...input }: RecordsToScore) {
  const configuration = await configurationOf(config);
  const { type, ahead } = await objectOf({ ...input, object }, configuration);
  const rows = await readInput({ ...input, ahead }, type);
  const { chosen, areGiven } = await chooseScenarios(configuration, type, scenario);
  const scenarios = reduceAll(chosen, rows.fields, areGiven ? 'given' : 'listed');
  return { object: type.name, rows, scenarios, positions: new Map(rows.ids.map((id, i) => [id, i])) };
}

function scoresOf({ ids, sources, texts }: DedupeRows, scenarios: readonly Scenario[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { a, b, score: each } of findPairs(texts, scenarios)) {
    if (sources.length === 0 || sources[a] !== sources[b]) scores.set(pairKey(ids[a]!, ids[b]!), each);
  }
  return scores;
}
