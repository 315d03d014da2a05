import { describe, expect, it } from 'vitest';
import { FormulaCycleError, orderFormulas, type FieldAddress } from '../../../src/records/formula/dependency.js';
import { FormulaSyntaxError } from '../../../src/records/formula/errors.js';
import { FormulaEvaluation, type RecordAccess } from '../../../src/records/formula/evaluation.js';
import { followPath, pathsFrom } from '../../../src/store/config/compile-formulas.js';
import { compileFormula, type CompiledFormula } from '../../../src/records/formula/formula.js';
import type { FieldDefinition, ObjectDefinition } from '../../../src/records/object-schema.js';
import type { FieldValue } from '../../../src/records/record.js';
import { createRegistry } from '../../../src/records/registry.js';

const number = (name: string, formula: string): FieldDefinition => ({
  name,
  type: 'formula',
  returns: 'number',
  formula,
});

const definitions: ObjectDefinition[] = [
  {
    name: 'Account',
    keyPrefix: '001',
    fields: [number('Third__c', 'AnnualRevenue / 3'), number('Broken__c', '1 / (AnnualRevenue - AnnualRevenue)')],
  },
  {
    name: 'Contact',
    keyPrefix: '003',
    fields: [
      number('Sum__c', 'Whole__c + 1'),
      number('Whole__c', 'Account.Third__c * 3'),
      number('Reads_Broken__c', 'Account.Broken__c + 1'),
      number('Guarded__c', 'IF(ISBLANK(LastName), Account.Broken__c, 7)'),
      {
        name: 'Label__c',
        type: 'formula',
        returns: 'string',
        formula: 'LastName & ", " & account.NAME & " of " & Account.Owner.LastName',
      },
      { name: 'Share__c', type: 'percent' },
      { name: 'Double_Share__c', type: 'formula', returns: 'percent', formula: 'Share__c * 2' },
      number('From_Share__c', 'Double_Share__c * 100'),
    ],
  },
];

interface Compiled extends FieldAddress {
  readonly formula: CompiledFormula;
}

/** Compiles the formula fields of all objects in dependency order. */
function compileAll(definitions: readonly ObjectDefinition[]): Compiled[] {
  const registry = createRegistry(definitions);
  const compiled = registry.types.flatMap((type) =>
    type.fields.flatMap(({ name, formula, returns }) =>
      formula === undefined
        ? []
        : [
            {
              object: type.name,
              field: name,
              formula: compileFormula(formula, { returns: returns!, blankAs: 'zero', ...pathsFrom(registry, type) }),
            },
          ],
    ),
  );
  return orderFormulas(compiled, ({ object, formula }) =>
    formula.references.flatMap((path) => followPath(registry, registry.byName(object)!, path)?.targets ?? []),
  );
}

/** A test record: plain values and related records. */
interface Plain {
  readonly type: string;
  readonly values: Record<string, FieldValue>;
  readonly parents?: Record<string, Plain>;
}

function evaluation(extra: readonly ObjectDefinition[] = definitions): {
  of: FormulaEvaluation<Plain>;
  calculated: string[];
} {
  const compiled = compileAll(extra);
  const calculated: string[] = [];
  const access: RecordAccess<Plain> = {
    formula: (record, field) => {
      const found = compiled.find((one) => one.object === record.type && one.field === field)?.formula;
      if (found === undefined) return undefined;
      return {
        ...found,
        calculate: (context) => {
          calculated.push(`${record.type}.${field}`);
          return found.calculate(context);
        },
      };
    },
    stored: (record, field) => record.values[field] ?? null,
    related: (record, relationship) => record.parents?.[relationship],
  };
  return { of: new FormulaEvaluation(access, new Date()), calculated };
}

const owner: Plain = { type: 'User', values: { LastName: 'Boss' } };
const account: Plain = { type: 'Account', values: { Name: 'Acme', AnnualRevenue: 10 }, parents: { Owner: owner } };
const contact: Plain = { type: 'Contact', values: { LastName: 'Ada', Share__c: 12.5 }, parents: { Account: account } };
const fields = definitions[1]!.fields.map(({ name }) => name);

describe('formula fields of a record', () => {
  const { of, calculated } = evaluation();
  const { values, failures } = of.evaluate(contact, fields);

  it('read their record, its parents and other formulas, with all digits', () => {
    expect(values.get('Label__c')).toBe('Ada, Acme of Boss');
    expect(values.get('Whole__c')).toBe(10);
    expect(values.get('Sum__c')).toBe(11);
  });

  it('take a percentage as a fraction and return it as a percentage', () => {
    expect(values.get('Double_Share__c')).toBe(25);
    expect(values.get('From_Share__c')).toBe(25);
  });

  it('are left out where they cannot be calculated, and so are those that read them', () => {
    expect(values.has('Reads_Broken__c')).toBe(false);
    expect(failures.get('Reads_Broken__c')?.message).toBe('Account.Broken__c cannot be calculated: Division by zero');
    expect([...failures.keys()]).toEqual(['Reads_Broken__c']);
  });

  it('do not fail for a failed formula that they do not read', () => expect(values.get('Guarded__c')).toBe(7));

  it('are calculated once each', () => expect(new Set(calculated).size).toBe(calculated.length));

  it('are blank where a reference leads nowhere', () => {
    const alone: Plain = { type: 'Contact', values: { LastName: 'Ada' } };
    const results = evaluation().of.evaluate(alone, ['Whole__c', 'Label__c', 'LastName']);
    expect(results.values).toEqual(
      new Map<string, FieldValue>([
        ['Whole__c', 0],
        ['Label__c', 'Ada,  of '],
      ]),
    );
  });

  it('fail where the caller lets them form a circle, and do not hang', () => {
    const paths = { resolve: (path: readonly string[]) => ({ path, type: 'number' as const }) };
    const loop = compileFormula('Loop__c + 1', { returns: 'number', blankAs: 'zero', ...paths });
    const circle = new FormulaEvaluation<Plain>(
      { formula: () => loop, stored: () => null, related: () => undefined },
      new Date(),
    );
    const results = circle.evaluate({ type: 'Loop', values: {} }, ['Loop__c']);
    expect(results.failures.get('Loop__c')?.message).toContain('refers to itself');
    expect(results.values.size).toBe(0);
  });

  it('may form a chain of any length', () => {
    const chain = Array.from({ length: 3_000 }, (_, i) => number(`F${i}__c`, i === 0 ? '1' : `F${i - 1}__c + 1`));
    const { of: long } = evaluation([{ name: 'Chain__c', keyPrefix: 'a0C', fields: chain }]);
    expect(long.evaluate({ type: 'Chain__c', values: {} }, ['F2999__c']).values.get('F2999__c')).toBe(3_000);
  });
});

describe('formula fields of all objects', () => {
  const onContact = (...fields: FieldDefinition[]): unknown =>
    compileAll([{ name: 'Contact', keyPrefix: '003', fields }]);

  it('come in an order in which each follows those that it reads', () => {
    const names = compileAll(definitions).map(({ field }) => field);
    expect(names.indexOf('Third__c')).toBeLessThan(names.indexOf('Whole__c'));
    expect(names.indexOf('Whole__c')).toBeLessThan(names.indexOf('Sum__c'));
    expect(names).toHaveLength(9);
  });

  it('are refused with a hint where a name is misspelt', () => {
    expect(() => onContact(number('Bad__c', '1 + LasName'))).toThrow(FormulaSyntaxError);
    expect(() => onContact(number('Bad__c', '1 + LasName'))).toThrow(
      'Field LasName does not exist. Did you mean LastName? (at character 5)',
    );
    expect(() => onContact(number('Bad__c', 'LEN(Account.Nam)'))).toThrow('Did you mean Account.Name?');
    expect(() => onContact(number('Bad__c', 'LEN(Acount.Name)'))).toThrow('Acount.Name does not exist. Check spelling');
  });

  it('are refused in a circle, over references too', () => {
    const circle = [number('A__c', 'B__c'), number('B__c', 'A__c')];
    expect(() => onContact(...circle)).toThrow('Contact.A__c -> Contact.B__c -> Contact.A__c');
    expect(() => onContact(number('A__c', 'ReportsTo.A__c + 1'))).toThrow(FormulaCycleError);
  });
});

describe('a path', () => {
  const registry = createRegistry([
    ...definitions,
    {
      name: 'Link__c',
      keyPrefix: 'a0L',
      fields: [
        { name: 'Target__c', type: 'reference', referenceTo: ['Account', 'Contact'] },
        { name: 'Parent__c', type: 'reference', referenceTo: ['Link__c'] },
      ],
    },
  ]);
  const follow = (object: string, path: string): unknown =>
    followPath(registry, registry.byName(object)!, path.split('.'));

  it('is followed without regard to case, and named as declared', () => {
    expect(follow('contact', 'ACCOUNT.owner.lastNAME')).toMatchObject({
      path: ['Account', 'Owner', 'LastName'],
      type: 'string',
      targets: [{ object: 'User', field: 'LastName' }],
    });
    expect(follow('Contact', 'AccountId')).toMatchObject({ path: ['AccountId'], type: 'reference' });
    expect(follow('Contact', 'Account.Id')).toMatchObject({ path: ['Account', 'Id'], type: 'reference' });
    expect(follow('Contact', 'Double_Share__c')).toMatchObject({ type: 'percent' });
  });

  it('over a reference to several objects leads to those that have the field', () => {
    expect(follow('Link__c', 'target__R.phone')).toMatchObject({
      path: ['Target__r', 'Phone'],
      targets: [
        { object: 'Account', field: 'Phone' },
        { object: 'Contact', field: 'Phone' },
      ],
    });
    expect(follow('Link__c', 'Target__r.AnnualRevenue')).toMatchObject({ targets: [{ object: 'Account' }] });
  });

  it.each(['Nothing', 'Phone.Name', 'AccountId.Name', 'Account.Nothing', 'Nothing.Name', ''])(
    '%j of a contact leads nowhere',
    (path) => expect(follow('Contact', path)).toBeUndefined(),
  );

  it('goes over at most ten references', () => {
    expect(follow('Link__c', `${'Parent__r.'.repeat(10)}Id`)).toBeDefined();
    expect(follow('Link__c', `${'Parent__r.'.repeat(11)}Id`)).toBeUndefined();
  });
});
