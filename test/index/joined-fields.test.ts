import { expect, it } from 'vitest';
import { contactScenarios } from '../../bench/synthetic/contact-scenarios.js';
import { Contacts } from '../../bench/synthetic/contacts.js';
import { rowsWithDuplicates } from '../../bench/synthetic/tasks.js';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import { joinValues } from '../../src/index/join/similar-pairs.js';
import { PlainField } from '../../src/index/values/plain-field.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { freshSeed, Random } from './random.js';
import { rowsOf } from '../support/entries.js';

const methods = createMethods();
const WORDS = ['head', 'heads', 'of', 'the', 'for', 'sales', 'support', 'team', 'north', 'south', 'at', 'and'];

it.each(
  rowsOf<[string, string[]]>(`
  personName → ["LastName"] | swappedName → ["FirstName", "LastName"] | email → ["Email"] | street → ["MailingStreet"]
  date → ["Birthdate"] | companyName → ["LastName"] | text → ["Description"] | phone → ["Phone"]
  phone → ["Phone", "MobilePhone"]
`),
)('%s: values that are only joined are found similar as those that are searched are', (name, fields) => {
  const random = new Random(freshSeed(`joined ${name}`));
  const contacts = new Contacts(random.below(1_000));
  const method = methods.get(name)!;
  const searched = new PlainField(fields, method, 0);
  const joined = new PlainField(fields, method, 0, undefined, true);
  let row = 0;
  for (const { values: contact } of rowsWithDuplicates(contacts, 1_500)) {
    row++;
    const values: Record<string, string> = { ...contact };
    values['Birthdate'] = `19${70 + random.below(4)}-0${1 + random.below(9)}-1${random.below(10)}`;
    // Each name field may contain names of the other field, initials and typos.
    const { FirstName = 'Anna', LastName = 'Smith' } = values;
    if (random.chance(0.3)) values['FirstName'] = LastName.slice(random.below(2));
    if (random.chance(0.3)) values['LastName'] = FirstName;
    if (random.chance(0.1)) values['FirstName'] = FirstName.charAt(0);
    // Few words in many strings, so their lists are long.
    values['Description'] = Array.from({ length: 1 + random.below(6) }, () => random.pick(WORDS)).join(' ');
    const phone = values['Phone'];
    if (phone !== undefined && random.chance(0.3)) {
      const at = random.below(phone.length + 1);
      values['MobilePhone'] = phone.slice(0, at) + String(random.below(10)) + phone.slice(at + random.below(2));
    }
    const normal = joined.normalise(values);
    for (const field of [searched, joined]) field.assign(row, normal);
  }
  const image = new PlainField(fields, method, 0, joined.image(), true);
  const pairsOf = (field: PlainField) => {
    const { lower, higher, similarities } = joinValues(field, 1, field.dictionary.size + 1);
    return Array.from(lower, (value, i) => [value, higher[i]!, similarities[i]!]);
  };
  const expected = pairsOf(searched);
  expect(pairsOf(joined)).toEqual(expected);
  expect(pairsOf(image)).toEqual(expected);
  // Few e-mail addresses are similar to another address.
  expect(expected.length).toBeGreaterThan(0);
});

it('an index that is only joined refuses to be searched', () => {
  const scenarios = contactScenarios();
  const index = createMemoryIndex({ scenarios, options: { isJoined: true } });
  index.put('1', { LastName: 'Smith' });
  const query = { values: { LastName: 'Smith' }, scenarios, rule: 'search' as const, limit: 1 };
  expect(() => index.search(query)).toThrow('built for a self-join');
});
