import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dedupe } from '../../src/index.js';
import { cli, done, json } from '../support/command-line.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

/** The first two of four rows are one person; the last two are different people with the same e-mail address. */
const FILES: Readonly<Record<string, string>> = {
  English: `Name,Email
John Doe,john@doe.example
Jon Doe,john@doe.example
Bob Smith,info@acme.example
Anna Berg,info@acme.example`,
  'last name first': `Full Name,Email
"Lovelace, Ada",ada@lovelace.example
Ada Lovelace,ada@lovelace.example
"Smith, Bob",info@acme.example
"Berg, Anna",info@acme.example`,
  'titles and capitals': `Name,E-mail
Dr. Emma HAAS,e.haas@uni.example
HAAS Emma,e.haas@uni.example
Mr Bob Smith,info@acme.example
Frau Anna Berg,info@acme.example`,
  Japanese: `氏名,メールアドレス
田中 太郎,tanaka@kaisha.example
田中太郎,tanaka@kaisha.example
佐藤 花子,info@acme.example
鈴木 一郎,info@acme.example`,
  'Japanese below an English label': `Name,Email
田中 太郎,tanaka@kaisha.example
田中太郎,tanaka@kaisha.example
佐藤 花子,info@acme.example
鈴木 一郎,info@acme.example`,
  Korean: `이름,이메일
김민수,minsu@hoesa.example
김 민수,minsu@hoesa.example
박지영,info@acme.example
최서연,info@acme.example`,
  Arabic: `الاسم,البريد الإلكتروني
محمد أحمد علي,mali@sharika.example
محمد احمد علي,mali@sharika.example
فاطمة حسن,info@acme.example
خالد منصور,info@acme.example`,
  Russian: `ФИО,Эл. почта
Иванов Иван Иванович,ivanov@firma.example
Иван Иванов,ivanov@firma.example
Петрова Анна,info@acme.example
Сидоров Павел,info@acme.example`,
};

describe('one column of full names is read the same everywhere', () => {
  it.each(Object.entries(FILES))('%s', async (_, text) => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', `${text}\n`);
    await done(['dedupe', file, '--out', `${folder}/pairs.csv`]);
    const pairs = readFileSync(`${folder}/pairs.csv`, 'utf8').trim().split('\n').slice(1);
    expect(pairs.map((line) => line.split(',').slice(0, 2))).toEqual([['1', '2']]);
    expect(await json(['clean', file, '--out', `${folder}/out`, '--json'])).toMatchObject({ groups: 1, records: 3 });
    const { stdout, stderr } = await cli(['import', file, '--data', `${folder}/data`]);
    expect(stdout + stderr).toMatch(/4 rows read: 3 created, 1 updated, 0 rejected/);
    const [header, ...rows] = text.split('\n').map((line) => line.split(/,(?=[^,]*$)/));
    const records = rows.map(([name, mail]) => ({ [header![0]!]: name!.replaceAll('"', ''), [header![1]!]: mail! }));
    expect((await dedupe(records)).pairs.map(({ a, b }) => [a, b])).toEqual([[0, 1]]);
  });
});
