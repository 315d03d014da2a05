import { describe, expect, it } from 'vitest';
import { resolveContents } from '../../src/store/config/load.js';
import { builtinScenarios } from '../../src/matching/builtin-scenarios.js';
import { FULL } from '../../src/matching/method.js';
import { compareNormalised, scorePair } from '../../src/matching/score.js';
import type { ScenarioField } from '../../src/matching/scenario.js';

/** Two different values for each method. */
const unlike: Readonly<Record<string, readonly [string, string]>> = {
  personName: ['John', 'Xenia'],
  fullName: ['John Smith', 'Xenia Okafor'],
  companyName: ['Alpha Tools', 'Zebra Bank'],
  email: ['john@alpha.example', 'wholly-else@beta.example'],
  phone: ['+353861234567', '+493098765432'],
  street: ['1 Oak Avenue', '77 Hill Road'],
  city: ['Cork', 'Berlin'],
  postalCode: ['12345', '98760'],
  date: ['1980-01-02', '1955-11-23'],
  website: ['alpha.example', 'zebra.example'],
  exact: ['001LK0000000001AAA', '001LK0000000002AAA'],
};
type Sides = readonly [searched: string, stored: string];

/** Pairs of values that are blank in one record, different, or (only for a name or place) equal. */
function sidesOf({ method, fields, isNameOrPlace }: ScenarioField): Sides[] {
  const raw = (value: string) => method.normalise(fields.length === 2 ? value.split(' ') : [value]);
  const [a, b] = unlike[method.name]!.map(raw) as [string, string];
  return [['', ''], [a, ''], ['', a], isNameOrPlace === true ? [a, a] : [a, b]];
}

function* products(choices: readonly (readonly Sides[])[]): Generator<Sides[]> {
  const [first, ...rest] = choices;
  if (first === undefined) yield [];
  else for (const tail of products(rest)) for (const sides of first) yield [sides, ...tail];
}

const files = { 'scenarios.json': builtinScenarios.map((definition) => ({ ...definition, enabled: true })) };
const { scenarios } = resolveContents({ files, lists: new Map(), problems: [], warnings: [] }, undefined).configuration;

describe('what an upsert may rest on', () => {
  it('is looked at in every built-in scenario, the switched-off ones too', () => {
    expect(scenarios.map(({ id }) => id)).toEqual(builtinScenarios.map(({ id }) => id));
    for (const [method, [a, b]] of Object.entries(unlike)) {
      const field = scenarios.flatMap(({ fields }) => fields).find((each) => each.method.name === method)!;
      const [x, y] = [a, b].map((value) => field.method.normalise([value])) as [string, string];
      expect(compareNormalised(field.method, x, y), method).toBe(0);
    }
  });

  it.each(scenarios.map((scenario) => [scenario.id, scenario] as const))(
    'law: under %s no set of equal names and places makes a duplicate of an upsert, all else blank or unlike',
    (_, scenario) => {
      for (const pair of products(scenario.fields.map(sidesOf))) {
        const [searched, stored] = [pair.map(([a]) => a), pair.map(([, b]) => b)];
        expect(scorePair(scenario, searched, stored, 'upsert').isDuplicate, JSON.stringify(pair)).toBe(false);
      }
    },
  );

  it.each(scenarios.map((scenario) => [scenario.id, scenario] as const))(
    '%s makes a duplicate of an upsert where all of its fields are equal',
    (_, scenario) => {
      const equal = scenario.fields.map((field) => sidesOf(field)[1]![0]);
      expect(scorePair(scenario, equal, equal, 'upsert')).toMatchObject({ isDuplicate: true });
      expect(equal.every((text) => text !== '')).toBe(true);
    },
  );

  it('minimumEvidence alone keeps names and places out, but for contact-name-address, whose 66 are below their 85', () => {
    const open = scenarios.filter(({ fields, minimumOverlap: minimumEvidence, totalWeight: whole }) => {
      const weight = fields.reduce((sum, field) => sum + (field.isNameOrPlace === true ? field.weight : 0), 0);
      return weight * FULL >= minimumEvidence * whole;
    });
    expect(open.map(({ id }) => id)).toEqual(['contact-name-address']);
  });
});
