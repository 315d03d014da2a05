import fc from 'fast-check';
import { Window } from 'happy-dom';
import { expect, it } from 'vitest';
import { LIMITS, type ReportData } from '../../../src/files/report/report-data.js';
import { renderReport } from '../../../src/files/report/render-report.js';
import { draws } from '../../support/draws.js';
import { sample } from './sample.js';
import { entriesOf } from '../../support/entries.js';

/** Parses the report like a browser. */
function parsed(text: string) {
  return new new Window().DOMParser().parseFromString(text, 'text/html');
}

const LOADING = 'script, link, img, iframe, object, embed, base, form, [src], [srcset], [onload], [onerror], [onclick]';

it('contains a section for each part of its data, and none for missing parts', async () => {
  const titles = (text: string) => [...parsed(text).querySelectorAll('h2')].map(({ textContent }) => textContent);
  expect(titles(await renderReport(sample))).toEqual(
    entriesOf(`
    Pairs side by side | Groups to check | Precision and recall | Compared fields | Evidence of each field | Scores
    Groups | Omitted columns and fields
  `),
  );
  expect(titles(await renderReport({ title: 'Nothing', time: sample.time, facts: [] }))).toEqual([]);
});

it('draws each chart as SVG, with one sentence for those who cannot see it', async () => {
  const charts = [...parsed(await renderReport(sample)).querySelectorAll('svg[role=img]')];
  expect(charts.map((chart) => chart.getAttribute('aria-label'))).toEqual([
    'Match weight 2.4, step by step',
    'Match weight -3.4, step by step',
    'Match weight -1.4, step by step',
    'Match weight -9.7, step by step',
    'Expected precision and recall by threshold',
    'Evidence of each field in bits: equal values to the right, different values to the left',
    expect.stringMatching(/^[\d,]+ pairs by score$/),
    'Groups by number of records',
  ]);
});

it('needs no other file: no script, no address outside of it', async () => {
  const text = await renderReport(sample);
  const page = parsed(text);
  expect(page.querySelectorAll(LOADING).length).toBe(0);
  expect([...page.querySelectorAll('[href]')].filter((link) => !/^#[a-z-]+$/.test(link.getAttribute('href')!))).toEqual(
    [],
  );
  expect(text).not.toMatch(/url\(|@import/);
  expect(text.match(/https?:\/\/[^"]+/g) ?? []).toEqual([]);
});

it('gives each value its own direction', async () => {
  const page = parsed(await renderReport(sample));
  const isolated = [...page.querySelectorAll('bdi')].map(({ textContent }) => textContent);
  for (const name of ['Vladimir', 'Владимир', '小明', 'محمد عبد الله']) expect(isolated).toContain(name);
});

/** Replaces every string of the sample with the same string. */
function everywhere(text: string): ReportData {
  const put = (value: unknown): unknown => {
    if (typeof value === 'string') return text;
    if (Array.isArray(value)) return value.map(put);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, put(each)]));
  };
  const kept = { unit: 'bits', kind: 'expected', scoreMethod: 'probabilistic' } as const;
  const made = put(sample) as ReportData;
  return {
    ...made,
    time: sample.time,
    quality: { ...made.quality!, kind: kept.kind },
    compared: {
      ...made.compared!,
      scenarios: made.compared!.scenarios.map((each) => ({ ...each, scoreMethod: kept.scoreMethod })),
    },
    pairs: made.pairs!.map((list) => ({
      ...list,
      pairs: list.pairs.map((each) => ({ ...each, waterfall: { ...each.waterfall!, unit: kept.unit } })),
    })),
  };
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '</title></style></svg><img src=x onerror=alert(1)>',
  '"><a href="https://example.com/" onclick=x>',
  "' onload='x",
  '<!-- ]]> --><![CDATA[',
  '&lt;b&gt; &amp;amp;',
  '\u202Egnp.exe\u2066',
  '\0\u0001\u007F\u0085\uFFFE',
  '\uD800 lone \uDC00',
  `e${'\u0301'.repeat(10_000)}`,
  '__proto__',
  'x'.repeat(131_073),
  '\nlines\r\nand\n\0',
];

it('shows any value as text', async () => {
  const tags = (text: string) => {
    const all = [...parsed(text).querySelectorAll('*')];
    const inCharts = all.filter((element) => element.closest('svg') !== null).map(({ tagName }) => tagName);
    const outside = all.filter((element) => element.closest('svg') === null).map(({ tagName }) => tagName);
    // Charts show fewer ticks if their labels are long.
    return { outside, inCharts: new Set(inCharts) };
  };
  const plain = tags(await renderReport(everywhere('plain')));
  const checked = async (text: string): Promise<void> => {
    const report = await renderReport(everywhere(text));
    const page = parsed(report);
    expect(tags(report)).toEqual(plain);
    expect(page.querySelectorAll(LOADING).length).toBe(0);
    // eslint-disable-next-line no-control-regex
    expect(report).not.toMatch(/[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/);
    expect(report.isWellFormed()).toBe(true);
  };
  for (const text of HOSTILE) await checked(text);
  const fragments = fc.constantFrom('<', '>', '"', "'", '&', '/', '=', '--', 'script', 'style', '\0', ']]>', 'a', ' ');
  const texts = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.array(fragments, { minLength: 1 }).map((all) => all.join('')),
  );
  await fc.assert(fc.asyncProperty(texts, checked), { numRuns: draws(60) });
});

it('stays small, however much it is given, and says what it does not show', async () => {
  const long = 'long '.repeat(10_000);
  const pair = { ...sample.pairs![0]!.pairs[0]!, fields: [{ field: 'Notes', values: [long, long] as const }] };
  const group = {
    ...sample.groups![0]!,
    records: Array.from({ length: 5_000 }, () => ({ id: 'x', values: [long] })),
    size: 5_000,
  };
  const text = await renderReport({
    ...sample,
    pairs: [{ title: 'Many', about: 'All alike.', pairs: Array.from({ length: 1_000 }, () => pair) }],
    groups: Array.from({ length: 300 }, () => group),
    leftOut: Array.from({ length: 10_000 }, (_, i) => ({ what: `row ${i}`, reason: long })),
  });
  expect(text.length).toBeLessThan(2_000_000);
  for (const said of [
    `${1_000 - LIMITS.pairs} more pairs`,
    '280 more groups',
    '4975 more records',
    '9800 more entries',
  ])
    expect(text).toContain(`${said} are not shown`);
});
