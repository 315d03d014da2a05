import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import type { CandidateIndex, CandidateQuery } from '../../src/index/candidate-index.js';
import { PartitionedIndex } from '../../src/index/parts/partitioned-index.js';
import { partOf } from '../../src/index/parts/partition.js';
import type { FieldTexts } from '../../src/matching/normalized-record.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { PartClient } from '../../src/partitions/part-client.js';
import { PartServer } from '../../src/partitions/part-server.js';
import { RemotePart } from '../../src/partitions/remote-part.js';
import { SealedMessages } from '../../src/partitions/sealed-messages.js';
import { candidateIndexConformance, toItsEnd } from '../index/conformance.js';
import { FollowingPart, LogView, type LoggedChange } from '../index/parts/parts-of-log.js';

const PARTS = 3;
const messages = new SealedMessages(randomBytes(32));

interface Served {
  readonly scenarios: readonly Scenario[];
  readonly parts: readonly FollowingPart[];
}
/** What the servers answer from. */
let served: Served;

const nodes = await Promise.all(
  Array.from({ length: PARTS }, async (_, part) => {
    const node = randomUUID();
    const server = await PartServer.listen({
      ...{ host: '127.0.0.1', port: 0, node, messages },
      answer: ({ scenarioIds, ...question }) => {
        const scenarios = scenarioIds.map((id) => served.scenarios.find((scenario) => scenario.id === id)!);
        return Promise.resolve(served.parts[part]!.ask({ ...question, scenarios }));
      },
      trouble: (message) => console.error(message),
    });
    afterAll(() => server.close());
    return { node, address: `127.0.0.1:${server.port}` };
  }),
);
const client = new PartClient(messages);
afterAll(() => client.close());

/** A candidate index whose other parts answer over HTTP, as nodes do. */
class IndexOverHttp implements CandidateIndex {
  readonly #log: LoggedChange[] = [];
  readonly #view = new LogView(this.#log);
  readonly #served: Served;
  readonly #index: PartitionedIndex;

  constructor(scenarios: readonly Scenario[]) {
    const parts = nodes.map((_, part) => new FollowingPart(this.#log, (id) => partOf(id, PARTS) === part, scenarios));
    this.#served = { scenarios, parts };
    const common = {
      client,
      directory: { nodesOf: (part: number) => [nodes[part]!], look: () => Promise.resolve() },
      counts: { asked: 0, retried: 0, failed: 0 },
      suspects: new Map<string, number>(),
      trouble: (message: string) => console.error(message),
    };
    const others = parts.map((_, part) => new RemotePart(common, { part, parts: PARTS }, 'Thing', () => 'digest'));
    const partition = { part: 1, parts: PARTS };
    this.#index = new PartitionedIndex({ own: parts[1]!.index, partition, others, view: this.#view });
  }

  put(id: string, values: FieldTexts): void {
    this.#change({ id, values });
  }

  delete(id: string): void {
    this.#change({ id, values: undefined });
  }

  search(query: CandidateQuery) {
    return this.#index.search(query);
  }

  attempt(query: CandidateQuery) {
    served = this.#served;
    return this.#index.attempt(query);
  }

  statistics() {
    return this.#index.statistics();
  }

  #change(change: LoggedChange): void {
    this.#log.push(change);
    this.#view.next();
    for (const part of this.#served.parts) part.followTo(this.#log.length);
  }
}

candidateIndexConformance(
  `an index of ${PARTS} parts over HTTP`,
  (scenarios) => new IndexOverHttp(scenarios),
  toItsEnd,
);
