import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, done, json, newToken, words } from '../support/command-line.js';
import { serve } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

interface Counts {
  read: number;
  created: number;
  updated: number;
  rejected: number;
  skipped: number;
  rejects: string | null;
  reasons: { reason: string; rows: number; example: { row: number; message: string } }[];
  unusedColumns: string[];
}

const importing = (data: string, file: string, ...args: string[]): Promise<Counts> =>
  json<Counts>(['import', file, '--object', 'Contact', '--data', data, '--json', ...args]);

async function stored(data: string, object = 'Contact'): Promise<Record<string, unknown>[]> {
  const text = await done(['export', '--object', object, '--format', 'ndjson', '--data', data]);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const JSON_PEOPLE = [
  { LastName: 'Boss', Number__c: 'B1', Account: { Number__c: 'V1' } },
  { LastName: 'Found', account: { number__c: 'v1' }, ReportsTo: { Number__c: 'B1' } },
  { LastName: 'Digits', Account: { Number__c: 7 } },
  { LastName: 'Lost', Account: { Number__c: 'V2' } },
  { LastName: 'Free', Account: null },
];
const JSON_FILES = [
  ['people.json', JSON.stringify(JSON_PEOPLE)],
  ['people.ndjson', JSON_PEOPLE.map((one) => JSON.stringify(one)).join('\n')],
  ['records.json', JSON.stringify({ totalSize: 5, records: JSON_PEOPLE })],
  [
    'attributes.json',
    JSON.stringify(
      JSON_PEOPLE.map(({ Account, ...one }) => ({
        attributes: { type: 'Contact' },
        ...one,
        ...(Account !== undefined && { Account: Account && { attributes: { type: 'Account' }, ...Account } }),
      })),
    ),
  ],
] as const;

describe('likeness import', () => {
  it('reads CSV as it comes: BOM, CRLF, quotes across lines, columns in any case', async () => {
    const folder = newFolder();
    const csv =
      '\uFEFFfirstname,LASTNAME,Description\r\nAnna,"O""Neill","two\r\nlines, one cell"\r\n\r\nBob,Łukasz,"x"\r\n';
    const counts = await importing(folder, fileIn(folder, 'a.csv', csv));
    expect(counts).toMatchObject({ read: 2, created: 2, rejected: 0, rejects: null });
    expect(await stored(folder)).toMatchObject([
      { FirstName: 'Anna', LastName: 'O"Neill', Description: 'two\r\nlines, one cell' },
      { FirstName: 'Bob', LastName: 'Łukasz' },
    ]);
  });

  it('joins columns, leaves columns out and reports what it does not know', async () => {
    const folder = newFolder();
    const file = fileIn(
      folder,
      'a.csv',
      'no,street,last,Title,age\n12,Main Street,Smith,Buyer,40\n,Oak Lane,Jones,,\n',
    );
    const counts = await importing(
      folder,
      file,
      '--map',
      'no+street=MailingStreet',
      '--map',
      'last=lastname',
      '--map',
      'Title=',
    );
    expect(counts).toMatchObject({ created: 2, unusedColumns: ['age'] });
    const [smith, jones] = await stored(folder);
    expect(smith).toMatchObject({ LastName: 'Smith', MailingStreet: '12 Main Street' });
    expect(smith!['Title'] ?? null).toBeNull();
    expect(jones).toMatchObject({ MailingStreet: 'Oak Lane' });
  });

  it('finds parents by the external Id of a column, if --map says so', async () => {
    const folder = newFolder();
    const vat = { name: 'Vat__c', type: 'string', externalId: true };
    const objects = JSON.stringify([{ name: 'Account', keyPrefix: '001', fields: [vat] }]);
    const config = ['--config', dirname(fileIn(newFolder(), 'objects.json', objects))];
    await done(words`import ${fileIn(folder, 'firms.csv', 'Name,Vat__c\nAcme,V1\n')} --object Account ${config}
      --data ${folder}`);
    const people = fileIn(folder, 'people.csv', 'LastName,Account.Vat__c,firm\nFound,x,V1\nLost,x,V2\nFree,x,\n');
    const counts = await importing(folder, people, ...config, '--map', 'firm=account.vat__c');
    expect(counts).toMatchObject({ created: 2, rejected: 1, unusedColumns: ['Account.Vat__c'] });
    expect(counts.reasons[0]!.example.message).toContain('Foreign key external ID: V2 not found');
    const accounts = (await stored(folder)).map(({ LastName, AccountId }) => [LastName, AccountId === null]);
    expect(accounts).toEqual([
      ['Found', false],
      ['Free', true],
    ]);
    await expect(importing(folder, people, ...config, '--map', 'firm=Firm.Vat__c')).rejects.toThrow(/No such column/);
  });

  it.each(JSON_FILES)('finds parents by their external Ids in a file of %s, as in a request', async (name, text) => {
    const folder = newFolder();
    const number = { name: 'Number__c', type: 'string', externalId: true };
    const objects = [
      { name: 'Account', keyPrefix: '001', fields: [number] },
      { name: 'Contact', keyPrefix: '003', fields: [{ ...number, unique: true }] },
    ];
    const config = ['--config', dirname(fileIn(newFolder(), 'objects.json', JSON.stringify(objects)))];
    const firms = fileIn(folder, 'firms.json', '[{"Name":"Acme","Number__c":"V1"},{"Name":"Other","Number__c":"7"}]');
    await done(['import', firms, '--object', 'Account', ...config, '--data', folder]);
    const counts = await importing(folder, fileIn(folder, name, text), ...config);
    expect(counts).toMatchObject({ created: 4, rejected: 1 });
    expect(counts.reasons[0]!.example.message).toContain('Foreign key external ID: V2 not found');
    const found = await stored(folder);
    const boss = found.find(({ LastName }) => LastName === 'Boss')!['Id'];
    expect(found.map(({ LastName, AccountId, ReportsToId }) => [LastName, AccountId === null, ReportsToId])).toEqual([
      ['Boss', false, null],
      ['Found', false, boss],
      ['Digits', false, null],
      ['Free', true, null],
    ]);
  });

  it('puts rows that cannot be saved into the reject file with the reason; corrected, it is imported as it is', async () => {
    const folder = newFolder();
    const csv = [
      'LastName,Email,Birthdate',
      'Good,a@b.example,1980-02-03',
      ',missing@b.example,',
      'Ragged,x',
      'Long,a,b,c',
      'NoDate,a@b.example,yesterday',
    ];
    const file = fileIn(
      folder,
      'a.csv',
      Buffer.concat([
        Buffer.from(csv.join('\n') + '\n'),
        Buffer.from([0x4d, 0xfc, 0x2c, 0x2c, 0x0a]),
        Buffer.from('Bäcker,,\nÇelik,,31.12.1980\nŁukasz,,\nØrsted,,\n'),
      ]),
    );
    const counts = await importing(folder, file);
    expect(counts).toMatchObject({ read: 10, created: 5, rejected: 5, rejects: `${file}.rejects.csv` });
    const rejects = readFileSync(`${file}.rejects.csv`, 'utf8');
    const lines = rejects.trim().split('\n');
    expect(lines[0]).toBe('import_row,import_error,LastName,Email,Birthdate');
    expect(lines[1]).toMatch(/^2,.*REQUIRED_FIELD_MISSING.*LastName.*missing@b\.example,$/);
    expect(lines[2]).toMatch(/^3,"the row has 2 cells, but the header has 3",Ragged,x$/);
    expect(lines[3]).toMatch(/^4,"the row has 4 cells, but the header has 3",Long,a,b,c$/);
    expect(lines[4]).toMatch(/^5,.*Birthdate.*yesterday$/);
    expect(lines[5]).toMatch(/^6,.*invalid UTF-8/);
    const corrected = fileIn(folder, 'b.csv', `${lines[0]!}\n${lines[4]!.replace(/yesterday$/, '1990-01-01')}\n`);
    expect(await importing(folder, corrected)).toMatchObject({ created: 1, rejected: 0, unusedColumns: [] });
  });

  it('leaves out columns of Ids that are those of another system, unless --map insists', async () => {
    const folder = newFolder();
    const rows = 'owner_id,AccountId,Id,LastName\n17,account-1,1,Keller\n18,,2,Maas\n';
    const file = fileIn(folder, 'crm.csv', rows);
    const { code, stderr, stdout } = await cli(['import', file, '--object', 'Contact', '--data', folder]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 created, 0 updated, 0 rejected')]);
    expect(stderr).toContain(
      'because their values or Ids come from another system (--map imports them anyway): owner_id, AccountId, Id',
    );
    expect((await stored(folder)).map(({ LastName }) => LastName)).toEqual(['Keller', 'Maas']);
    const insisted = await cli(['import', file, '--object', 'Contact', '--data', folder, '--map', 'owner_id=OwnerId']);
    expect(insisted.code).toBe(1);
    expect(insisted.stdout).toMatch(
      /2 rows, such as row 1: MALFORMED_ID: OwnerId: 17 is not an Id .*\nrejected rows and/,
    );
  });

  it('fills references by a column in which some values are Ids, and says why other rows are not saved', async () => {
    const folder = newFolder();
    const file = fileIn(
      folder,
      'a.csv',
      'AccountId,LastName,Email\n001LK0000000001,Keller,\nx,Maas,\n,Rossi,no\ny,Ott,\n,Abel,\n,Bauer,\n',
    );
    const counts = await importing(folder, file);
    expect(counts).toMatchObject({ created: 3, rejected: 3 });
    expect(counts.reasons.map(({ reason, rows, example }) => [reason, rows, example.row])).toEqual([
      ['MALFORMED_ID: AccountId', 2, 2],
      ['INVALID_EMAIL_ADDRESS: Email', 1, 3],
    ]);
  });

  it('reads a JSON array and NDJSON, with keys that appear late and rows that are broken', async () => {
    const folder = newFolder();
    const array = fileIn(
      folder,
      'a.json',
      '[{"LastName":"A","x":{"LastName":"[,]"}}, 7, {"Email":"b@b.example","LastName":"B"}]',
    );
    expect(await importing(folder, array)).toMatchObject({
      read: 3,
      created: 2,
      rejected: 1,
      unusedColumns: ['x.LastName'],
    });
    expect(readFileSync(`${array}.rejects.csv`, 'utf8')).toContain('2,"expected an object of field values, got 7"');
    const lines = fileIn(
      folder,
      'b.ndjson',
      '{"LastName":"C"}\r\n\n{"LastName":\n{"lastname":"D","Phone":"020 7946 0001"}',
    );
    expect(await importing(folder, lines)).toMatchObject({ read: 3, created: 2, rejected: 1 });
    expect((await stored(folder)).map((record) => record['LastName'])).toEqual(['A', 'B', 'C', 'D']);
    const cut = await cli(words`import ${fileIn(folder, 'c.json', '[{"LastName":"E"},')} --object Contact
      --data ${folder}`);
    expect(cut).toMatchObject({ code: 1 });
    expect(cut.stderr).toContain('the JSON array has no end');
  });

  it('refuses a completed import without --again, under another name too', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'a.csv', 'LastName\nSmith\n');
    await importing(folder, file);
    const copy = fileIn(folder, 'copy.csv', 'LastName\nSmith\n');
    const { code, stderr } = await cli(['import', copy, '--object', 'Contact', '--data', folder]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/already imported.*--again/);
    expect(await importing(folder, copy, '--again')).toMatchObject({ created: 1 });
    expect(await stored(folder)).toHaveLength(2);
    expect((await cli(['import', file, '--object', 'Contact', '--data', folder])).code).toBe(1);
  });

  it('checks every row for duplicates, unless told not to, and says which', async () => {
    const folder = newFolder();
    const rows =
      'FirstName,LastName,Email,Title\nAnna,Keller,anna@k.example,Buyer\nAnna,Keller,anna@k.example,Manager\nBert,Moss,bert@m.example,\n';
    const counts = await importing(folder, fileIn(folder, 'a.csv', rows));
    expect(counts).toMatchObject({ read: 3, created: 2, updated: 1, checked: true });
    expect((await stored(folder))[0]).toMatchObject({ LastName: 'Keller', Title: 'Manager' });
    const other = newFolder();
    const args = ['import', fileIn(other, 'a.csv', rows), '--object', 'Contact', '--data', other];
    expect(await done([...args, '--dry-run'])).toContain('2 created, 1 updated, 0 rejected, checked for duplicates');
    expect(await done([...args, '--no-check'])).toContain(
      '3 created, 0 updated, 0 rejected, not checked for duplicates',
    );
    const visits = [{ name: 'Visit__c', keyPrefix: 'a0V', fields: [{ name: 'Place__c', type: 'string' }] }];
    fileIn(other, 'objects.json', JSON.stringify(visits));
    const place = fileIn(other, 'v.csv', 'Place__c\nUlm\nUlm\n');
    // No scenario compares visits.
    expect(await done(['import', place, '--object', 'Visit__c', '--data', other, '--config', other])).toContain(
      '2 created, 0 updated, 0 rejected, not checked for duplicates',
    );
  });

  it('takes what was exported as it was, look-alikes included', async () => {
    const [folder, again, one] = [newFolder(), newFolder(), newFolder()];
    const rows = 'FirstName,LastName,Email\nAnna,Keller,anna@k.example\nAnna,Keller,anna@k.example\n';
    await importing(folder, fileIn(folder, 'a.csv', rows), '--no-check');
    await done(['export', '--data', folder, '--out', `${folder}/out`]);
    await done(['import', `${folder}/out`, '--data', again]);
    expect(await stored(again)).toEqual(await stored(folder));
    await importing(one, `${folder}/out/Contact.csv`);
    expect(await stored(one)).toEqual(await stored(folder));
    expect(await importing(one, `${folder}/out/Contact.csv`, '--again')).toMatchObject({ created: 0, updated: 2 });
    expect(await stored(one)).toHaveLength(2);
  });

  it('--duplicate-score is an extra bar', async () => {
    const folder = newFolder();
    const rows = 'FirstName,LastName,Email\nAnna,Keller,anna@k.example\nAnna,Kellner,anna@k.example\n';
    const counts = await importing(folder, fileIn(folder, 'a.csv', rows), '--duplicate-score', '100');
    expect(counts).toMatchObject({ created: 2, updated: 0 });
  });

  it('rejects a row whose quote is never closed, by its line, and imports the others', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'a.csv', 'LastName,City\nSmith,Ulm\n"Jones,Bonn\nMiller,"Kiel"\n');
    expect(await importing(folder, file)).toMatchObject({
      ...{ read: 3, created: 2, rejected: 1 },
      reasons: [{ reason: 'unclosed quote', rows: 1 }],
    });
    expect(readFileSync(`${file}.rejects.csv`, 'utf8')).toBe(
      'import_row,import_error,LastName,City\n2,line 3: unclosed quote,"""Jones",Bonn\n',
    );
  });

  it('works against a running service, once', async () => {
    const data = newFolder();
    const token = await newToken(data);
    const served = await serve(data);
    const folder = newFolder();
    const people = Array.from({ length: 60 }, (_, i) => `Person${i},p${i}@x.example`).join('\n');
    const file = fileIn(folder, 'a.csv', `LastName,Email\n${people}\n,nobody@x.example\n`);
    const remote = ['import', file, '--object', 'Contact', '--url', served.url, '--token', token, '--json'];
    expect(await json<Counts>(remote)).toMatchObject({ read: 61, created: 60, rejected: 1 });
    expect(readFileSync(`${file}.rejects.csv`, 'utf8')).toContain('REQUIRED_FIELD_MISSING');
    expect((await cli(remote)).stderr).toMatch(/already imported/);
    const found = await json<Record<string, unknown[]>>(words`search --object Contact Email=p7@x.example --url
      ${served.url} --token ${token} --json`);
    expect(found['003']).toHaveLength(1);
    await served.stop();
    expect(await stored(data)).toHaveLength(60);
  });
});
