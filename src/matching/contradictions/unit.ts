import { cut, fold } from '../text/fold.js';
import { rewriteAddress, rewriteCharacters } from '../methods/places/rewrite-address.js';
import { areOpposite, readStreetUnit, withoutOpposites, type StreetUnit } from '../person/street-unit.js';
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

/** Two flats, suites, floors or post boxes of one building. A unit in only one address does not count. */
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
      const differ = (part: (typeof PARTS)[number]) => a[part] !== '' && b[part] !== '' && a[part] !== b[part];
      const isOpposite = [...a.opposites].some(([axis, side]) => areOpposite(side, b.opposites.get(axis) ?? side));
      const differs = isOpposite || PARTS.some(differ);
      // The same door: the floor is given in only one address, or floors are counted from a different number.
      const sameUnit = isSameDoor(a, b) && !isOpposite && !APART.some(differ);
      if (!differs || sameUnit || isElsewhere(pair, field, context)) continue;
      const isBox = a.box !== '' && b.box !== '';
      const buildings = [a, b].map(({ building }) => (isOpposite ? withoutOpposites(building) : building));
      if (isBox || isOneBuilding(buildings[0]!, buildings[1]!, context))
        return { kind: 'unit', field, one: both[0], other: both[1] };
    }
    return undefined;
  },
};

const APART = ['block', 'stairs', 'area', 'box'] as const;
const PARTS = [...APART, 'unit', 'floor', 'side', 'letter'] as const;

/** Returns whether both units are the same door. Some people count the ground floor as the first floor. */
function isSameDoor(a: StreetUnit, b: StreetUnit): boolean {
  if (a.unit === '' || a.unit !== b.unit) return false;
  if (a.floor === '' || b.floor === '' || a.floor === b.floor) return true;
  const isNext = Math.abs(Number(a.floor) - Number(b.floor)) === 1;
  return isNext && (/\d{3}/.test(a.unit) || a.floor === '0' || b.floor === '0');
}

/** Longer texts are truncated, because the patterns below take quadratic time. */
const MAX_CHARACTERS = 300;
const EAST_ASIA = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Folds a street, keeping punctuation and characters that folding would turn into letters: "3º B", "502室". */
function foldStreet(text: string): string {
  let plain = cut(text, MAX_CHARACTERS)
    .replace(/[\r\n]+/g, ', ')
    .replace(/(\d)\s*[ºª°]/g, '$1o ');
  if (EAST_ASIA.test(plain))
    plain = plain
      .normalize('NFKC')
      // eslint-disable-next-line regexp/no-super-linear-move -- at most 300 characters come here
      .replace(/(\d+)\s*(?:号楼|號樓|栋|棟|座|동)/g, ' block $1 ')
      // eslint-disable-next-line regexp/no-super-linear-move -- at most 300 characters come here
      .replace(/(\d+)\s*(?:号室|號室|室|房|호실|호)/g, ' room $1 ')
      // eslint-disable-next-line regexp/no-super-linear-move -- at most 300 characters come here
      .replace(/(\d+)\s*(?:层|層|階|楼|樓|층)/g, ' floor $1 ')
      // A room number after the building's name.
      .replace(/([^\d\s-])(\d{3,4})\s*$/, '$1 room $2');
  return rewriteAddress(fold(rewriteCharacters(plain)));
}

function isOneBuilding(a: string, b: string, { method }: ContradictionContext): boolean {
  const street = method('street');
  const [x, y] = [street.normalise([a]), street.normalise([b])];
  if (x === '' || y === '') return x === y;
  return compareNormalised(street, x, y) >= SAME_BUILDING;
}

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

/** Returns the prefix of a street field: `Mailing` for `MailingStreet`. */
const prefixOf = (street: string): string => street.replace(/(?:Street|Address).*$/i, '');
