import { fold } from '../text/fold.js';
import { readStreetUnit } from '../person/street-unit.js';
import { compareNormalised } from '../score.js';
import { bothOf, differingOf, type ContradictionContext, type ContradictionKind, type Pair } from './contradiction.js';

/** Two spellings of a street and a house number are at least so similar. */
const SAME_BUILDING = 8_000;

/** Different flats, suites, floors or post boxes of one building. One that only one address names says nothing. */
export const unit: ContradictionKind = {
  name: 'unit',
  title: 'another flat or box of one building',
  reads: ({ name }) => /(?:Street|Address|Address_?Line_?1?|Strasse)(?:__c)?$/i.test(name) && !/e-?mail/i.test(name),
  besides: (street) => ['City', 'PostalCode'].map((part) => `${prefixOf(street)}${part}`),
  find(pair, fields, context) {
    for (const field of fields) {
      const both = differingOf(pair, field);
      if (both === undefined) continue;
      const [a, b] = [readStreetUnit(foldStreet(both[0])), readStreetUnit(foldStreet(both[1]))];
      const differs = (['unit', 'floor', 'block', 'box', 'letter'] as const).some(
        (part) => a[part] !== '' && b[part] !== '' && a[part] !== b[part],
      );
      // The same door on a floor that only one names, or counts otherwise.
      const sameUnit = a.unit !== '' && a.unit === b.unit && a.block === b.block;
      if (!differs || sameUnit || isElsewhere(pair, field, context)) continue;
      const isBox = a.box !== '' && b.box !== '';
      if (isBox || isOneBuilding(a.building, b.building, context))
        return { kind: 'unit', field, one: both[0], other: both[1] };
    }
    return undefined;
  },
};

/** Punctuation stays, and what folding would make a letter of: "3º B". */
function foldStreet(text: string): string {
  return fold(text.replace(/[\r\n]+/g, ', ').replace(/(\d)\s*[ºª°]/g, '$1o '));
}

function isOneBuilding(a: string, b: string, { method }: ContradictionContext): boolean {
  const street = method('street');
  const [x, y] = [street.normalise([a]), street.normalise([b])];
  return x !== '' && y !== '' && compareNormalised(street, x, y) >= SAME_BUILDING;
}

/** Whether city and postal code, where both are given, are other ones. */
function isElsewhere(pair: Pair, street: string, { method }: ContradictionContext): boolean {
  const differs = (field: string, name: string): boolean => {
    const both = bothOf(pair, field);
    if (both === undefined) return false;
    const [a, b] = both.map((text) => method(name).normalise([text])) as [string, string];
    return a !== '' && b !== '' && compareNormalised(method(name), a, b) === 0;
  };
  const prefix = prefixOf(street);
  return differs(`${prefix}City`, 'city') || differs(`${prefix}PostalCode`, 'postalCode');
}

/** `Mailing` of `MailingStreet`. */
const prefixOf = (street: string): string => street.replace(/(?:Street|Address).*$/i, '');
