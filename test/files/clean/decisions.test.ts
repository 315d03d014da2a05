import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { readSame } from '../../../src/files/answers/read-answers.js';
import { csvLine } from '../../../src/files/write/csv.js';
import { cli, json, words } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

type Line = Record<string, string>;

interface Report {
  readonly groups: number;
  readonly merged: number;
  readonly review: number;
  readonly decided: {
    readonly same: number;
    readonly notSame: number;
    readonly contradicting: number;
    readonly refused: readonly string[];
  };
}

const PEOPLE = `Kundennr;Vorname;Nachname;E-Mail;Telefon
7;Anna;Keller;anna.keller@mail.example;+49 30 901820
8;Anna;Keller;anna.keller@mail.example;
9;Anna;Keler;anna.keller@mail.example;+49 30 901820
10;Bert;Maas;bert@maas.example;+49 89 123456
11;Cleo;Rossi;cleo@rossi.example;+39 06 123456
`;

/** Detects the delimiter from the first line. */
const delimiterOf = (path: string) => (/^[^\n]*;/.test(readFileSync(path, 'utf8')) ? ';' : ',');
const table = (...path: string[]): Line[] =>
  parse(readFileSync(join(...path)), { columns: true, bom: true, delimiter: delimiterOf(join(...path)) });
const write = (path: string, lines: readonly Line[]) =>
  writeFileSync(
    path,
    [Object.keys(lines[0]!), ...lines.map((line) => Object.values(line))].map((cells) => csvLine(cells)).join(''),
  );
const survivors = (folder: string) =>
  table(folder, 'crosswalk.csv').map(({ id, survivor_id }) => `${id!} ${survivor_id!}`);

/** Cleans the people with a threshold that nothing reaches, so that review.csv contains questions. */
async function asked(text = PEOPLE) {
  const folder = newFolder();
  const file = fileIn(folder, 'people.csv', text);
  await json(['clean', file, '--sure', '100', '--json', '--out', join(folder, 'first')]);
  const review = table(folder, 'first', 'review.csv');
  const answers = join(folder, 'answers.csv');
  const decide = async (out: string, ...args: string[]) =>
    json<Report>(['clean', file, '--decisions', answers, '--json', '--out', join(folder, out), ...args]);
  return { folder, file, review, answers, decide };
}

describe('likeness clean --decisions', () => {
  it('keeps apart what is not the same, through a third row too, and joins what is', async () => {
    const { folder, file, answers, decide } = await asked();
    writeFileSync(answers, 'id1;id2;same\n7;9;nein\n10;11;ja\n');
    const before = await json<Report>(['clean', file, '--dry-run', '--json']);
    expect(before).toMatchObject({ groups: 1, merged: 2 });
    const report = await decide('second');
    expect(report.decided).toEqual({ same: 1, notSame: 1, contradicting: 0, refused: [] });
    const groups = survivors(join(folder, 'second'));
    expect(groups[0]!.split(' ')[1]).not.toBe(groups[2]!.split(' ')[1]);
    expect(groups[3]!.split(' ')[1]).toBe(groups[4]!.split(' ')[1]);
    // The decided pair is listed with its low score.
    const joined = table(folder, 'second', 'pairs.csv').find(({ id1, id2 }) => id1 === '10' && id2 === '11')!;
    expect(Number(joined['score'])).toBeLessThan(50);
  });

  it('takes review.csv with its column filled, sorted and cut as people like, and carries it on', async () => {
    const { folder, review, answers, decide } = await asked();
    expect(review.every(({ same }) => same === '')).toBe(true);
    const [one] = review;
    const filled = review.map((line) => ({ ...line, same: line['review'] === one!['review'] ? 'WAHR' : '' }));
    write(answers, filled.reverse());
    const first = await decide('second', '--sure', '100');
    expect(first.decided).toMatchObject({ same: 1, notSame: 0, refused: [] });
    const next = table(folder, 'second', 'review.csv');
    expect(next.filter(({ same }) => same !== '').map(({ same, why, pair }) => [same, why, pair])).toEqual(
      Array.from({ length: 2 }, () => ['yes', 'decided', one!['pair']]),
    );
    // The next file contains the earlier decisions, so it can be used as input without changes.
    write(answers, next);
    const again = await decide('third', '--sure', '100');
    expect(again).toMatchObject({
      ...first,
      seconds: again['seconds' as keyof Report],
      files: expect.anything() as [],
    });
    expect(survivors(join(folder, 'third'))).toEqual(survivors(join(folder, 'second')));
  });

  it('shows decisions that contradict each other first, and merges none of them', async () => {
    const { folder, answers, decide } = await asked();
    writeFileSync(answers, 'id1,id2,same\n7,10,1\n10,11,1\n7,11,0\n');
    const report = await decide('second', '--sure', '100');
    expect(report.decided).toMatchObject({ same: 0, notSame: 1, contradicting: 1 });
    const shown = table(folder, 'second', 'review.csv').slice(0, 6);
    expect(shown.map(({ id, same }) => [id, same])).toEqual([
      ...[['7', 'no'], ['11', 'no'], ['7', 'yes'], ['10', 'yes'], ['10', 'yes'], ['11', 'yes']], // prettier-ignore
    ]);
    expect(new Set(shown.map(({ why }) => why))).toEqual(new Set(['decisions contradict each other (1)']));
    const groups = survivors(join(folder, 'second'));
    expect(groups.slice(3)).toEqual(['10 10', '11 11']);
  });

  it('refuses a decision about a row that was changed, one by one; finds rows that have moved', async () => {
    const more = '12;Dora;Blum;dora@blum.example;+49 40 5551234\n13;Dora;Blumm;dora@blum.example;+49 40 5551234\n';
    const { folder, file, review, answers, decide } = await asked(PEOPLE + more);
    write(
      answers,
      review.map((line) => ({ ...line, same: 'no' })),
    );
    const [header, seven, ...others] = (PEOPLE + more).trimEnd().split('\n');
    writeFileSync(file, [header, ...others, seven!.replace('901820', '901821')].join('\n'));
    const { decided } = await decide('second');
    expect(decided.notSame).toBe(1);
    expect(new Set(decided.refused.map((why) => why.replace(/\d+/, 'N')))).toEqual(
      new Set(['answers.csv, row N: row 1 was changed after the decision, or the decision is about another file']),
    );
    writeFileSync(file, (PEOPLE + more).replaceAll('@', '@of.'));
    const { code, stderr } = await cli(['clean', file, '--decisions', answers]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/none of the \d+ decisions applies to these rows/);
    expect(existsSync(join(folder, 'people-clean'))).toBe(false);
  });

  it.each([
    [
      'an unknown word',
      'id1,id2,same\n7,8,yes\n7,9,vielleicht\n',
      /answers\.csv, row 2: same 'vielleicht': expected yes/,
    ],
    ['a file without answers', 'id1,id2\n7,8\n', /no column 'same'/],
    ['a file without pairs', 'id,same\n7,yes\n', /no columns for pairs/],
    ['marks that are none', 'pair,same\n7 8 9,yes\n', /expected the two row references of review/],
    ['rows that are not there', 'id1,id2,same\n7,70,yes\n', /no row has the Id '70'/],
  ])('says what is wrong with %s, and leaves no trace', async (_, text, message) => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', PEOPLE);
    const { code, stderr } = await cli(['clean', file, '--decisions', fileIn(folder, 'answers.csv', text)]);
    expect([code, existsSync(join(folder, 'people-clean'))]).toEqual([1, false]);
    expect(stderr).toMatch(message);
  });

  it('does not write over the file that it reads', async () => {
    const { folder, file } = await asked();
    const review = join(folder, 'first', 'review.csv');
    const { code, stderr } = await cli(words`clean ${file} --decisions ${review} --out ${join(folder, 'first')}
      --force`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('choose another')]);
  });

  it('distinguishes rows of several files, even equal rows', async () => {
    const folder = newFolder();
    const rows = 'key,First name,Last name,Email\n1,Anna,Keller,anna@k.example\n2,Bert,Maas,bert@m.example\n';
    const files = ['crm.csv', 'shop.csv'].map((name) => fileIn(folder, name, rows));
    const args = ['clean', ...files, '--object', 'Contact', '--json'];
    await json([...args, '--sure', '100', '--threshold', '1', '--out', join(folder, 'first')]);
    const answers = join(folder, 'answers.csv');
    const review = table(folder, 'first', 'pairs.csv').map((line) => ({ ...line, same: 'Falsch' }));
    write(answers, review);
    const report = await json<Report>([...args, '--decisions', answers, '--out', join(folder, 'second')]);
    expect(report).toMatchObject({ merged: 0, decided: { same: 0, notSame: review.length, refused: [] } });
  });
});

describe('what people put into a cell', () => {
  it.each(['yes', 'Y', 'TRUE', '1', '1.0', '1,00', 'Wahr', ' ja ', 'oui', 'sí', 'sì', 'SI', 'x', 'X', '✓', '=TRUE()'])(
    '%s is yes',
    (word) => expect(readSame(word)).toBe(true),
  );
  it.each(['no', 'N', 'false', '0', '0.0', 'FALSCH', 'nein', 'non', 'não', 'nie', 'Fałsz', '"no"', 'not the same'])(
    '%s is no',
    (word) => expect(readSame(word)).toBe(false),
  );
  it.each(['', ' ', '?', '??'])("'%s' is undecided", (word) => expect(readSame(word)).toBeUndefined());
  it.each(['maybe', '2', 'later', '10', 'yes and no'])('%s is unknown', (word) =>
    expect(readSame(word)).toBe('unknown'),
  );
});
