import { makeId } from '../../src/records/ids.js';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDataFolder } from '../../src/cli/open/data-folder.js';
import { configurationOf } from '../../src/store/config/load.js';
import { loadDemo } from '../../src/cli/demo/load-demo.js';
import { cli, done, json } from '../support/command-line.js';
import { isNightly } from '../support/draws.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const OBJECTS = [
  {
    name: 'Account',
    keyPrefix: '001',
    fields: [{ name: 'Tickets__c', type: 'summary', summary: ticketSummary('count') }],
  },
  {
    name: 'Ticket__c',
    keyPrefix: 'a0T',
    fields: [
      { name: 'Number__c', type: 'autoNumber', autoNumber: 'T-{YYYY}-{0000}' },
      { name: 'Account__c', type: 'reference', referenceTo: ['Account'], mustExist: true },
      { name: 'Next__c', type: 'reference', referenceTo: ['Ticket__c'], mustExist: true },
      { name: 'Hours__c', type: 'number' },
      { name: 'Twice__c', type: 'formula', returns: 'number', formula: 'Hours__c * 2' },
      { name: 'State__c', type: 'string', default: 'new' },
      { name: 'Due__c', type: 'date' },
      { name: 'Note__c', type: 'textarea' },
      { name: 'Urgent__c', type: 'boolean' },
    ],
    onSave: [{ when: "State__c = 'new'", set: { Note__c: 'set on save' } }],
  },
];

function ticketSummary(operation: string): object {
  return { object: 'Ticket__c', referenceField: 'Account__c', operation };
}

type Save = (objectType: string, objectData: object) => Promise<string>;

/** Creates related records of each demo object. The nightly run uses the demo data instead. */
async function few(save: Save): Promise<void> {
  for (let i = 1; i <= 12; i++) {
    const name = {
      FirstName: 'Zoë "Z"',
      LastName: `O'Neill, ${i}`,
      Email: `zoe${i}@example.com`,
      Title: i % 3 ? '' : '+1',
    };
    const owner = { OwnerId: await save('User', { ...name, Username: `user${i}@crm.example`, Alias: `a${i}` }) };
    const CampaignId = await save('Campaign', {
      ...owner,
      Name: `Fair ${i}`,
      IsActive: i % 2 === 0,
      StartDate: '2025-01-15',
    });
    const AccountId = await save('Account', { ...owner, Name: `Díaz ${i} S.L.`, NumberOfEmployees: i * 1_000 });
    const street = {
      MailingStreet: `${i} Main Street\nSuite 3`,
      Birthdate: `19${60 + i}-01-14`,
      Phone: '+33 1 99 00 78 49',
    };
    const ContactId = await save('Contact', { ...owner, ...name, ...street, AccountId });
    const LeadId = await save('Lead', { ...owner, ...name, Company: `Tundra ${i}`, Status: 'Open - Not Contacted' });
    await save('CampaignMember', { CampaignId, ...(i % 2 === 0 ? { ContactId } : { LeadId }), Status: 'Sent' });
  }
}

/** Creates a data folder with records of standard objects and of a custom object, and its configuration. */
async function filled(): Promise<{ data: string; config: string }> {
  const [data, config] = [newFolder(), newFolder()];
  writeFileSync(join(config, 'objects.json'), JSON.stringify(OBJECTS));
  const configuration = await configurationOf(config);
  const likeness = await openDataFolder(data, configuration);
  const caller = { clientId: 'test', userId: makeId('005', 7) };
  const save: Save = async (objectType, objectData) => {
    const answer = await likeness.upsert({ objectType, objectData: objectData as Record<string, unknown> }, caller);
    expect(answer.errorMessage).toBeNull();
    return answer.objectId!;
  };
  if (isNightly) await loadDemo(likeness, configuration);
  else await few(save);
  const account = await save('Account', { Name: '=cmd|\'/c calc\'!A1 "quoted", and\nmore' });
  const ids: string[] = [];
  for (let i = 0; i < 12; i++)
    ids.push(await save('Ticket__c', { Account__c: account, Hours__c: i / 4, Due__c: '2026-02-03', Urgent__c: i % 2 }));
  await save('Ticket__c', { Id: ids[3], State__c: null, Note__c: '-1 is no formula' });
  // Refers to a later record.
  await save('Ticket__c', { Id: ids[1], Next__c: ids[7] });
  await likeness.deleteRecord('Ticket__c', ids[5]!, caller);
  await likeness.deleteRecord('Ticket__c', ids[11]!, caller);
  await likeness.close();
  return { data, config };
}

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

it.each(['csv', 'ndjson'])('all objects, exported as %s, come with their Ids into an empty store', async (format) => {
  const { data, config } = await filled();
  const [first, second, other] = [join(newFolder(), 'out'), join(newFolder(), 'out'), newFolder()];
  await done(['export', '--out', first, '--format', format, '--data', data, '--config', config]);
  const exported = filesIn(first);
  expect(Object.keys(exported)).toEqual(
    ['Account', 'Campaign', 'CampaignMember', 'Contact', 'Lead', 'Ticket__c', 'User'].map((n) => `${n}.${format}`),
  );
  const importing = ['import', first, '--data', other, '--config', config, '--json'];
  type Report = { object: string; read: number; created: number; unusedColumns: string[] };
  // Records of one file refer to records of another. A dry run saves nothing.
  const tried = await json<Report[]>([...importing, '--dry-run']);
  expect(await done(['export', '--object', 'Ticket__c', '--data', other, '--config', config])).not.toContain('T-');
  const reports = await json<Report[]>(importing);
  const outcome = ({ object, read, created }: Report) => ({ object, read, created });
  expect(tried.map(outcome)).toEqual(reports.map(outcome));
  for (const { object, read, created } of reports) expect([object, created]).toEqual([object, read]);
  const objects = reports.map(({ object }) => object);
  expect(objects.indexOf('Account')).toBeLessThan(objects.indexOf('Contact'));
  expect(reports.find(({ object }) => object === 'Ticket__c')!.unusedColumns).toEqual(['Twice__c']);
  await done(['export', '--out', second, '--format', format, '--data', other, '--config', config]);
  expect(filesIn(second)).toEqual(exported);
  await done(['verify', '--data', other, '--config', config]);

  // A repeated import changes only the last modifier. New records get new auto-numbers.
  const again = await json<{ read: number; updated: number }[]>([...importing, '--again']);
  for (const { read, updated } of again) expect(updated).toBe(read);
  const added = fileIn(newFolder(), 'Ticket__c.csv', 'Hours__c\n8\n');
  await done(['import', added, '--object', 'Ticket__c', '--data', other, '--config', config]);
  const tickets = (
    await done(['export', '--object', 'ticket__c', '--format', 'ndjson', '--data', other, '--config', config])
  )
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(tickets).toHaveLength(11);
  expect(tickets.at(-1)).toMatchObject({
    Number__c: expect.stringMatching(/^T-\d{4}-0012$/) as string,
    State__c: 'new',
  });
  expect(new Set(tickets.map(({ Id }) => Id)).size).toBe(11);
});

it('Ids that cannot be kept are refused, each row by itself and before anything is saved where the order is wrong', async () => {
  const data = newFolder();
  const folder = newFolder();
  const importing = (text: string) =>
    cli(['import', fileIn(folder, 'a.csv', text), '--object', 'Contact', '--data', data]);
  const id = (number: number) => `003LK000000000${number}`;
  expect((await importing(`Id,LastName\n${id(3)},Three\n${id(2)},Two\n`)).stderr).toMatch(
    /row 2: Id 003LK0000000002\w+ comes after 003LK0000000003\w+;.*sort the file by Id/,
  );
  expect(await done(['export', '--object', 'Contact', '--data', data])).not.toContain('Three');
  expect((await importing(`Id,LastName\n${id(2)},Two\n${id(4)},Four\n`)).stdout).toContain('2 created');
  const { code, stdout } = await importing(
    `Id,LastName\n${id(2)},Second\n${id(3)},Three\n003000000000007,Foreign\n${id(9)},Nine\n,New\n`,
  );
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 created, 1 updated, 2 rejected') as string]);
  expect(stdout).toMatch(
    /row 2: NOT_FOUND: No Contact with Id \w+ exists, and no new record can get this Id, because Ids/,
  );
  const names = (await done(['export', '--object', 'Contact', '--format', 'ndjson', '--data', data]))
    .trimEnd()
    .split('\n');
  expect(names.map((line) => (JSON.parse(line) as { LastName: string }).LastName)).toEqual([
    'Second',
    'Four',
    'Nine',
    'New',
  ]);
});

it('a folder of all objects is written into an empty folder only, and read where its files are named like objects', async () => {
  const data = newFolder();
  await done(['import', fileIn(data, 'a.csv', 'LastName\nDoe\n'), '--object', 'Contact', '--data', data]);
  expect((await cli(['export', '--data', data])).stderr).toMatch(/--object TYPE, or a folder .* --out DIR/);
  const folder = newFolder();
  mkdirSync(join(folder, 'full'));
  fileIn(join(folder, 'full'), 'notes.csv', 'a\n');
  expect((await cli(['export', '--out', join(folder, 'full'), '--data', data])).stderr).toMatch(/is not empty/);
  expect((await cli(['import', join(folder, 'full'), '--data', data])).stderr).toMatch(
    /notes\.csv.*named after an object/,
  );
});
