import { countryDraw, type Country } from './countries.js';
import type { Random } from './random.js';
import { address, phone, plain, type Address } from './values.js';

export interface Company {
  readonly name: string;
  readonly core: string;
  readonly country: Country;
  readonly domain: string;
  readonly phone: { readonly international: string; readonly atHome: string };
  readonly address: Address;
  readonly industry: string;
  readonly employees: number;
}

const firstWords =
  'Northwind Blue River Summit Harbour Silver Oak Bright Field Iron Gate Clear Water Red Cliff Golden Valley Stone Bridge Evergreen Pioneer Atlas Meridian Falcon Beacon Cobalt Juniper Lantern Quarry Saffron Tundra Vesper Willow Zenith Alder Birch Copper Drift Ember Fjord Granite Heron'.split(
    ' ',
  );
const trades: readonly (readonly [word: string, industry: string])[] = [
  ['Logistics', 'Transportation'],
  ['Software', 'Technology'],
  ['Consulting', 'Consulting'],
  ['Foods', 'Food & Beverage'],
  ['Engineering', 'Engineering'],
  ['Media', 'Media'],
  ['Energy', 'Energy'],
  ['Textiles', 'Apparel'],
  ['Insurance', 'Insurance'],
  ['Health', 'Healthcare'],
  ['Plastics', 'Manufacturing'],
  ['Interiors', 'Retail'],
  ['Travel', 'Hospitality'],
  ['Optics', 'Electronics'],
];

/** Returns generated companies with distinct names. */
export function companies(random: Random, count: number): Company[] {
  const names = new Set<string>();
  const result: Company[] = [];
  while (result.length < count) {
    const country = random.pick(countryDraw);
    const [trade, industry] = random.skewed(trades);
    const founder = random.skewed(country.surnames);
    const core = random.chance(0.3)
      ? random.chance(0.4)
        ? `${founder} & ${random.pick(country.surnames)}`
        : `${founder} ${trade}`
      : `${random.pick(firstWords)} ${random.chance(0.25) ? `${random.pick(firstWords)} ` : ''}${trade}`;
    if (names.has(core)) continue;
    names.add(core);
    result.push({
      core,
      name: `${core} ${random.skewed(country.legalForms)}`,
      country,
      domain: `${plain(core)}.example`,
      phone: phone(random, country),
      address: address(random, country),
      industry,
      employees: random.skewed([12, 35, 80, 150, 400, 1_200, 5_000]) + random.int(-9, 9),
    });
  }
  return result;
}

/** Returns the company as another user would type it. */
export function companyAgain(random: Random, company: Company): { name: string; website: string; phone: string } {
  const names = [
    company.core,
    `${company.core} ${random.pick(company.country.legalForms)}`,
    company.name.toUpperCase(),
    company.name.replace(' & ', ' and '),
    company.name.replace('Engineering', 'Eng.').replace('Consulting', 'Consult.').replace('Logistics', 'Logistic'),
    `The ${company.core}`,
  ];
  return {
    name: random.pick(names),
    website: random.chance(0.6) ? `http://${company.domain}/` : '',
    phone: random.chance(0.7) ? company.phone.atHome : '',
  };
}
