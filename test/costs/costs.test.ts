import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contactScenarios } from '../../bench/synthetic/contact-scenarios.js';
import { Contacts } from '../../bench/synthetic/contacts.js';
import { rowsWithDuplicates, searchTasks, upsertValues } from '../../bench/synthetic/tasks.js';
import { PairColumns } from '../../src/index/join/pair-columns.js';
import { RowJoin } from '../../src/index/join/row-join.js';
import { columnsOf, tableOf } from '../../src/index/join/self-join.js';
import { indexOfTexts } from '../../src/index/threads/numbered-index.js';
import { TextRows } from '../../src/matching/text-rows.js';
import { insert, openService, upsert } from '../service/open-service.js';
import { countMethods, type Counted } from './counted-methods.js';

/**
 * Costs of fixed searches and upserts, in numbers that do not depend on the machine. Costs may fall. If a cost rises by
 * more than 3%, explain it in `costs.json` next to the new numbers, which `LIKENESS_COSTS=write` writes.
 */
const FILE = new URL('costs.json', import.meta.url);
const MOST = 1.03;
const RECORDS = 5_000;
const SEARCHES = 300;
const UPSERTS = 300;

type Costs = Readonly<Record<string, number>>;

/** Returns the mean costs per search or upsert. */
function perRequest(of: string, requests: number, counts: object): Costs {
  return Object.fromEntries(
    Object.entries(counts).map(([what, count]) => [
      `${of}: ${what}`,
      Number(((count as number) / requests).toFixed(2)),
    ]),
  );
}

const difference = (after: Counted, before: Counted): Counted => ({
  normalised: after.normalised - before.normalised,
  prepared: after.prepared - before.prepared,
  compared: after.compared - before.compared,
  lookedUp: after.lookedUp - before.lookedUp,
});

async function measured(): Promise<Costs> {
  return { ...(await servedCosts()), ...(await batchCosts()) };
}

/** Compares a file with itself using the built-in scenarios. */
async function batchCosts(): Promise<Costs> {
  const scenarios = contactScenarios();
  const { counted, end } = countMethods(scenarios);
  try {
    const rows = TextRows.of(Array.from(rowsWithDuplicates(new Contacts(), RECORDS), ({ values }) => values));
    const index = await indexOfTexts(rows, { scenarios, methods: {}, threads: 1 });
    const join = new RowJoin(tableOf(index, scenarios), index, columnsOf(index, scenarios), scenarios);
    const pairs = new PairColumns();
    for (let row = 1; row <= RECORDS; row++) join.pairsOf(row, pairs);
    return perRequest('a row of a file', RECORDS, { ...counted, ...join.counts, pairs: pairs.length });
  } finally {
    end();
  }
}

async function servedCosts(): Promise<Costs> {
  const likeness = await openService();
  const contacts = new Contacts();
  for (let i = 0; i < RECORDS; i++) await insert(likeness, 'Contact', contacts.values(i));
  const scenarios = [...likeness.configuration.scenarios].filter(({ object }) => object === 'Contact');
  const { counted, end } = countMethods(scenarios);
  try {
    const searched = async (tasks: ReturnType<typeof searchTasks>) => {
      const before = { ...counted };
      let [walked, matches, bytes] = [0, 0, 0];
      for (const { values } of tasks) {
        const answer = await likeness.search({ objectPrefix: '003', objectData: values });
        walked += answer.walked;
        bytes += Buffer.byteLength(answer.json);
        matches += answer.output['003']!.length;
      }
      return { ...difference(counted, before), walked, matches, bytes };
    };
    const tasks = searchTasks(contacts, RECORDS, SEARCHES);
    const distinct = await searched(tasks);
    // Caches the repeated searches.
    await searched(tasks);
    const repeated = await searched(tasks);
    const before = { ...counted };
    let bytes = 0;
    for (const values of upsertValues(contacts, RECORDS, 0, UPSERTS))
      bytes += Buffer.byteLength(JSON.stringify(await upsert(likeness, 'Contact', values)));
    const upserts = { ...difference(counted, before), bytes };
    return {
      ...perRequest('a search that is new', SEARCHES, distinct),
      ...perRequest('a search that comes again', SEARCHES, repeated),
      ...perRequest('an upsert', UPSERTS, upserts),
    };
  } finally {
    end();
  }
}

it('a search and an upsert look up, compare, walk and answer no more than they did', async () => {
  const now = await measured();
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as { readonly costs: Costs };
  if (process.env['LIKENESS_COSTS'] === 'write')
    writeFileSync(FILE, `${JSON.stringify({ ...kept, costs: now }, null, 2)}\n`);
  const dearer = Object.entries(now).filter(([what, count]) => count > (kept.costs[what] ?? 0) * MOST);
  expect(process.env['LIKENESS_COSTS'] === 'write' ? [] : dearer, JSON.stringify(now)).toEqual([]);
  if (process.env['LIKENESS_COSTS'] !== 'write')
    expect(Object.keys(kept.costs).sort()).toEqual(Object.keys(now).sort());
});

it('the same requests cost the same, counted twice', async () => expect(await measured()).toEqual(await measured()));
