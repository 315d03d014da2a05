/**
 * An index in parts: what one of them takes in memory, and what a search costs whose other parts answer over HTTP on
 * this machine. All parts are in this process, so the processor time is that of all of them together.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { CandidateIndex, CandidateQuery } from '../src/index/candidate-index.js';
import { createMemoryIndex } from '../src/index/memory-index.js';
import type { AskersView } from '../src/index/parts/index-part.js';
import { answerOfPart, searchOfPart } from '../src/index/parts/part-answer.js';
import { PartitionedIndex } from '../src/index/parts/partitioned-index.js';
import { partOf } from '../src/index/parts/partition.js';
import { EventLoopScheduler } from '../src/runtime/event-loop-scheduler.js';
import { LongSearch } from '../src/runtime/long-search.js';
import { PartClient } from '../src/partitions/part-client.js';
import { PartServer } from '../src/partitions/part-server.js';
import { RemotePart } from '../src/partitions/remote-part.js';
import { SealedMessages } from '../src/partitions/sealed-messages.js';
import { createMemoryStore } from '../src/store/memory-store.js';
import { bench, count } from './harness/bench.js';
import { figure, percentile } from './harness/statistics.js';
import { contactScenarios } from './synthetic/contact-scenarios.js';
import { Contacts } from './synthetic/contacts.js';
import { searchTasks } from './synthetic/tasks.js';

const scenarios = contactScenarios();
const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
const PARTS = [1, 2, 4, 8];
const messages = new SealedMessages(randomBytes(32));
const scheduler = new EventLoopScheduler();
/** Nothing is written meanwhile: all parts show all. */
const view: AskersView = {
  records: 0,
  position: 0,
  oldest: 0,
  uncommitted: () => [],
  changedSince: () => [],
  score: () => undefined,
};

interface Divided {
  readonly parts: readonly CandidateIndex[];
  readonly whole: CandidateIndex;
  close(): Promise<void>;
}

async function divide(contacts: Contacts, size: number, parts: number): Promise<Divided> {
  const indexes = Array.from({ length: parts }, () => createMemoryIndex({ scenarios }));
  for (let number = 0; number < size; number++) {
    const id = contacts.id(number);
    indexes[partOf(id, parts)]!.put(id, contacts.values(number));
  }
  const trouble = (message: string): void => console.error(message);
  const servers = await Promise.all(
    indexes.slice(1).map(async (index) => {
      const node = randomUUID();
      const server = await PartServer.listen({
        ...{ host: '127.0.0.1', port: 0, node, messages, trouble },
        answer: ({ scenarioIds, ...question }) => {
          const query = { ...question, scenarios: scenarioIds.map((id) => byId.get(id)!) };
          return Promise.resolve(answerOfPart(query, index.search(searchOfPart(query)), 0, []));
        },
      });
      return { server, node: { node, address: `127.0.0.1:${server.port}` } };
    }),
  );
  const client = new PartClient(messages);
  const directory = { nodesOf: (part: number) => [servers[part - 1]!.node], look: () => Promise.resolve() };
  const counts = { asked: 0, retried: 0, failed: 0 };
  const common = { client, directory, counts, trouble, suspects: new Map<string, number>() };
  const others = indexes.map((_, part) => new RemotePart(common, { part, parts }, 'Contact', () => ''));
  return {
    parts: indexes,
    whole: new PartitionedIndex({ own: indexes[0]!, partition: { part: 0, parts }, others, view }),
    close: async () => {
      client.close();
      for (const { server } of servers) await server.close();
    },
  };
}

/** As a reader is answered. */
async function find(index: CandidateIndex, query: CandidateQuery): Promise<number> {
  const attempt = (inSteps: boolean) => (inSteps ? index.attempt(query) : index.search(query));
  const found = attempt(true);
  const { matches } = found instanceof LongSearch ? await scheduler.finish('bench', found, attempt) : found;
  return matches.length;
}

/** Bytes that a record takes besides, stored by a data folder or a node, without its history. */
async function storedBytes(contacts: Contacts, size: number): Promise<number> {
  const store = createMemoryStore();
  for (let number = 0; number < size; number++) {
    const record = { id: contacts.id(number), type: 'Contact', fields: { ...contacts.values(number) } };
    await store.append({ changes: [{ kind: 'put', record }] });
  }
  const { recordBytes } = store.statistics();
  await store.close();
  return recordBytes / size;
}

await bench('partitions', { sizes: [100_000], queries: 3_000, rounds: 1, seconds: 1 }, async ({ sizes, queries }) => {
  const tables = [];
  for (const size of sizes) {
    const contacts = new Contacts();
    const tasks = searchTasks(contacts, size, queries).map(({ values }) => values);
    const rows: string[][] = [];
    let ofWhole: number | undefined;
    let found: number | undefined;
    for (const number of PARTS) {
      const divided = await divide(contacts, size, number);
      const bytes = Math.max(...divided.parts.map((part) => part.statistics().bytes)) / size;
      const queryOf = (values: (typeof tasks)[number]): CandidateQuery => ({
        ...{ values, scenarios, rule: 'search', limit: 100 },
      });
      for (const values of tasks) await find(divided.whole, queryOf(values));
      const times: number[] = [];
      let matches = 0;
      const used = process.cpuUsage();
      for (const values of tasks) {
        const before = performance.now();
        matches += await find(divided.whole, queryOf(values));
        times.push((performance.now() - before) * 1_000);
      }
      const { user, system } = process.cpuUsage(used);
      const processor = (user + system) / tasks.length;
      found ??= matches;
      if (matches !== found) throw new Error(`${number} parts find ${matches} matches, one index ${found}`);
      ofWhole ??= processor;
      rows.push([
        String(number),
        figure(bytes),
        ...[0.5, 0.99].map((share) => figure(percentile(times, share))),
        figure(processor),
        figure(processor / ofWhole),
      ]);
      await divided.close();
    }
    const stored = figure(await storedBytes(contacts, size));
    tables.push({
      title: `${count(size)} contacts, beside ${stored} bytes a record that every node stores (without history)`,
      columns: [
        'parts',
        "bytes of a part's index a record of all",
        'search p50 us',
        'p99 us',
        'processor us of all parts',
        'against one',
      ],
      rows,
    });
  }
  return {
    question: 'What does an index in parts save in memory, and what does it cost in time?',
    tables,
    notes: [
      'One search after the other, each for the second time. All parts share this process and its event loop: on ' +
        'machines of their own they work at once, and the network comes on top.',
    ],
  };
});
