import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { checkConfiguration } from '../../../src/store/config/check.js';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { configurationSchemas, fileNames } from '../../../src/store/config/config-schemas.js';
import { validateRecord } from '../../../src/service/upsert/validated-record.js';
import type { FieldValue } from '../../../src/records/record.js';

const folder = fileURLToPath(new URL('../../../data/config-examples', import.meta.url));
const example = async (name: string): Promise<unknown> => JSON.parse(await readFile(`${folder}/${name}`, 'utf8'));
const validator = (name: (typeof fileNames)[number]) =>
  new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(configurationSchemas()[name]);

describe('the shipped examples', () => {
  it('are one for each file, and lists', async () => {
    expect((await readdir(folder)).sort()).toEqual([...fileNames, 'lists'].sort());
  });

  it.each(fileNames)('%s fits its JSON Schema, and spoilt it does not', async (name) => {
    const validate = validator(name);
    const content = await example(name);
    expect(validate(content), JSON.stringify(validate.errors)).toBe(true);
    const spoilt = Array.isArray(content)
      ? [{ ...(content[0] as object), nonsense: 1 }]
      : { ...(content as object), nonsense: 1 };
    expect(validate(spoilt)).toBe(false);
  });

  it('load together, without a problem or a doubt', async () => {
    const check = await checkConfiguration(folder);
    expect(check.problems).toEqual([]);
    expect(check.warnings).toEqual([]);
  });

  it('declare what only some organisations have, and take it blank: record types, currencies, persons, addresses', async () => {
    const { registry, formulas } = await loadConfiguration(folder);
    const names = [
      ...['RecordTypeId', 'CurrencyIsoCode', 'IsPersonAccount', 'PersonEmail', 'PersonMobilePhone', 'PersonBirthdate'],
      ...['PersonMailingStreet', 'PersonMailingCity', 'PersonMailingPostalCode', 'BillingAddress'],
    ];
    const account = registry.byName('Account')!;
    expect(names.filter((name) => account.field(name) === undefined)).toEqual([]);
    const blank = Object.fromEntries(names.map((name) => [name, null]));
    const { values } = validateRecord(registry, 'Account', { Name: 'Doe', ...blank });
    expect(values).toMatchObject({ RecordTypeId: null, PersonEmail: null });
    const full = { RecordTypeId: '012000000000001AAA', CurrencyIsoCode: 'CHF' };
    expect(validateRecord(registry, 'Account', full).values).toEqual(full);
    expect(() => validateRecord(registry, 'Account', { BillingAddress: 'Main St' })).toThrow('a formula field');
    const address = formulas.get('Account')!.find(({ name }) => name === 'BillingAddress')!.formula;
    const parts: Record<string, string> = {
      BillingStreet: 'Main St 1',
      BillingCity: 'Bern',
      BillingPostalCode: '3000',
    };
    expect(address.evaluate({ value: ([name]) => parts[name!] ?? null, now: new Date() })).toBe('Main St 1, 3000 Bern');
  });

  it('mean what they show: an invoice with formulas, an auto-number, roll-ups on Account, an on-save update, filters', async () => {
    const { registry, formulas, onSave, filters, scenarios, crossObject, lists } = await loadConfiguration(folder);
    const now = new Date('2026-02-11T12:00:00Z');
    const invoice = registry.byPrefix('a01')!;
    expect(invoice.name).toBe('Invoice__c');
    expect(invoice.field('Name')?.autoNumber).toBe('INV-{00000}');
    expect(registry.byName('Account')?.field('InvoicedTotal__c')?.summary).toMatchObject({
      object: 'Invoice__c',
      operation: 'sum',
    });
    const values: Record<string, FieldValue> = {
      Amount__c: 100,
      TaxRate__c: 20,
      Status__c: 'Open',
      PaidDate__c: '2026-02-01',
    };
    const read = (path: readonly string[]) => values[path.join('.')] ?? null;
    const [gross] = formulas.get('Invoice__c')!;
    expect(gross?.name).toBe('Gross__c');
    expect(gross?.formula.evaluate({ value: read, now })).toBe(120);
    const [paid] = onSave.get('Invoice__c')!;
    expect(paid?.when((field) => values[field] ?? null, now)).toBe(true);
    expect(paid?.set).toEqual({ Status__c: 'Paid' });
    const unsettled = filters.get('unsettled_invoices')!.condition;
    expect(unsettled.test((field) => values[field] ?? null, now)).toBe(true);
    expect(unsettled.test((field) => (field === 'Status__c' ? 'Paid' : (values[field] ?? null)), now)).toBe(false);
    const leads = filters.get('reachable_leads')!.condition;
    const lead = (Company: string) => leads.test((field) => ({ Company, Email: 'a@b.ie' })[field] ?? null, now);
    expect([lead('Acme'), lead('Test_7'), lead('Testing')]).toEqual([true, false, true]);
    expect(scenarios.find(({ id }) => id === 'lead-default')?.threshold).toBe(8_000);
    expect(crossObject).toHaveLength(2);
    expect(lists.size).toBe(5);
  });
});
