import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DefinitionError } from '../../src/records/definition-error.js';
import type { FieldDefinition, ObjectDefinition } from '../../src/records/object-schema.js';
import { createRegistry } from '../../src/records/registry.js';

const text = (name: string): FieldDefinition => ({ name, type: 'string' });
const custom = (fields: FieldDefinition[], more: Partial<ObjectDefinition> = {}): ObjectDefinition => ({
  name: 'Invoice__c',
  keyPrefix: 'a01',
  fields,
  ...more,
});
const contact = (fields: FieldDefinition[], more: Partial<ObjectDefinition> = {}): ObjectDefinition => ({
  name: 'Contact',
  keyPrefix: '003',
  fields,
  ...more,
});

/** Returns the error message for a list of definitions. */
function complaint(...definitions: ObjectDefinition[]): string {
  try {
    createRegistry(definitions);
  } catch (error) {
    expect(error).toBeInstanceOf(DefinitionError);
    return (error as DefinitionError).message;
  }
  return 'none';
}

/** Returns a name in random upper and lower case. */
const anyCase = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((upper) => Array.from(name, (c, i) => (upper[i]! ? c.toUpperCase() : c.toLowerCase())).join(''));

describe('lookups', () => {
  const registry = createRegistry([
    custom([text('Total_Text__c'), { name: 'Region__c', type: 'reference', referenceTo: ['account'] }]),
  ]);
  const all = registry.types.flatMap((type) => type.fields.map((field) => ({ type, field })));

  it('find objects, fields and relationships whatever the case, and always give the declared spelling', () => {
    const spelt = fc
      .constantFrom(...all)
      .chain(({ type, field }) => fc.tuple(fc.constant({ type, field }), anyCase(type.name), anyCase(field.name)));
    fc.assert(
      fc.property(spelt, ([{ type, field }, typeName, fieldName]) => {
        expect(registry.byName(typeName)).toBe(type);
        expect(registry.byPrefix(type.keyPrefix)).toBe(type);
        expect(type.field(fieldName)).toBe(field);
        if (field.relationshipName !== undefined) {
          expect(type.relationship(field.relationshipName.toUpperCase())).toBe(field);
          expect(type.field(field.relationshipName)).toBeUndefined();
        }
      }),
    );
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'Nobody', 'İd'])(
    'find nothing under "%s"',
    (name) => {
      expect(registry.byName(name)).toBeUndefined();
      expect(registry.byPrefix(name)).toBeUndefined();
      for (const type of registry.types) {
        expect(type.field(name)).toBeUndefined();
        expect(type.relationship(name)).toBeUndefined();
      }
    },
  );

  it('key prefixes mind the case', () => {
    expect(registry.byPrefix('00Q')!.name).toBe('Lead');
    expect(registry.byPrefix('00q')).toBeUndefined();
  });

  it('names the nearest field to a misspelt one', () => {
    expect(registry.byName('Contact')!.nearestField('Emial')).toBe('Email');
    expect(registry.byName('Contact')!.nearestField('Zzzzzzzz')).toBeUndefined();
  });
});

describe('a custom object', () => {
  it('has Id first, Name and OwnerId unless it declares them, its fields, and the audit fields', () => {
    const type = createRegistry([custom([text('A__c')], { label: 'Invoice' })]).byName('Invoice__c')!;
    expect(type.fields.map((field) => field.name)).toEqual([
      ...['Id', 'Name', 'OwnerId', 'A__c'],
      ...['CreatedDate', 'CreatedById', 'LastModifiedDate', 'LastModifiedById', 'SystemModstamp'],
    ]);
    expect(type.label).toBe('Invoice');
    expect(type.maxResults).toBe(100);
    const named = createRegistry([custom([{ name: 'Name', type: 'autoNumber', autoNumber: 'INV-{00000}' }])]).byName(
      'Invoice__c',
    )!;
    expect(named.field('Name')).toMatchObject({ type: 'autoNumber', isWritable: false, valueType: 'string' });
  });

  it('resolves what its fields name to declared spellings', () => {
    const registry = createRegistry([
      custom([{ name: 'Customer__c', type: 'reference', referenceTo: ['ACCOUNT', 'contact'] }, text('Note__c')], {
        resultFields: ['note__C', 'id'],
        maxResults: 7,
        onSave: [{ when: "Note__c = 'x'", set: { NOTE__c: ' y ' } }],
      }),
      {
        name: 'Account',
        keyPrefix: '001',
        fields: [
          {
            name: 'Invoices__c',
            type: 'summary',
            summary: { object: 'INVOICE__C', referenceField: 'customer__c', operation: 'count' },
          },
        ],
      },
    ]);
    const type = registry.byName('Invoice__c')!;
    expect(type.field('Customer__c')).toMatchObject({
      referenceTo: ['Account', 'Contact'],
      targetPrefixes: ['001', '003'],
      relationshipName: 'Customer__r',
      isCustom: true,
    });
    expect(type).toMatchObject({
      resultFields: ['Note__c', 'Id'],
      maxResults: 7,
      onSave: [{ when: "Note__c = 'x'", set: { Note__c: 'y' } }],
    });
    expect(registry.byName('Account')!.field('Invoices__c')).toMatchObject({
      summary: { object: 'Invoice__c', referenceField: 'Customer__c', operation: 'count' },
      valueType: 'integer',
      isWritable: false,
    });
  });

  it.each(['a00', 'aZZ', 'azz', 'a9Q', 'b00', 'A00', '01t', '800', 'zZ9'])('may have the key prefix %s', (keyPrefix) =>
    expect(createRegistry([custom([], { keyPrefix })]).byPrefix(keyPrefix)!.name).toBe('Invoice__c'),
  );

  it.each(['a0', 'a000', 'a-0', '__p', 'ä00', ''])('may not have the key prefix %j', (keyPrefix) =>
    expect(complaint(custom([], { keyPrefix }))).toMatch(/^\[0\]\.keyPrefix: .*expected three letters or digits/),
  );

  it.each(createRegistry().types.map((type) => [type.keyPrefix, type.name]))(
    'may not have the key prefix %s, which is that of the built-in %s',
    (keyPrefix, name) =>
      expect(complaint(custom([], { keyPrefix }))).toBe(
        `[0].keyPrefix: ${keyPrefix} is already the key prefix of ${name}: expected three letters or digits that no other object uses`,
      ),
  );

  it('may not share a key prefix or a name', () => {
    expect(complaint(custom([]), custom([], { name: 'Bill__c' }))).toBe(
      '[1].keyPrefix: a01 is already the key prefix of Invoice__c: expected three letters or digits that no other object uses',
    );
    expect(complaint(custom([]), custom([], { name: 'INVOICE__c', keyPrefix: 'a02' }))).toBe(
      '[1].name: object INVOICE__c is declared twice',
    );
  });
});

describe("an entry with a built-in's name extends it", () => {
  it('adds fields after the built-in ones, with or without __c, and replaces resultFields, maxResults and onSave', () => {
    const type = createRegistry([
      contact([text('Tier__c'), text('Nickname')], {
        name: 'CONTACT',
        resultFields: ['Name'],
        maxResults: 5,
        onSave: [],
      }),
    ]).byName('Contact')!;
    expect(type).toMatchObject({
      name: 'Contact',
      keyPrefix: '003',
      resultFields: ['Name'],
      maxResults: 5,
      onSave: [],
    });
    const names = type.fields.map((field) => field.name);
    expect(names.indexOf('Tier__c')).toBeGreaterThan(names.indexOf('LastName'));
    expect(type.field('Tier__c')!.isCustom).toBe(true);
    expect(type.field('Nickname')!.isCustom).toBe(false);
  });

  it('refines a field that exists: attributes given replace, the others, spelling and type stay', () => {
    const type = createRegistry([
      contact([
        { name: 'EMAIL', type: 'email', required: true },
        { name: 'LeadSource', type: 'picklist', values: ['Web', 'Fair'], default: 'web' },
        { name: 'LastName', type: 'string', length: 20, label: undefined },
      ]),
    ]).byName('Contact')!;
    expect(type.field('Email')).toMatchObject({ name: 'Email', required: true, length: 80 });
    expect(type.field('LeadSource')).toMatchObject({ default: 'Web', label: 'Lead Source' });
    expect(type.field('LastName')).toMatchObject({ length: 20, required: true, label: 'Last Name' });
    expect(type.fields.filter((field) => field.name.toLowerCase() === 'email')).toHaveLength(1);
  });

  it('lets a reference point to custom objects', () => {
    const registry = createRegistry([
      custom([]),
      {
        name: 'Task',
        keyPrefix: '00T',
        fields: [{ name: 'WhatId', type: 'reference', referenceTo: ['Account', 'Invoice__c'] }],
      },
    ]);
    expect(registry.byName('Task')!.field('WhatId')!.targetPrefixes).toEqual(['001', 'a01']);
  });

  it('takes a default away with null', () => {
    const type = createRegistry([
      { name: 'Case', keyPrefix: '500', fields: [{ name: 'Status', type: 'picklist', default: null }] },
    ]).byName('Case')!;
    expect(type.field('Status')!.default).toBeUndefined();
  });

  it('leaves the built-in object itself as it is', () => {
    createRegistry([contact([text('Tier__c')], { maxResults: 5 })]);
    expect(createRegistry([]).byName('Contact')!.field('Tier__c')).toBeUndefined();
    expect(createRegistry([]).byName('Contact')!.maxResults).toBe(100);
  });

  it('cannot change type, key prefix or system fields', () => {
    expect(complaint(contact([{ name: 'Email', type: 'string' }]))).toBe(
      '[0].fields[0].type: Contact.Email is a built-in field of type email; its type cannot be changed to string',
    );
    expect(complaint(contact([], { keyPrefix: 'a00' }))).toBe(
      '[0].keyPrefix: Contact is a built-in object with key prefix 003, not a00',
    );
    expect(complaint(contact([text('Name')]))).toBe(
      '[0].fields[0].name: Contact.Name is set by the service and cannot be redefined',
    );
    for (const name of ['Id', 'createddate', 'SystemModstamp', 'LastModifiedById', 'attributes'])
      expect(complaint(contact([text(name)]))).toMatch(/^\[0\]\.fields\[0\]\.name: .* is reserved/);
  });
});

describe('a definition is refused, naming the place', () => {
  const field = (definition: Partial<FieldDefinition>) => custom([{ name: 'F__c', type: 'string', ...definition }]);
  const refused = (definition: ObjectDefinition, expected: string) =>
    expect(complaint(definition).slice(0, expected.length)).toBe(expected);
  it.each<[string, Partial<FieldDefinition>]>([
    ['name: "A b" is not an API name', { name: 'A b' }],
    ['name: "__proto__" is not an API name', { name: '__proto__' }],
    ['name: "constructor" is a reserved name', { name: 'constructor' }],
    ['name: "TOSTRING" is a reserved name', { name: 'TOSTRING' }],
    ['unique: a text field longer than 255 characters cannot be unique', { unique: true, length: 256 }],
    ['default: a unique field cannot have a default value', { unique: true, default: 'x' }],
    ['unique: ', { type: 'boolean', unique: true }],
    ['name: the name has 81 characters', { name: 'x'.repeat(81) }],
    ['referenceTo: Invoice__c.F__c: missing', { type: 'reference' }],
    ['referenceTo[0]: unknown object Acount; did you mean Account?', { type: 'reference', referenceTo: ['Acount'] }],
    ['formula: Invoice__c.F__c: missing', { type: 'formula', returns: 'number' }],
    ['returns: Invoice__c.F__c: missing', { type: 'formula', formula: '1' }],
    ['autoNumber: Invoice__c.F__c: missing', { type: 'autoNumber' }],
    ['autoNumber: auto-number format "INV"', { type: 'autoNumber', autoNumber: 'INV' }],
    ['summary: Invoice__c.F__c: missing', { type: 'summary' }],
    ['length: Invoice__c.F__c: is not allowed on a field of type number', { type: 'number', length: 5 }],
    ['values: Invoice__c.F__c: is not allowed', { values: ['a'] }],
    ['required: Invoice__c.F__c: is not allowed', { type: 'formula', formula: '1', returns: 'number', required: true }],
    ['default: Invoice__c.F__c: is not allowed', { type: 'autoNumber', autoNumber: '{0}', default: 'x' }],
    ['mustExist: Invoice__c.F__c: is not allowed', { mustExist: true }],
    ['default: F__c: value not of required type: soon', { type: 'date', default: 'soon' }],
    ['default: F__c: data value too large', { length: 2, default: 'abc' }],
    ['default: F__c: bad value', { type: 'picklist', values: ['a'], default: 'b' }],
    ['values[1]: "A" is declared twice', { type: 'picklist', values: ['a', 'A'] }],
    ['values[0]: expected 1 to 255', { type: 'picklist', values: [' a'] }],
  ])('[0].fields[0].%s', (expected, definition) => refused(field(definition), `[0].fields[0].${expected}`));

  it.each<[string, ObjectDefinition]>([
    ['[0].name: "valueOf" is a reserved name', custom([], { name: 'valueOf' })],
    [
      '[0].onSave[0].set.F__c: Invoice__c.F__c is unique and cannot be set to the same value in every record',
      custom([{ name: 'F__c', type: 'string', unique: true }], { onSave: [{ when: 'true', set: { F__c: 'x' } }] }),
    ],
    ['[0].fields[1].name: field a__C of Invoice__c is declared twice', custom([text('A__c'), text('a__C')])],
    [
      '[0].fields[1].name: the target of Invoice__c.PayerId is shown as Payer, but Payer already uses this name',
      custom([text('Payer'), { name: 'PayerId', type: 'reference', referenceTo: ['Account'] }]),
    ],
    ['[0].resultFields[0]: Invoice__c has no field Nmae; did you mean Name?', custom([], { resultFields: ['Nmae'] })],
    ['[0].onSave[0].set.X: Invoice__c has no field X', custom([], { onSave: [{ when: 'true', set: { X: 1 } }] })],
    ['[0].onSave[0].set.Id: Invoice__c.Id is read-only', custom([], { onSave: [{ when: 'true', set: { Id: 'x' } }] })],
    [
      '[0].onSave[0].set.OwnerId: OwnerId: x is not an Id',
      custom([], { onSave: [{ when: 'true', set: { OwnerId: 'x' } }] }),
    ],
    [
      '[0].onSave[0].set.LastName: Contact.LastName is required',
      contact([], { onSave: [{ when: 'true', set: { LastName: null } }] }),
    ],
    [
      '[0].onSave[0].set.name: Name is set twice',
      custom([], { onSave: [{ when: 'true', set: { Name: 'a', name: 'b' } }] }),
    ],
  ])('%s', (expected, definition) => refused(definition, expected));
});

describe('a roll-up summary', () => {
  const child = custom([
    { name: 'Account__c', type: 'reference', referenceTo: ['Account'] },
    { name: 'Amount__c', type: 'currency' },
    { name: 'Due__c', type: 'date' },
    { name: 'Twice__c', type: 'formula', formula: 'Amount__c * 2', returns: 'number' },
    text('Note__c'),
  ]);
  const account = (...summaries: FieldDefinition['summary'][]): ObjectDefinition => ({
    name: 'Account',
    keyPrefix: '001',
    fields: summaries.map((summary, i) => ({ name: `S${i}__c`, type: 'summary', summary })),
  });
  const over = { object: 'Invoice__c', referenceField: 'Account__c' };

  it.each([
    ['count', undefined, 'integer'],
    ['sum', 'Amount__c', 'currency'],
    ['max', 'Due__c', 'date'],
    ['min', 'CreatedDate', 'datetime'],
  ] as const)('%s of %s has values of type %s', (operation, field, valueType) => {
    const registry = createRegistry([child, account({ ...over, operation, field })]);
    expect(registry.byName('Account')!.field('S0__c')!.valueType).toBe(valueType);
  });

  it('may summarise a summary of its children, but not itself', () => {
    const parent = (field: string): ObjectDefinition => ({
      name: 'Account',
      keyPrefix: '001',
      fields: [
        { name: 'Own__c', type: 'summary', summary: { ...over, operation: 'sum', field: 'Amount__c' } },
        {
          name: 'All__c',
          type: 'summary',
          summary: { object: 'Account', referenceField: 'ParentId', operation: 'sum', field },
        },
      ],
    });
    expect(
      createRegistry([child, parent('Own__c')])
        .byName('Account')!
        .field('All__c')!.valueType,
    ).toBe('currency');
    expect(complaint(child, parent('All__c'))).toBe('[1].fields[1].summary: summarises itself: All__c -> All__c');
  });

  it.each<[string, Partial<NonNullable<FieldDefinition['summary']>>]>([
    ['.object: unknown object Nothing__c', { object: 'Nothing__c', operation: 'count' }],
    ['.referenceField: object Invoice__c has no field X__c', { referenceField: 'X__c', operation: 'count' }],
    [
      '.referenceField: Invoice__c.Note__c is not a reference to Account',
      { referenceField: 'Note__c', operation: 'count' },
    ],
    [
      '.referenceField: Invoice__c.OwnerId is not a reference to Account',
      { referenceField: 'OwnerId', operation: 'count' },
    ],
    ['.field: missing; sum requires a field', { operation: 'sum' }],
    ['.field: must be absent for count', { operation: 'count', field: 'Amount__c' }],
    ['.field: object Invoice__c has no field X__c', { operation: 'max', field: 'X__c' }],
    ['.field: Invoice__c.Due__c is of type date (sum expects', { operation: 'sum', field: 'Due__c' }],
    ['.field: Invoice__c.Note__c is of type string (max expects', { operation: 'max', field: 'Note__c' }],
    ['.field: Invoice__c.Twice__c is a formula', { operation: 'sum', field: 'Twice__c' }],
  ])('is refused: %s', (expected, more) => {
    const place = '[1].fields[0].summary';
    const summary = { ...over, operation: 'count' as const, ...more };
    expect(complaint(child, account(summary)).slice(0, place.length + expected.length)).toBe(place + expected);
  });
});

it('hostile definitions give a DefinitionError and nothing else', () => {
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom('Id', 'Name', 'LastName', '__proto__', 'constructor', 'attributes', 'OwnerId', 'X__c'),
  );
  const definition = fc.record(
    {
      name,
      type: fc.constantFrom(
        'string' as const,
        'reference' as const,
        'summary' as const,
        'picklist' as const,
        'formula' as const,
      ),
      referenceTo: fc.array(name, { maxLength: 2 }),
      default: fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null)),
      values: fc.array(name, { maxLength: 3 }),
      summary: fc.record({
        object: name,
        referenceField: name,
        operation: fc.constantFrom('sum' as const, 'count' as const),
        field: name,
      }),
    },
    { requiredKeys: ['name', 'type'] },
  );
  const object = fc.record({
    name: fc.oneof(name, fc.constant('Contact')),
    keyPrefix: fc.constantFrom('a00', '003', '', 'a0b'),
    fields: fc.array(definition, { maxLength: 4 }),
  });
  fc.assert(fc.property(fc.array(object, { maxLength: 3 }), (definitions) => void complaint(...definitions)));
});
