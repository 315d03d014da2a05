import { cut, fold } from '../text/fold.js';
import { rewriteAddress, rewriteCharacters } from '../methods/places/rewrite-address.js';
import { areOpposite, readStreetUnit, withoutOpposites, type StreetUnit } from '../person/street-unit.js';
import { REPEATS } from '../methods/street.js';
import { FULL, type Similarity } from '../method.js';
import { compareNormalised } from '../score.js';
import {
  bothOf,
  differingOf,
  type ContradictionContext,
  type ContradictionKind,
  type ComparedPair,
} from './contradiction.js';

/** Minimum similarity of two spellings of the same street and house number. */
const SAME_BUILDING = 8_000;

/**
 * Different flats, suites, floors or post boxes in the same building. A unit in only one address is not a
 * contradiction.
 */
export const unit: ContradictionKind = {
  name: 'unit',
  title: 'different flats or boxes in one building',
  reads: ({ name }) => /(?:Street|Address|Address_?Line_?1?|Strasse)(?:__c)?$/i.test(name) && !/e-?mail/i.test(name),
  besides: (street) => ['City', 'PostalCode'].map((part) => `${prefixOf(street)}${part}`),
  find(pair, fields, context) {
    for (const field of fields) {
      const both = differingOf(pair, field);
      if (both === undefined) continue;
      const [one, other] = both.map(foldStreet) as [string, string];
      const [a, b] = [readStreetUnit(one), readStreetUnit(other)];
      const differ = (part: (typeof PARTS)[number]) => a[part] !== '' && b[part] !== '' && a[part] !== b[part];
      const isOpposite = [...a.opposites].some(([axis, side]) => areOpposite(side, b.opposites.get(axis) ?? side));
      const areNamed = areNamedApart(one, other, context);
      const numbered = numberedApart(a.building, b.building);
      const areRepeats = REPEATS.has(a.letter) !== REPEATS.has(b.letter);
      const differs = isOpposite || areNamed || areRepeats || numbered !== undefined || PARTS.some(differ);
      // If the unit is the same, a floor may be missing in one address, or the floors may be counted differently.
      const sameUnit = isSameDoor(a, b) && !isOpposite && numbered === undefined && !APART.some(differ);
      if (!differs || sameUnit || isElsewhere(pair, field, context)) continue;
      const isBox = a.box !== '' && b.box !== '';
      const buildings = numbered ?? [a.building, b.building];
      const [x, y] = (isOpposite ? buildings.map(withoutOpposites) : buildings) as [string, string];
      if (isBox || areNamed || isOneBuilding(x, y, context))
        return { kind: 'unit', field, one: both[0], other: both[1] };
    }
    return undefined;
  },
};

const APART = ['block', 'stairs', 'area', 'box'] as const;
const PARTS = [...APART, 'unit', 'floor', 'side', 'letter'] as const;

/** Returns whether both units have the same door. Some people count the ground floor as the first floor. */
function isSameDoor(a: StreetUnit, b: StreetUnit): boolean {
  if (a.unit === '' || a.unit !== b.unit) return false;
  if (a.floor === '' || b.floor === '' || a.floor === b.floor) return true;
  const isNext = Math.abs(Number(a.floor) - Number(b.floor)) === 1;
  return isNext && (/\d{3}/.test(a.unit) || a.floor === '0' || b.floor === '0');
}

/**
 * If one numbered part differs and all other numbers are equal, returns the addresses without this part: Sec. 1 and
 * Sec. 3 of a road, Conjunto A and C. Any word may name the part, except for a word before a house number.
 */
function numberedApart(...both: [string, string]): [string, string] | undefined {
  if (!both.every((text) => /\d/.test(text))) return undefined;
  const [one, other] = both.map((text) => text.replace(ORDINAL_PART, '$2 $1')) as [string, string];
  for (const [part, word, number] of one.matchAll(NUMBERED_PART)) {
    const found = [...other.matchAll(NUMBERED_PART)].filter((each) => each[1] === word);
    if (found.length !== 1 || found[0]![2] === number) continue;
    const rest: [string, string] = [one.replace(part, ' '), other.replace(found[0]![0], ' ')];
    const [a, b] = rest.map((text) => text.split(/\D+/).join(' ').trim());
    if (a === b && a !== '') return rest;
  }
  return undefined;
}
/** For example, `4th Cross`. */
const ORDINAL_PART = /\b(\d{1,2})(?:st|nd|rd|th)\s([a-z]{2,})/g;
const NUMBERED_PART =
  /\b(?!(?:no|nr|nro|num|number|house|hno)\b)([a-z]{2,})\b[.:]?\s*(\d{1,4}[a-z]?|[a-z]|i{2,3}|iv|vi{1,3}|ix|xi{0,3})\b/g;

/** Longer strings are truncated, because the patterns below take quadratic time. */
const MAX_CHARACTERS = 300;

const foldStreet = (text: string): string =>
  rewriteAddress(fold(rewriteCharacters(cut(text, MAX_CHARACTERS).replace(/[\r\n]+/g, ', '))));

function isOneBuilding(a: string, b: string, context: ContradictionContext): boolean {
  return streetSimilarity(a, b, context) >= SAME_BUILDING;
}

function streetSimilarity(a: string, b: string, { method }: ContradictionContext): Similarity {
  const street = method('street');
  const [x, y] = [street.normalise([a]), street.normalise([b])];
  return x === '' || y === '' ? (x === y ? FULL : 0) : compareNormalised(street, x, y);
}

/** Returns whether houses without numbers have different names: Rose Cottage and Ivy Cottage in Church Lane. */
function areNamedApart(one: string, other: string, context: ContradictionContext): boolean {
  if (/\d/.test(one + other)) return false;
  const [a, b] = [one.split(','), other.split(',')];
  if (a.length < 2 || a.length !== b.length) return false;
  const similar = a.map((part, i) => streetSimilarity(part, b[i]!, context));
  const house = similar.findIndex((similarity) => similarity < SAME_BUILDING);
  return house >= 0 && similar[house]! < ONE_NAME && similar.slice(house + 1).some((each) => each >= SAME_BUILDING);
}
/** Similarity of two house names with two words each, one of them shared. */
const ONE_NAME: Similarity = 5_000;

/** Returns whether both records have a city or postal code that differs. */
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

const prefixOf = (street: string): string => street.replace(/(?:Street|Address).*$/i, '');
