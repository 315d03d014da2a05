import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cli, done, json } from '../support/command-line.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';
import { entriesOf } from '../support/entries.js';

interface Evaluation {
  measure: { found: number; correct: number; truth: number; precision: number; recall: number; f1: number };
  curve: { threshold: number; f1: number }[];
  falsePositives: { id1: string; id2: string; score: number; fields?: { field: string; similarity: number }[] }[];
  falseNegatives: { id1: string; id2: string; score: number; fields?: { field: string; similarity: number }[] }[];
}

const people = `key,FirstName,LastName,Phone,Email
a,Anna,Keller,+14155550101,anna@example.com
b,Ana,Keller,+14155550101,anna@example.com
c,Robert,Smith,+14155550202,rob@example.org
d,Bob,Smyth,,rob@example.org
e,Zoe,Young,+14155550303,
f,Zoe,Brown,,zoe@example.net
`;

describe('likeness evaluate', () => {
  it('measures what the scenarios find, explains the worst, and reports both', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', people);
    const labels = fileIn(folder, 'truth.csv', 'id1,id2\nb,a\ne,f\n');
    const report = `${folder}/report.html`;
    const args = ['evaluate', file, '--object', 'Contact', '--id', 'key', '--labels', labels];
    const found = await json<Evaluation>([...args, '--report', report, '--json']);
    expect(found.measure).toEqual({ found: 2, correct: 1, truth: 2, precision: 0.5, recall: 0.5, f1: 0.5 });
    expect(found.falsePositives.map(({ id1, id2 }) => id1 + id2)).toEqual(['cd']);
    expect(found.falsePositives[0]!.fields!.map(({ field }) => field)).toContain('Email');
    expect(found.falseNegatives.map(({ id1, id2 }) => id1 + id2)).toEqual(['ef']);
    expect(found.falseNegatives[0]!.score).toBeLessThan(75);
    expect(found.curve[0]!.threshold).toBe(60);
    const page = readFileSync(report, 'utf8');
    expect(page).toMatch(/Precision and recall by threshold/);
    expect(page).toMatch(
      /Worst false positives[\s\S]*rob@example\.org[\s\S]*Worst false negatives[\s\S]*zoe@example\.net/,
    );
    const text = await done(args);
    expect(text).toMatch(/precision 0\.5000 {2}recall 0\.5000 {2}F1 0\.5000/);
    expect(text).toMatch(/Worst false positives[\s\S]*c and d[\s\S]*Worst false negatives[\s\S]*e and f/);
  });

  it('measures the file that dedupe writes as it measures the records themselves', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', people);
    const clusters = fileIn(folder, 'clusters.csv', 'cluster,id\n1,a\n1,b\n2,c\n2,d\n3,e\n3,f\n');
    const pairs = `${folder}/pairs.csv`;
    await done(['dedupe', file, '--object', 'Contact', '--id', 'key', '--out', pairs]);
    const truth = ['--clusters', clusters, '--json'];
    const ofPairs = await json<Evaluation>(['evaluate', '--pairs', pairs, ...truth]);
    const ofFile = await json<Evaluation>(['evaluate', file, '--object', 'Contact', '--id', 'key', ...truth]);
    expect(ofPairs.measure).toEqual(ofFile.measure);
    expect(ofPairs.measure).toMatchObject({ found: 2, correct: 2, truth: 3 });
  });

  it('says what is wrong with the truth, or that there is none', async () => {
    const folder = newFolder();
    const bad = fileIn(folder, 'bad.csv', 'id1,id2,is_match\na,b,perhaps\n');
    const pairs = fileIn(folder, 'pairs.csv', 'id1,id2,score\na,b,90\n');
    const result = await cli(['evaluate', '--pairs', pairs, '--labels', bad]);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(/bad\.csv, row 1: is_match 'perhaps': expected true or false/);
    expect((await cli(['evaluate', '--pairs', pairs])).code).toBe(2);
  });
});

describe('likeness scenarios --all', () => {
  it('lists the built-ins that are switched off as scenarios.json takes them, and switched on there they work', async () => {
    const all = await json<{ id: string; object: string; enabled?: boolean }[]>(['scenarios', '--all', '--json']);
    const off = all.filter(({ enabled }) => enabled === false);
    expect(off.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['contact-name-birthdate', 'lead-name-company', 'lead-company-website']),
    );
    const folder = newFolder();
    fileIn(folder, 'scenarios.json', JSON.stringify(off.map((scenario) => ({ ...scenario, enabled: true }))));
    const on = await json<{ id: string }[]>(['scenarios', '--json', '--config', folder]);
    expect(on.map(({ id }) => id)).toEqual(expect.arrayContaining(off.map(({ id }) => id)));
    const usual = await json<{ id: string }[]>(['scenarios', '--json']);
    expect(usual.map(({ id }) => id).sort()).toEqual(
      entriesOf(`
      account-company-address | account-company-website | account-default | campaign-member-contact
      campaign-member-lead | contact-default | contact-name-address | contact-name-email | contact-name-phone
      lead-default | lead-name-email | lead-name-phone
    `),
    );
  });
});
