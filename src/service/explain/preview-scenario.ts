import type { Preview, PreviewPair, PreviewPairs, PreviewSide } from './preview.js';
import type { CandidateAnswer, CandidateQuery } from '../../index/candidate-index.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import { shownScore, type ScenarioScore } from '../../matching/score.js';
import type { Scenario } from '../../matching/scenario.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import { searchInDecision } from '../../runtime/event-loop-scheduler.js';
import type { LongSearch } from '../../runtime/long-search.js';
import { explainTexts } from './explain.js';

/** Searches for scores down to this many percentage points below the lower threshold, to include near-duplicates. */
const BELOW = 10;
const MOST_MATCHES = 50;
const MOST_SHOWN = 10;
const LONGEST_TEXT = 200;

export interface PreviewWork {
  readonly before: Scenario | undefined;
  readonly after: Scenario;
  readonly ids: readonly string[];
  readonly withValues: boolean;
  /** Returns the compared values of a record, or `undefined` if it no longer exists. */
  readonly textsOf: (id: string) => FieldTexts | undefined;
  readonly attempt: (query: CandidateQuery, inSteps: boolean) => CandidateAnswer | LongSearch<CandidateAnswer>;
  /** Returns whether the time limit is reached. The preview then has only the results so far. */
  readonly isTimeUp: () => boolean;
}

type Found = Omit<Preview, 'objectType' | 'records' | 'searched'>;

interface Pair {
  readonly ids: readonly [string, string];
  readonly before: ScenarioScore | undefined;
  readonly after: ScenarioScore;
}

/** Searches for a sample of records, with the current and the edited scenario in one search. */
export function* previewScenario(work: PreviewWork): DecisionSteps<Found> {
  const { before, after, ids, textsOf, attempt, isTimeUp } = work;
  const sides = before === undefined ? [after] : [after, before];
  const from = Math.max(100, Math.min(...sides.map(({ threshold }) => threshold)) - 100 * BELOW);
  const scenarios = sides.map((scenario) => ({ ...scenario, threshold: Math.floor(from / 100) * 100 }));
  const tally = new Tally(before, after);
  let sampled = 0;
  let isComplete = true;
  for (const id of ids) {
    yield;
    if (isTimeUp()) {
      isComplete = false;
      break;
    }
    sampled++;
    const values = textsOf(id);
    if (values === undefined) continue;
    const query = {
      values,
      scenarios,
      rule: 'search' as const,
      limit: MOST_MATCHES,
      accept: (other: string) => other !== id,
    };
    const { matches, incomplete } = yield* searchInDecision((inSteps) => attempt(query, inSteps));
    if (incomplete || matches.length === MOST_MATCHES) isComplete = false;
    for (const match of matches)
      tally.add({ ids: [id, match.id], after: match.scenarioScores[0]!, before: match.scenarioScores[1] });
  }
  // Pauses between steps, because each step reads all pairs. There may be a hundred thousand.
  function* next<T>(made: T): DecisionSteps<T> {
    yield;
    return made;
  }
  function* shown(pairs: readonly Pair[]): DecisionSteps<PreviewPairs> {
    yield;
    const telling = tally.mostTelling(pairs);
    yield;
    return { count: pairs.length, pairs: telling.map((pair) => showPair(work, pair)) };
  }
  return {
    sampled,
    isComplete,
    before: before ? yield* next(tally.side('before')) : null,
    after: yield* next(tally.side('after')),
    gained: yield* shown(tally.gained()),
    lost: yield* shown(tally.lost()),
    moved: yield* shown(tally.moved()),
    histogram: {
      from: Math.floor(from / 100),
      before: before ? yield* next(tally.histogram('before')) : null,
      after: yield* next(tally.histogram('after')),
    },
  };
}

const isReached = (score: ScenarioScore | undefined, scenario: Scenario | undefined): boolean =>
  score !== undefined && scenario !== undefined && score.den > 0 && score.num >= scenario.threshold * score.den;
const percentOf = (score: ScenarioScore | undefined): number =>
  score === undefined || score.den === 0 ? 0 : score.num / score.den / 100;

/** The pairs found so far. If each of two records finds the other, the pair counts once, with the higher score. */
class Tally {
  readonly #pairs = new Map<string, Pair>();
  readonly #duplicates = { before: new Set<string>(), after: new Set<string>() };

  constructor(
    private readonly scenarioBefore: Scenario | undefined,
    private readonly scenarioAfter: Scenario,
  ) {}

  add(pair: Pair): void {
    for (const side of ['before', 'after'] as const)
      if (isReached(pair[side], this.#scenario(side))) this.#duplicates[side].add(pair.ids[0]);
    const key = [...pair.ids].sort().join(' ');
    const known = this.#pairs.get(key);
    const higher = (a: ScenarioScore, b: ScenarioScore) => (percentOf(a) >= percentOf(b) ? a : b);
    this.#pairs.set(
      key,
      known === undefined
        ? pair
        : {
            ids: known.ids,
            after: higher(known.after, pair.after),
            before: known.before && pair.before && higher(known.before, pair.before),
          },
    );
  }

  side(side: 'before' | 'after'): PreviewSide {
    return {
      threshold: this.#scenario(side)!.threshold / 100,
      pairs: this.#all().filter((pair) => this.#isFound(pair, side)).length,
      recordsWithDuplicate: this.#duplicates[side].size,
    };
  }

  gained(): Pair[] {
    return this.#all().filter((pair) => this.#isFound(pair, 'after') && !this.#isFound(pair, 'before'));
  }

  lost(): Pair[] {
    return this.#all().filter((pair) => !this.#isFound(pair, 'after') && this.#isFound(pair, 'before'));
  }

  moved(): Pair[] {
    return this.#all().filter(
      (pair) =>
        this.#isFound(pair, 'after') &&
        this.#isFound(pair, 'before') &&
        Math.floor(percentOf(pair.after)) !== Math.floor(percentOf(pair.before)),
    );
  }

  histogram(side: 'before' | 'after'): number[] {
    const counts = new Array<number>(101).fill(0);
    for (const pair of this.#pairs.values()) {
      const score = Math.floor(percentOf(pair[side]));
      if (score > 0) counts[score]!++;
    }
    return counts;
  }

  /** Returns the most informative pairs: the largest changes in score, then those nearest to the threshold. */
  mostTelling(pairs: readonly Pair[]): Pair[] {
    const threshold = this.scenarioAfter.threshold / 100;
    const moves = ({ before, after }: Pair) => Math.abs(percentOf(after) - percentOf(before));
    const nearness = ({ after }: Pair) => Math.abs(percentOf(after) - threshold);
    const inOrder = (a: Pair, b: Pair) => moves(b) - moves(a) || nearness(a) - nearness(b);
    const most: Pair[] = [];
    for (const pair of pairs) {
      if (most.length === MOST_SHOWN && inOrder(most.at(-1)!, pair) <= 0) continue;
      const at = most.findIndex((other) => inOrder(other, pair) > 0);
      most.splice(at < 0 ? most.length : at, 0, pair);
      most.length = Math.min(most.length, MOST_SHOWN);
    }
    return most;
  }

  #scenario(side: 'before' | 'after'): Scenario | undefined {
    return side === 'before' ? this.scenarioBefore : this.scenarioAfter;
  }

  #isFound(pair: Pair, side: 'before' | 'after'): boolean {
    return isReached(pair[side], this.#scenario(side));
  }

  #all(): Pair[] {
    return [...this.#pairs.values()];
  }
}

function showPair({ before, after, textsOf, withValues }: PreviewWork, pair: Pair): PreviewPair {
  const shown = (score: ScenarioScore) => shownScore(score.num, score.den);
  const scores: PreviewPair = {
    ids: [...pair.ids],
    before: before && pair.before ? shown(pair.before) : null,
    after: shown(pair.after),
  };
  const [one, two] = pair.ids.map(textsOf);
  if (!withValues || one === undefined || two === undefined) return scores;
  const explain = (scenario: Scenario) => explainTexts([scenario], one, two).scenarios[0]!;
  return {
    ...scores,
    texts: [cut(one), cut(two)],
    explanation: { before: before ? explain(before) : null, after: explain(after) },
  };
}

function cut(texts: FieldTexts): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.slice(0, LONGEST_TEXT)]));
}
