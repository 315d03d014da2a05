import { describe, expect, it } from 'vitest';
import type { FieldValue } from '../../../src/records/record.js';
import { chooseMaster } from '../../../src/matching/survivorship/choose-master.js';
import { defaultRules, usualGroups } from '../../../src/matching/survivorship/default-rules.js';
import type {
  DuplicateRecord,
  FieldRule,
  MasterRule,
  SurvivorshipRules,
} from '../../../src/matching/survivorship/rules.js';
import { surviveFields } from '../../../src/matching/survivorship/survive-fields.js';

const NOW = new Date('2026-01-01T00:00:00Z');

function record(id: string, values: Record<string, FieldValue>, more: Partial<DuplicateRecord> = {}): DuplicateRecord {
  return { id, values, ...more };
}

const rulesOf = (master: MasterRule[], otherFields: FieldRule = { kind: 'firstNonBlank' }): SurvivorshipRules => ({
  master,
  groups: [],
  otherFields,
});

describe('the master', () => {
  const old = record('b', { Email: 'x' }, { created: '2020-01-01', modified: '2020-01-02', source: 'web' });
  const recent = record(
    'a',
    { Email: 'x', Phone: '1' },
    { created: '2024-01-01', modified: '2025-01-01', source: ' CRM' },
  );
  const undated = record('c', { Email: 'x', Phone: '', Title: '  ' });
  const all = [undated, old, recent];

  it.each<[string, MasterRule, string]>([
    ['latestModified', { kind: 'latestModified' }, 'a'],
    ['oldest', { kind: 'oldest' }, 'b'],
    ['mostComplete', { kind: 'mostComplete' }, 'a'],
    ['sourceOrder', { kind: 'sourceOrder', sources: ['web', 'crm'] }, 'b'],
    ['condition', { kind: 'condition', condition: { fields: [], test: (value) => value('Id') === 'c' } }, 'c'],
  ])('by %s', (kind, rule, expected) => {
    expect(chooseMaster(all, rulesOf([rule]), NOW)).toMatchObject({ master: { id: expected }, rule: kind });
  });

  it('is the lowest row, then the lowest Id, if no rule distinguishes them', () => {
    const [x, y, z] = [record('x', {}, { row: 2 }), record('y', {}, { row: 1 }), record('a', {})];
    expect(chooseMaster([x, y, z], rulesOf([]), NOW)).toMatchObject({ master: { id: 'y' }, rule: 'lowestRow' });
    expect(chooseMaster([record('x', {}), z], rulesOf([]), NOW)).toMatchObject({
      master: { id: 'a' },
      rule: 'lowestId',
    });
  });

  it('is decided by the next rule where the first gives a tie', () => {
    const rules = rulesOf([{ kind: 'sourceOrder', sources: ['erp'] }, { kind: 'oldest' }]);
    expect(chooseMaster(all, rules, NOW)).toMatchObject({ master: { id: 'b' }, rule: 'oldest' });
  });

  it('needs a record', () => expect(() => chooseMaster([], rulesOf([]), NOW)).toThrow(/at least one/));
});

describe('the values that survive', () => {
  const master = record('1', { v: null }, { modified: '2020-01-01', source: 'a' });
  const survive = (rule: FieldRule, ...values: FieldValue[]) => {
    const others = values.map((v, i) =>
      record(String(i + 2), { v }, { modified: `202${i + 1}-01-01`, source: ['b', 'c', 'd'][i] }),
    );
    return surviveFields([master, ...others], master, rulesOf([], rule), NOW).choices[0]!;
  };

  it.each<[FieldRule, FieldValue[], FieldValue, string[]]>([
    [{ kind: 'master' }, ['x'], null, []],
    [{ kind: 'firstNonBlank' }, ['', 'x', 'y'], 'x', ['3']],
    [{ kind: 'latest' }, ['x', 'y', ' '], 'y', ['3']],
    [{ kind: 'longest' }, ['x', 'xyz', 'xy'], 'xyz', ['3']],
    [{ kind: 'mostCommon' }, ['y', 'X ', 'x'], 'X ', ['3']],
    [{ kind: 'source', sources: ['c'] }, ['x', 'y', 'z'], 'y', ['3']],
    [{ kind: 'sum' }, [0.1, 0.2, '3'], 3.3, ['2', '3', '4']],
    [{ kind: 'sum' }, [null], null, []],
    [{ kind: 'union' }, ['b; a', 'A;c', ''], 'b;a;c', ['2', '3']],
    [{ kind: 'union' }, [false, true], true, ['2', '3']],
    [{ kind: 'union' }, ['False', 'TRUE', 'true'], 'TRUE', ['2', '3', '4']],
  ])('%j of %j', (rule, values, value, from) => {
    expect(survive(rule, ...values)).toEqual({ field: 'v', rule: rule.kind, value, from });
  });

  it('are not placeholders while another record says something', () => {
    const rules = { ...rulesOf([]), isPlaceholder: (_field: string, text: string) => text === 'n/a' };
    const placeholder = record('1', { Email: 'n/a', Phone: 'n/a' });
    const { values } = surviveFields([placeholder, record('2', { Email: 'x' })], placeholder, rules, NOW);
    expect({ ...values }).toEqual({ Email: 'x', Phone: 'n/a' });
  });

  it('keep an address complete and fill it only from records with the same address', () => {
    const fields = ['MailingStreet', 'MailingCity', 'MailingPostalCode', 'Email'];
    const one = record('1', { MailingStreet: '1 High St', Email: 'x' });
    const other = record('2', { MailingStreet: '2 Low St', MailingCity: 'Galway', MailingPostalCode: 'H91' });
    const same = record('3', { MailingStreet: '1 HIGH ST', MailingCity: 'Cork' });
    const { values } = surviveFields([one, other, same], one, defaultRules(fields), NOW, fields);
    expect({ ...values }).toEqual({
      MailingStreet: '1 High St',
      MailingCity: 'Cork',
      MailingPostalCode: null,
      Email: 'x',
    });
  });

  it('may come from fields of any name', () => {
    const odd = record('1', JSON.parse('{"__proto__": "x", "constructor": null}') as Record<string, FieldValue>);
    const { choices } = surviveFields([odd, record('2', {})], odd, rulesOf([]), NOW);
    expect(choices.map(({ field, value }) => [field, value])).toEqual([
      ['__proto__', 'x'],
      ['constructor', null],
    ]);
  });
});

it('the parts of an address are known by their common prefix, and opt-outs by their names', () => {
  expect(usualGroups(['Street', 'City', 'OtherStreet', 'OtherCountry', 'ShippingStreet', 'DoNotCall'])).toEqual([
    { fields: ['Street', 'City'], rule: { kind: 'firstNonBlank' } },
    { fields: ['OtherStreet', 'OtherCountry'], rule: { kind: 'firstNonBlank' } },
    { fields: ['DoNotCall'], rule: { kind: 'union' } },
  ]);
});
