import { cut, fold } from '../text/fold.js';
import { readStreetUnit } from '../person/street-unit.js';
import { compareNormalised } from '../score.js';
import {
  bothOf,
  differingOf,
  type ContradictionContext,
  type ContradictionKind,
  type ComparedPair,
} from './contradiction.js';

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
      const differs = (['unit', 'floor', 'block', 'side', 'box', 'letter'] as const).some(
        (part) => a[part] !== '' && b[part] !== '' && a[part] !== b[part],
      );
      // The same door on a floor that only one names, or counts otherwise.
      const sameUnit = a.unit !== '' && a.unit === b.unit && a.block === b.block && !areFarFloors(a.floor, b.floor);
      if (!differs || sameUnit || isElsewhere(pair, field, context)) continue;
      const isBox = a.box !== '' && b.box !== '';
      if (isBox || isOneBuilding(a.building, b.building, context))
        return { kind: 'unit', field, one: both[0], other: both[1] };
    }
    return undefined;
  },
};

/** Floors that no way of counting makes one: some begin with the ground floor, some above it. */
function areFarFloors(a: string, b: string): boolean {
  return a !== '' && b !== '' && Math.abs(Number(a) - Number(b)) > 1;
}

/** Longer texts are cut: the patterns below take quadratic time. */
const MAX_CHARACTERS = 300;
const EAST_ASIA = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Punctuation stays, and what folding would make a letter of: "3º B", "502室". */
function foldStreet(text: string): string {
  let plain = cut(text, MAX_CHARACTERS)
    .replace(/[\r\n]+/g, ', ')
    .replace(/(\d)\s*[ºª°]/g, '$1o ');
  if (EAST_ASIA.test(plain))
    plain = plain
      .normalize('NFKC')
      .replace(/(\d+)\s*(?:号楼|號樓|栋|棟|座|동)/g, ' block $1 ')
      .replace(/(\d+)\s*(?:号室|號室|室|房|호실|호)/g, ' room $1 ')
      .replace(/(\d+)\s*(?:层|層|階|楼|樓|층)/g, ' floor $1 ')
      // The room behind the name of the house.
      .replace(/([^\d\s-])(\d{3,4})\s*$/, '$1 room $2');
  return fold(plain);
}

function isOneBuilding(a: string, b: string, { method }: ContradictionContext): boolean {
  const street = method('street');
  const [x, y] = [street.normalise([a]), street.normalise([b])];
  return x !== '' && y !== '' && compareNormalised(street, x, y) >= SAME_BUILDING;
}

/** Whether city and postal code, where both are given, are other ones. */
function isElsewhere(pair: ComparedPair, street: string, { method }: ContradictionContext): boolean {
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
