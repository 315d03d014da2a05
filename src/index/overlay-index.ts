import { mergePortions } from './merge-portions.js';
import type { CandidateAnswer, CandidateIndex, CandidateQuery, IndexStatistics } from './candidate-index.js';
import { compareMatches } from '../matching/score-record.js';
import type { FieldTexts } from '../matching/field-texts.js';
import { LongSearch } from '../runtime/long-search.js';

type Find = (query: CandidateQuery, inSteps: boolean) => CandidateAnswer | LongSearch<CandidateAnswer>;

interface OverlayIndexParts {
  readonly below: Find;
  /** Whether a record exists only in the overlay. Such Ids are greater than all Ids of the underlying index. */
  readonly isNew: (id: string) => boolean;
  readonly create: () => CandidateIndex;
}

const BYTES_OF_CHANGED = 250;

/** Changes on top of an index that is not modified. A changed record gets a new number, because new Ids must ascend. */
export class OverlayIndex implements CandidateIndex {
  #created: CandidateIndex | undefined;
  #changed: CandidateIndex | undefined;
  readonly #numberOf = new Map<string, string>();
  readonly #idOf = new Map<string, string>();

  constructor(private readonly parts: OverlayIndexParts) {}

  put(id: string, values: FieldTexts): void {
    if (this.parts.isNew(id)) {
      (this.#created ??= this.parts.create()).put(id, values);
      return;
    }
    let number = this.#numberOf.get(id);
    if (number === undefined) {
      number = String(this.#numberOf.size).padStart(12, '0');
      this.#numberOf.set(id, number);
      this.#idOf.set(number, id);
    }
    (this.#changed ??= this.parts.create()).put(number, values);
  }

  /** Deletes a record of the overlay. @throws Error for a record of the underlying index */
  delete(id: string): void {
    if (!this.parts.isNew(id)) throw new Error(`index: an overlay cannot delete stored records, such as ${id}`);
    this.#created?.delete(id);
  }

  search(query: CandidateQuery): CandidateAnswer {
    const { value } = this.#steps(query, false).next();
    return value as CandidateAnswer;
  }

  attempt(query: CandidateQuery): CandidateAnswer | LongSearch<CandidateAnswer> {
    const steps = this.#steps(query, true);
    const first = steps.next();
    if (first.done === true && first.value !== undefined) return first.value;
    let isFirst = true;
    return new LongSearch<CandidateAnswer>({
      next() {
        if (!isFirst) return steps.next();
        isFirst = false;
        return first;
      },
    });
  }

  statistics(): IndexStatistics {
    const own = [this.#created, this.#changed].flatMap((index) => (index === undefined ? [] : [index.statistics()]));
    const sum = (key: keyof IndexStatistics) => own.reduce((total, each) => total + each[key], 0);
    return {
      records: sum('records'),
      values: sum('values'),
      bytes: sum('bytes') + BYTES_OF_CHANGED * this.#numberOf.size,
      flexsearchBytes: sum('flexsearchBytes'),
      cacheBytes: sum('cacheBytes'),
    };
  }

  *#steps(query: CandidateQuery, inSteps: boolean): Generator<unknown, CandidateAnswer | undefined> {
    const answers: CandidateAnswer[] = [];
    for (const find of this.#searches(query)) {
      let answer = find(inSteps);
      if (answer instanceof LongSearch) {
        const { steps } = answer;
        let step = steps.next();
        for (; step.done !== true; step = steps.next()) yield step.value;
        if (step.value === undefined) return undefined;
        answer = step.value;
      }
      answers.push(answer);
    }
    const portions = answers.map(({ matches }) => ({ matches, isAll: true }));
    return {
      matches: mergePortions(portions, query).matches!,
      postingsScanned: answers.reduce((total, { postingsScanned }) => total + postingsScanned, 0),
      incomplete: answers.some(({ incomplete }) => incomplete),
    };
  }

  *#searches(query: CandidateQuery): Generator<(inSteps: boolean) => ReturnType<Find>> {
    const accept = query.accept ?? (() => true);
    const { isNew, below } = this.parts;
    yield (inSteps) =>
      below({ ...query, accept: (id) => !this.#numberOf.has(id) && !isNew(id) && accept(id) }, inSteps);
    const created = this.#created;
    if (created !== undefined) yield (inSteps) => (inSteps ? created.attempt(query) : created.search(query));
    const changed = this.#changed;
    if (changed === undefined) return;
    const byNumber = { ...query, accept: (number: string) => accept(this.#idOf.get(number)!) };
    const named = (answer: CandidateAnswer): CandidateAnswer => ({
      ...answer,
      matches: answer.matches.map((match) => ({ ...match, id: this.#idOf.get(match.id)! })).sort(compareMatches),
    });
    yield (inSteps) => {
      const found = inSteps ? changed.attempt(byNumber) : changed.search(byNumber);
      return found instanceof LongSearch ? found.answering(named) : named(found);
    };
  }
}
