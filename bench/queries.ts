/** SOQL queries on many records: by value, by range, sorted, and with a full scan. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { loadConfiguration } from '../src/store/config/load.js';
import type { Likeness } from '../src/service/likeness.js';
import { openLikeness } from '../src/service/open.js';
import { openFileStore } from '../src/store/open-file-store.js';
import { bench, count, type Extent } from './harness/bench.js';
import { copyOf, importContacts } from './harness/data-folder.js';
import { setting } from '../test/service/soql/ask.js';
import { figure, median, percentile } from './harness/statistics.js';

const caller = { clientId: 'bench' };

const ask = (likeness: Likeness, query: string) =>
  likeness.queries.run({ query, withDeleted: false, pageSize: 2_000, ...setting }, caller);

const quoted = (value: unknown): string => `'${String(value).replaceAll(/[\\']/g, '\\$&')}'`;

/** Milliseconds of each query, and of the longest delay of the event loop. */
async function timed(likeness: Likeness, queries: readonly string[]): Promise<{ times: number[]; step: number }> {
  const times: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (const query of queries) {
    const from = performance.now();
    await ask(likeness, query);
    times.push(performance.now() - from);
  }
  delay.disable();
  return { times, step: delay.max / 1e6 };
}

async function measure(size: number, { queries, rounds }: Extent): Promise<string[][]> {
  const folder = await copyOf(await importContacts(size));
  const likeness = await openLikeness({ configuration: await loadConfiguration(), store: await openFileStore(folder) });
  try {
    const emails: string[] = [];
    let seen = 0;
    for (const { Email } of likeness.records('Contact'))
      if (seen++ % Math.ceil(size / queries) === 0 && typeof Email === 'string') emails.push(Email);
    const byEmail = emails.map((email) => `SELECT Id FROM Contact WHERE Email = ${quoted(email)}`);
    const again = (query: string) => Array.from({ length: rounds }, () => query);
    const kinds: [string, readonly string[]][] = [
      ["WHERE Email = '...', the first (builds the list of values)", byEmail.slice(0, 1)],
      ["WHERE Email = '...'", byEmail],
      [
        "WHERE LastName LIKE 'Smit%' LIMIT 50, the first",
        ["SELECT Id FROM Contact WHERE LastName LIKE 'Smit%' LIMIT 50"],
      ],
      ["WHERE LastName LIKE 'Smit%' LIMIT 50", again("SELECT Id FROM Contact WHERE LastName LIKE 'Smit%' LIMIT 50")],
      ['ORDER BY LastName DESC LIMIT 100', again('SELECT Id, LastName FROM Contact ORDER BY LastName DESC LIMIT 100')],
      [
        "COUNT(), WHERE FirstName LIKE '%nn%', all records examined",
        again("SELECT COUNT() FROM Contact WHERE FirstName LIKE '%nn%'"),
      ],
      [
        'GROUP BY MailingState, all records examined',
        again('SELECT MailingState, COUNT(Id) FROM Contact GROUP BY MailingState'),
      ],
      ['ORDER BY Email, LastName, all of them', again('SELECT Id FROM Contact ORDER BY Email, LastName')],
    ];
    const rows: string[][] = [];
    for (const [name, asked] of kinds) {
      const { times, step } = await timed(likeness, asked);
      const row = [figure(median(times)), figure(percentile(times, 0.99)), figure(step)];
      rows.push([`${count(size)}: ${name}`, count(asked.length), ...row]);
    }
    return rows;
  } finally {
    await likeness.close();
  }
}

await bench('queries', { sizes: [1_000_000], queries: 2_000, rounds: 5, seconds: 1 }, async (extent) => {
  const rows: string[][] = [];
  for (const size of extent.sizes) rows.push(...(await measure(size, extent)));
  return {
    question: 'How long does a query take, and how long does it delay other requests?',
    tables: [
      {
        title: 'Queries in process, one after the other, milliseconds',
        columns: ['', 'queries', 'p50', 'p99', 'longest step'],
        rows,
      },
    ],
    notes: [
      'The longest step of the event loop is the delay of a one-millisecond timer, including garbage collection.',
    ],
  };
});
