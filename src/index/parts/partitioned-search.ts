import { NormalizedRecord } from '../../matching/normalized-record.js';
import { compareMatches } from '../../matching/score-record.js';
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

  *steps(): Generator<Promise<unknown> | undefined, CandidateAnswer> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const waiting = this.#questions.flatMap((question) => question.waiting ?? []);
      if (waiting.length > 0) yield Promise.all(waiting);
      for (const { failure } of this.#questions) if (failure !== undefined) throw failure.error;
      const { own } = this.parts;
      const here = yield* searchInDecision((inSteps) => (inSteps ? own.attempt(this.query) : own.search(this.query)));
      const answer = this.#merge(here);
      if (answer !== undefined) return answer;
    }
    throw new PartUnavailableError('the parts of the index change faster than they can be searched');
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
   * Ids of the other parts' records that may be other here than where they were searched.
   *
   * @returns `undefined` after having asked again where the answer is too old
   */
  #changed(): Set<string> | undefined {
    const { view } = this.parts;
    const changed = new Set<string>();
    let isTooOld = false;
    for (const [place, question] of this.#questions.entries()) {
      const { part, asked, answer } = question;
      const since = view.changedSince(answer!.position);
      if (since === undefined) {
        isTooOld = true;
        this.#ask(question, place);
        continue;
      }
      for (const ids of [asked!.except, answer!.changed, since, view.uncommitted()])
        for (const id of ids) if (this.#partOf(id) === part) changed.add(id);
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
    const except: string[] = [];
    for (const id of view.uncommitted()) {
      if (except.length === MOST_LEFT_OUT) break;
      if (this.#partOf(id) === part) except.push(id);
    }
    const { position, oldest } = view;
    const asked = { values, scenarios, rule, limit, withTies: withTies === true, except, position, oldest };
    const question: Question = { part, limit, asked };
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
