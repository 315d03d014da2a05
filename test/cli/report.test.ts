import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Window } from 'happy-dom';
import { cli, done, json } from '../support/command-line.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const demo = readFileSync(new URL('../../data/demo/contact.csv', import.meta.url), 'utf8')
  .split('\n')
  .slice(0, 401);
const people = [fileIn(newFolder(), 'contacts.csv', `${demo.join('\n')}\n`), '--object', 'Contact'];

/** Returns the report as parsed by a browser. */
function reportIn(path: string) {
  const document = new new Window().DOMParser().parseFromString(readFileSync(path, 'utf8'), 'text/html');
  const texts = (selector: string) =>
    [...document.querySelectorAll(selector)].map((each) => each.textContent.trim().replace(/\s+/g, ' '));
  const facts = new Map(texts('.facts dt').map((label, i) => [label, texts('.facts .figure')[i]!]));
  return { texts, facts };
}

describe('--report', () => {
  it('of dedupe shows what it found, and changes nothing in that', async () => {
    const folder = newFolder();
    const [out, groups, page] = [`${folder}/pairs.csv`, `${folder}/groups.csv`, `${folder}/report.html`];
    const args = ['dedupe', ...people, '--id', 'key', '--clusters', groups, '--json', '--out'];
    const found = await json<{ rows: number; pairs: number; clusters: number }>([...args, out, '--report', page]);
    const again = await cli([...args, out, '--report', page]);
    const plain = await cli([...args, `${folder}/plain.csv`]);
    expect(again.stderr).toBe(plain.stderr);
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(`${folder}/plain.csv`, 'utf8'));
    const { texts, facts } = reportIn(page);
    const count = (label: string) => Number(facts.get(label)!.replaceAll(',', ''));
    expect([count('rows'), count('pairs of duplicates'), count('groups')]).toEqual([
      found.rows,
      found.pairs,
      found.clusters,
    ]);
    const grouped = readFileSync(groups, 'utf8').trim().split('\n').length - 1;
    expect(count('distinct records')).toBe(found.rows - grouped + found.clusters);
    expect(texts('h2')).toEqual([
      'Pairs side by side',
      'Groups to check',
      'Precision and recall',
      'Compared fields',
      'Evidence of each field',
      'Scores',
      ...texts('h2').slice(6),
    ]);
    const scores = texts('.pair .score').map(Number);
    const threshold = Number(/threshold ([\d.]+)/.exec(texts('.pair h3')[0]!)![1]);
    expect(scores.filter((score) => score >= Math.floor(threshold)).length).toBeGreaterThan(0);
    expect(scores.filter((score) => score < threshold).length).toBeGreaterThan(0);
  });

  it('of dedupe by several scenarios shows the duplicates, and the groups that hang together least', async () => {
    const folder = newFolder();
    const page = `${folder}/report.html`;
    await done(['dedupe', ...people, '--scenario', 'built-in', '--out', `${folder}/pairs.csv`, '--report', page]);
    const { texts } = reportIn(page);
    expect(texts('#compared tbody th').join()).toMatch(/contact-default[\s\S]*contact-name-address/);
    expect(texts('#weights')).toEqual([]);
    expect(texts('.pair').length).toBeGreaterThan(0);
  });

  it('of train shows what was learned, and the pairs that it would find', async () => {
    const folder = newFolder();
    const page = `${folder}/report.html`;
    await done(['train', ...people, '--out', `${folder}/scenario.json`, '--report', page]);
    const { texts, facts } = reportIn(page);
    expect(texts('svg').length).toBeGreaterThan(4);
    expect(facts.get('expected precision')).toMatch(/^\d+\.\d %$/);
  });

  it('says before the work that it cannot be written', async () => {
    const folder = newFolder();
    for (const [report, why] of [
      [`${folder}/none/report.html`, 'no such file or folder'],
      [folder, 'is a folder, not a file'],
    ] as const) {
      const result = await cli(['dedupe', ...people, '--out', `${folder}/pairs.csv`, '--report', report]);
      expect([result.code, result.stdout]).toEqual([1, '']);
      expect(result.stderr).toContain(why);
      expect(readdirSync(folder)).toEqual([]);
    }
  });
});
