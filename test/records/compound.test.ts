import { describe, expect, it } from 'vitest';
import { hasCompoundName, personName } from '../../src/records/compound.js';
import { createRegistry } from '../../src/records/registry.js';

describe("a person's Name", () => {
  it.each([
    [{ FirstName: 'Ada', LastName: 'Lovelace' }, 'Ada Lovelace'],
    [{ LastName: 'Lovelace' }, 'Lovelace'],
    [{ FirstName: 'Ada', LastName: null }, 'Ada'],
    [{ Salutation: 'Mrs', FirstName: 'Ada', MiddleName: 'King', LastName: 'Byron', Suffix: 'Jr' }, 'Ada Byron'],
    [{ FirstName: '', LastName: null }, null],
    [{}, null],
  ])('of %j is %s', (fields, name) => expect(personName(fields)).toBe(name));

  it('is filled on Contact, Lead and User, and can be sent for all others', () => {
    const types = createRegistry([]).types;
    expect(types.filter(hasCompoundName).map((type) => type.name)).toEqual(['Contact', 'User', 'Lead']);
    for (const type of types.filter(hasCompoundName)) expect(type.field('Name')!.isWritable).toBe(false);
    expect(createRegistry([]).byName('Account')!.field('Name')!.isWritable).toBe(true);
  });
});
