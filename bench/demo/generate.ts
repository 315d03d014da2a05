import { csvLine } from '../../src/files/write/csv.js';
import { companies, companyAgain, type Company } from './companies.js';
import { countryDraw } from './countries.js';
import { person, personAgain, type Person } from './people.js';
import { Random } from './random.js';
import type { Address } from './values.js';

const seed = 20_260_101;
const sizes = { users: 12, campaigns: 6, companies: 700, contacts: 2_000, leads: 800, members: 500 } as const;

/**
 * The demo data by file name, in loading order: generated people and companies with realistic duplicates. The column
 * `key` identifies a row within the demo data. Reference fields contain such keys, which loading replaces with Ids.
 */
export function demoFiles(): Map<string, string> {
  const random = new Random(seed);
  const base = companies(random, sizes.companies);
  const owner = (): string => `user-${random.int(1, sizes.users)}`;
  const contactRows = contacts(random, base, owner);
  const leadRows = leads(random, base, owner);
  return new Map([
    ['user.csv', users(random)],
    ['campaign.csv', campaigns(owner)],
    ['account.csv', accounts(random, base, owner)],
    ['contact.csv', toCsv(contactHeader, contactRows)],
    ['lead.csv', toCsv(leadHeader, leadRows)],
    ['campaign-member.csv', members(random, contactRows.length, leadRows.length)],
  ]);
}

const contactHeader =
  'key FirstName LastName AccountId OwnerId Email Phone Title Birthdate MailingStreet MailingCity MailingState MailingPostalCode MailingCountry LeadSource'.split(
    ' ',
  );
const leadHeader =
  'key FirstName LastName Company OwnerId Email Phone Title Street City State PostalCode Country LeadSource Status'.split(
    ' ',
  );
const sources = ['Web', 'Trade Show', 'Partner', 'Phone Inquiry', 'Purchased List'];

function users(random: Random): string {
  const header = ['key', 'FirstName', 'LastName', 'Username', 'Alias', 'Email', 'Title'];
  const rows = Array.from({ length: sizes.users }, (_, i) => {
    const { firstName, lastName, email } = person(random, random.pick(countryDraw), 'crm.example');
    const name = `${String(i + 1)}.${email}`;
    return [
      `user-${i + 1}`,
      firstName,
      lastName,
      name,
      `rep${i + 1}`,
      email,
      i < 2 ? 'Sales Lead' : 'Account Executive',
    ];
  });
  return toCsv(header, rows);
}

function campaigns(owner: () => string): string {
  const names = [
    'Spring Trade Fair',
    'Autumn Newsletter',
    'Webinar Series',
    'Referral Bonus',
    'Partner Day',
    'Winback',
  ];
  const header = ['key', 'Name', 'Type', 'Status', 'OwnerId', 'StartDate', 'IsActive'];
  const rows = names.map((name, i) => [
    `campaign-${i + 1}`,
    name,
    i % 2 === 0 ? 'Event' : 'Email',
    i < 4 ? 'In Progress' : 'Completed',
    owner(),
    `2025-0${i + 1}-15`,
    i < 4 ? 'true' : 'false',
  ]);
  return toCsv(header, rows);
}

function accounts(random: Random, base: readonly Company[], owner: () => string): string {
  const header =
    'key Name OwnerId Phone Website Industry NumberOfEmployees BillingStreet BillingCity BillingState BillingPostalCode BillingCountry'.split(
      ' ',
    );
  const rows = base.map((company, i) => [
    `account-${i + 1}`,
    company.name,
    owner(),
    random.chance(0.9) ? company.phone.international : '',
    random.chance(0.8) ? `https://www.${company.domain}` : '',
    company.industry,
    String(company.employees),
    ...addressCells(company.address),
  ]);
  base.forEach((company) => {
    if (!random.chance(0.12)) return;
    const again = companyAgain(random, company);
    const cells = addressCells(
      random.chance(0.8) ? company.address : { ...company.address, street: '', postalCode: '' },
    );
    const key = `account-${rows.length + 1}`;
    rows.push([key, again.name, owner(), again.phone, again.website, company.industry, '', ...cells]);
  });
  return toCsv(header, rows);
}

function contacts(random: Random, base: readonly Company[], owner: () => string): string[][] {
  const rows: string[][] = [];
  const add = (who: Person, account: number): void => {
    rows.push([
      `contact-${rows.length + 1}`,
      who.firstName,
      who.lastName,
      account >= 0 ? `account-${account + 1}` : '',
      owner(),
      who.email,
      who.phone,
      who.title,
      who.birthdate,
      ...addressCells(who.address),
      random.skewed(sources),
    ]);
  };
  const positions = base.map((_, i) => i);
  let household: Person | undefined;
  for (let i = 0; i < sizes.contacts; i += 1) {
    const account = random.chance(0.75) ? random.skewed(positions) : -1;
    const company = base[account];
    let who = person(random, company?.country ?? random.pick(countryDraw), company?.domain);
    // Some people share the last name, address and phone of the previous person, but are different people.
    if (household !== undefined && random.chance(0.06)) {
      const { lastName, address, phone, phoneAtHome, country } = household;
      who = { ...who, lastName, address, phone, phoneAtHome, country, email: random.chance(0.5) ? '' : who.email };
    }
    if (random.chance(0.12)) who = { ...who, email: '' };
    if (random.chance(0.15)) who = { ...who, phone: '' };
    if (random.chance(0.3)) who = { ...who, birthdate: '' };
    household = who;
    add(who, account);
    for (let copies = random.chance(0.14) ? (random.chance(0.15) ? 2 : 1) : 0; copies > 0; copies -= 1) {
      add(personAgain(random, who), random.chance(0.7) ? account : -1);
    }
  }
  return rows;
}

function leads(random: Random, base: readonly Company[], owner: () => string): string[][] {
  const rows: string[][] = [];
  const add = (who: Person, company: string): void => {
    const { street, city, state, postalCode, country } = who.address;
    const key = `lead-${rows.length + 1}`;
    const status = random.pick(['Open - Not Contacted', 'Working - Contacted', 'Closed - Not Converted']);
    const place = random.chance(0.6) ? [street, city, state, postalCode, country] : ['', city, '', '', country];
    rows.push([
      key,
      who.firstName,
      who.lastName,
      company,
      owner(),
      who.email,
      who.phone,
      who.title,
      ...place,
      random.pick(sources),
      status,
    ]);
  };
  for (let i = 0; i < sizes.leads; i += 1) {
    const company = random.pick(base);
    const who = person(random, company.country, random.chance(0.7) ? company.domain : undefined);
    add(who, company.name);
    if (random.chance(0.12)) add(personAgain(random, who), companyAgain(random, company).name);
  }
  return rows;
}

function members(random: Random, contactCount: number, leadCount: number): string {
  const header = ['key', 'CampaignId', 'LeadId', 'ContactId', 'Status'];
  const rows = Array.from({ length: sizes.members }, (_, i) => {
    const isLead = random.chance(0.5);
    return [
      `member-${i + 1}`,
      `campaign-${random.int(1, sizes.campaigns)}`,
      isLead ? `lead-${random.int(1, leadCount)}` : '',
      isLead ? '' : `contact-${random.int(1, contactCount)}`,
      random.chance(0.3) ? 'Responded' : 'Sent',
    ];
  });
  return toCsv(header, rows);
}

function addressCells({ street, city, state, postalCode, country }: Address): string[] {
  return [street, city, state, postalCode, country];
}

function toCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map(csvLine).join('');
}
