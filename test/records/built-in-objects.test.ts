import { describe, expect, it } from 'vitest';
import { createRegistry } from '../../src/records/registry.js';
import { rowsOf } from '../support/entries.js';

const registry = createRegistry([]);
const writable = (name: string) => registry.byName(name)!.fields.filter((field) => field.isWritable);

describe('built-in objects', () => {
  it('are eleven, with the key prefixes of the platform, and the four of the product', () => {
    expect(Object.fromEntries(registry.types.map((type) => [type.name, type.keyPrefix]))).toEqual({
      Account: '001',
      Contact: '003',
      User: '005',
      dupcheck__dc3Duplicate__c: 'aZP',
      dupcheck__dcDiscard__c: 'aZD',
      dupcheck__dcGroup__c: 'aZG',
      dupcheck__dcJob__c: 'aZJ',
      Group: '00G',
      Opportunity: '006',
      Lead: '00Q',
      Task: '00T',
      CampaignMember: '00v',
      Case: '500',
      Campaign: '701',
      Asset: '02i',
    });
  });

  it.each(
    rowsOf<[string, string[]]>(`
    Account → ["Name"] | Contact → ["LastName"] | User → ["Username", "LastName", "Email"] | Group → ["Name"]
    Opportunity → ["Name", "StageName", "CloseDate"] | Lead → ["LastName", "Company"] | Task → []
    CampaignMember → ["CampaignId"] | Case → [] | Campaign → ["Name"] | Asset → ["Name"]
  `),
  )('%s requires %j', (type, names) => {
    const required = registry.byName(type)!.fields.filter((field) => field.required === true);
    expect(required.map((field) => field.name)).toEqual(names);
  });

  const address = (prefix: string) => ['Street', 'City', 'State', 'PostalCode', 'Country'].map((part) => prefix + part);
  it.each<[type: string, names: string, ...addresses: string[]]>([
    [
      'Account',
      'Name Phone Fax Website Industry Type AnnualRevenue NumberOfEmployees ParentId OwnerId Description',
      'Billing',
      'Shipping',
    ],
    [
      'Contact',
      'FirstName LastName Salutation Email Phone MobilePhone HomePhone OtherPhone AssistantPhone Fax',
      'Mailing',
      'Other',
    ],
    ['Contact', 'Birthdate Title Department Description AccountId ReportsToId OwnerId LeadSource'],
    ['Lead', 'FirstName LastName Company Email Phone MobilePhone Fax Website', ''],
    ['Lead', 'Title Description LeadSource Status Industry Rating AnnualRevenue OwnerId'],
    [
      'Opportunity',
      'Name AccountId Amount CloseDate StageName Probability Type LeadSource OwnerId Description NextStep',
    ],
    ['User', 'FirstName LastName Username Email Title Department Phone MobilePhone IsActive', ''],
    ['Task', 'Subject WhoId WhatId ActivityDate Status Priority OwnerId Description'],
    ['CampaignMember', 'CampaignId LeadId ContactId Status'],
    ['Case', 'Subject Status Origin Priority ContactId AccountId ParentId OwnerId Description'],
    [
      'Campaign',
      'Name Type Status StartDate EndDate BudgetedCost ActualCost ExpectedRevenue OwnerId Description ParentId',
    ],
    ['Asset', 'Name AccountId ContactId SerialNumber Status Price PurchaseDate InstallDate OwnerId Description'],
  ])('%s has the usual standard fields, open to writing', (type, names, ...addresses) => {
    const expected = [...names.split(' '), ...addresses.flatMap(address)];
    expect(writable(type).map((field) => field.name)).toEqual(expect.arrayContaining(expected));
  });

  it.each(
    rowsOf<[string, string, number]>(`
    Account → Name → 255 | Account → BillingStreet → 255 | Contact → FirstName → 40 | Contact → LastName → 80
    Contact → Name → 121 | Contact → Email → 80 | Contact → Phone → 40 | Contact → Title → 128
    Contact → MailingCity → 40 | Contact → MailingPostalCode → 20 | Contact → Description → 32000 | Lead → Company → 255
    Lead → Website → 255 | Opportunity → Name → 120 | Campaign → Name → 80
  `),
  )('%s.%s has %i characters', (type, field, length) =>
    expect(registry.byName(type)!.field(field)!.length).toBe(length),
  );

  it('every object has Id and audit fields, filled by the service and never written by a request', () => {
    for (const type of registry.types) {
      expect(type.fields[0]!.name).toBe('Id');
      for (const name of ['Id', 'CreatedDate', 'CreatedById', 'LastModifiedDate', 'LastModifiedById', 'SystemModstamp'])
        expect(type.field(name)).toMatchObject({ isSystem: true, isWritable: false });
      expect(type.field('Id')!.relationshipName).toBeUndefined();
    }
  });

  it('every object but CampaignMember, Group and User has an owner: a User or a Group', () => {
    for (const type of registry.types) {
      const owner = type.relationship('Owner');
      if (['CampaignMember', 'Group', 'User'].includes(type.name)) expect(owner).toBeUndefined();
      else
        expect(owner).toMatchObject({
          name: 'OwnerId',
          referenceTo: ['User', 'Group'],
          targetPrefixes: ['005', '00G'],
        });
    }
  });

  it('Case has an auto-number', () =>
    expect(registry.byName('Case')!.field('CaseNumber')).toMatchObject({
      type: 'autoNumber',
      isWritable: false,
      isSystem: false,
    }));

  it('new records get the usual defaults', () => {
    const defaults = registry.types.flatMap((type) =>
      type.fields.flatMap((field) =>
        field.default === undefined ? [] : [[`${type.name}.${field.name}`, field.default]],
      ),
    );
    expect(Object.fromEntries(defaults)).toMatchObject({
      'Lead.Status': 'Open - Not Contacted',
      'Lead.IsConverted': false,
      'User.IsActive': true,
      'Case.Status': 'New',
      'Task.Status': 'Not Started',
      'CampaignMember.Status': 'Sent',
    });
  });
});
