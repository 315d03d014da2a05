import { NormalizedRecord } from '../../matching/normalized-record.js';
import { compareMatches } from '../../matching/score-record.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import { searchInDecision } from '../../runtime/event-loop-scheduler.js';
import type { Steps } from '../../runtime/long-search.js';
import type { CandidateAnswer, CandidateQuery } from '../candidate-index.js';
import { PartUnavailableError, type PartAnswer, type PartitionedIndexParts, type PartQuery } from './index-part.js';
import { mergePortions, type Portion } from './merge-portions.js';
import { partOf } from './partition.js';

/** Further matches are asked for so many times; each time so many times as many, and at least so many. */
const MOST_ROUNDS = 20;
const GROWTH = 8;
const LEAST_FURTHER = 64;
/** Ids that a part is asked to leave out at the most: what is more is left out here. */
const MOST_LEFT_OUT = 200;

/** What another part is asked, and its answer once it has come. */
interface Question {
  readonly part: number;
  limit: number;
  asked?: PartQuery;
  /** Ids of its records that were uncommitted here then: an answer tells nothing of these. */
  undecided?: readonly string[];
  answer?: PartAnswer;
  /** Never rejects. */
  waiting?: Promise<void> | undefined;
  failure?: { readonly error: unknown };
}

/**
 * A search in all parts of an index, exact as of its last step. The other parts are asked first, all at once. Then this
 * one is searched, and what they answered is set right in the same step: records that changed since, or are uncommitted
 * here, are left out of their answers and scored by their values here. So it makes no difference at which position of
 * the log a part answered, and nobody waits for anybody to catch up.
 */
export class PartitionedSearch {
  readonly #questions: Question[] = [];
  /** Ids of records that changed here since it began. */
  readonly #noted = new Set<string>();
  #searched: NormalizedRecord | undefined;

  /** Asks at once: what the answers take, the first step is not waited for. */
  constructor(
    private readonly query: CandidateQuery,
    private readonly parts: PartitionedIndexParts,
  ) {
    if (query.limit === 0 || query.scenarios.length === 0) return;
    const { partition } = parts;
    for (let part = 0; part < partition.parts; part++)
      if (part !== partition.part) this.#ask({ part, limit: query.limit });
  }

  /** A record has other values here than before, or is no more. */
  note(id: string): void {
    this.#noted.add(id);
  }

  *steps(): Generator<Promise<unknown> | undefined, CandidateAnswer> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const waiting = this.#questions.flatMap((question) => question.waiting ?? []);
      if (waiting.length > 0) yield Promise.all(waiting);
      for (const { failure } of this.#questions) if (failure !== undefined) throw failure.error;
      const here = yield* this.#searchHere();
      const answer = this.#merge(here);
      if (answer !== undefined) return answer;
    }
    throw new PartUnavailableError('the parts of the index change faster than they can be searched');
  }

  /** In the part that is here, without the records that changed since the search began: these are scored at its end. */
  #searchHere(): DecisionSteps<CandidateAnswer> {
    const { own } = this.parts;
    const { accept } = this.query;
    const query = {
      ...this.query,
      accept: (id: string) => !this.#noted.has(id) && accept?.(id) !== false,
    };
    return searchInDecision((inSteps) => (inSteps ? own.attempt(query) : own.search(query)));
  }

  /** @returns `undefined` after having asked for more */
  #merge(here: CandidateAnswer): CandidateAnswer | undefined {
    const { limit, withTies, accept, acceptChanged } = this.query;
    const changed = this.#changed();
    if (changed === undefined) return undefined;
    const portions: Portion[] = this.#questions.map(({ answer }) => ({
      matches: answer!.matches,
      isAll: answer!.isAll,
      accept: (id) => !changed.has(id) && accept?.(id) !== false,
    }));
    portions.push({ matches: here.matches, isAll: true });
    portions.push({
      matches: this.#scored(changed),
      isAll: true,
      accept: (id) => accept?.(id) !== false && acceptChanged?.(id) !== false,
    });
    const { matches, tooShort } = mergePortions(portions, { limit, withTies });
    if (tooShort !== undefined) {
      for (const place of tooShort) {
        const question = this.#questions[place]!;
        this.#ask({ ...question, limit: Math.max(question.limit * GROWTH, LEAST_FURTHER) }, place);
      }
      return undefined;
    }
    const answers = this.#questions.map(({ answer }) => answer!);
    return {
      matches,
      postingsScanned: answers.reduce((sum, answer) => sum + answer.postingsScanned, here.postingsScanned),
      incomplete: here.incomplete || answers.some((answer) => answer.incomplete),
    };
  }

  /**
   * Ids of the records that changed here since the search began, and of those of other parts that may be other here
   * than where they were searched.
   *
   * @returns `undefined` after having asked again where the answer is too old
   */
  #changed(): Set<string> | undefined {
    const { view } = this.parts;
    const changed = new Set(this.#noted);
    let isTooOld = false;
    for (const [place, question] of this.#questions.entries()) {
      const { undecided, answer } = question;
      const since = view.changedSince(answer!.position);
      if (since === undefined) {
        isTooOld = true;
        this.#ask(question, place);
        continue;
      }
      for (const ids of [undecided!, answer!.changed]) for (const id of ids) changed.add(id);
      for (const id of since) if (this.#partOf(id) === question.part) changed.add(id);
    }
    return isTooOld ? undefined : changed;
  }

  #scored(ids: Iterable<string>) {
    const searched = (this.#searched ??= new NormalizedRecord(this.query.values));
    return [...ids].flatMap((id) => this.parts.view.score(id, this.query, searched) ?? []).sort(compareMatches);
  }

  #partOf(id: string): number {
    return partOf(id, this.parts.partition.parts);
  }

  #ask({ part, limit }: Pick<Question, 'part' | 'limit'>, place = this.#questions.length): void {
    const { view, others } = this.parts;
    const { values, scenarios, rule, withTies } = this.query;
    const undecided = [...view.uncommitted()].filter((id) => this.#partOf(id) === part);
    const except = undecided.slice(0, MOST_LEFT_OUT);
    const { position, oldest } = view;
    const asked = { values, scenarios, rule, limit, withTies: withTies === true, except, position, oldest };
    const question: Question = { part, limit, asked, undecided };
    this.#questions[place] = question;
    try {
      const answer = others[part]!.ask(asked);
      if (!(answer instanceof Promise)) question.answer = answer;
      else
        question.waiting = answer.then(
          (come) => {
            question.answer = come;
            question.waiting = undefined;
          },
          (error: unknown) => {
            question.failure = { error };
            question.waiting = undefined;
          },
        );
    } catch (error) {
      question.failure = { error };
    }
  }
}

/** The answer of steps that wait for nothing. @throws Error where one does */
export function inOneGo(steps: Steps<CandidateAnswer>): CandidateAnswer {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value!;
    if (step.value instanceof Promise) throw new Error('index: parts elsewhere are searched in steps only');
  }
}
