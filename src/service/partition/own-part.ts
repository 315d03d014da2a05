import type { CandidateAnswer } from '../../index/candidate-index.js';
import { PartUnavailableError, type PartAnswer, type PartQuery } from '../../index/parts/index-part.js';
import { answerOfPart, searchOfPart } from '../../index/parts/part-answer.js';
import { PartitionedIndex } from '../../index/parts/partitioned-index.js';
import { LongSearch } from '../../runtime/long-search.js';
import type { ServiceParts } from '../live-parts.js';
import { searchDigest } from './search-digest.js';

/** What another node asks of the part that is here. */
export interface PartQuestion extends Omit<PartQuery, 'scenarios'> {
  readonly objectType: string;
  readonly scenarioIds: readonly string[];
  /** The asker's `searchDigest`: others would score otherwise. */
  readonly digest: string;
}

/** Answers other nodes from the part of the indexes that is here: the records as they are on disk. */
export class OwnPart {
  /** @param parts those of the moment */
  constructor(private readonly parts: () => ServiceParts) {}

  /**
   * @param asker by which its questions share the turns with other work
   * @throws PartUnavailableError where its answer would be of no use to the asker
   */
  async answer(question: PartQuestion, asker: string): Promise<PartAnswer> {
    const parts = this.parts();
    const { configuration, transactions, scheduler, indexes } = parts;
    const { objectType, scenarioIds, digest } = question;
    const isAsked = new Set(scenarioIds);
    const type = configuration.registry.byName(objectType);
    const index = indexes.get(objectType);
    if (type === undefined || !(index instanceof PartitionedIndex))
      throw new PartUnavailableError(`it has no part of an index of ${objectType}`);
    const scenarios = configuration.scenarios.filter(({ id, object }) => object === objectType && isAsked.has(id));
    if (scenarios.length < scenarioIds.length || digest !== searchDigest(configuration, objectType, scenarioIds))
      throw new PartUnavailableError('it runs another configuration or another version of the program');
    const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
    const query = { ...question, scenarios: scenarioIds.map((id) => byId.get(id)!) };
    const answered = (answer: CandidateAnswer) => this.#positioned(parts, type.keyPrefix, index, query, answer);
    const attempt = (inSteps: boolean) => {
      const found = transactions.findCommitted(type, searchOfPart(query), inSteps, index);
      return found instanceof LongSearch ? found.answering(answered) : answered(found);
    };
    const found = attempt(true);
    return found instanceof LongSearch ? scheduler.finish(asker, found, attempt) : found;
  }

  /** In the step in which the answer was found. */
  #positioned(
    parts: ServiceParts,
    keyPrefix: string,
    index: PartitionedIndex,
    query: PartQuery,
    answer: CandidateAnswer,
  ): PartAnswer {
    if (parts !== this.parts()) throw new PartUnavailableError('it is going over to another configuration');
    const { position, recentChanges } = parts.store;
    if (position < query.oldest) throw new PartUnavailableError('it is too far behind the log');
    const changed = recentChanges.since(query.position);
    if (changed === undefined) throw new PartUnavailableError('it is too far ahead in the log');
    const own = changed.filter((id) => id.startsWith(keyPrefix) && index.holds(id));
    return answerOfPart(query, answer, position, own);
  }
}
