import { shippedGroups, shippedList } from '../../lists/shipped-list.js';
import { cut } from '../../text/fold.js';
import { figuresOf } from '../../text/romanise.js';

/**
 * Patterns of addresses in other orders, to be rewritten to number and street. The addresses have at most a few hundred
 * characters.
 */

/** In Colombia: the street, the crossing street, and the distance from the crossing, `Cra 7 # 12-34`. */
const GRID =
  /\b(cra|carrera|kra|kr|cr|calle|cll|cl|diagonal|diag|dg|transversal|transv|tv|avenida|av|ak|ac)\.?\s*(\d{1,3}\s?[a-z]?)\s*(?:#|no\b\.?|nro\b\.?|num\b\.?|n\.)\s*(\d{1,3}\s?[a-z]?)\s*-\s*(\d{1,3})\b/;
const GRID_KINDS = new Map(
  Object.entries({ cra: 'cr', carrera: 'cr', kra: 'cr', kr: 'cr', calle: 'cl', cll: 'cl', diagonal: 'dg', diag: 'dg' }),
);
/** In Japan: district, block, house and room, before or after the place, `1-2-3 Ginza`, `1 Chome-2-3`. */
const BLOCKS = /\b(\d{1,3})(?:\s*-\s*|\s?-?chome\s?-?\s?)(\d{1,4})\s*-\s*(\d{1,4})(?:\s*-\s*(\d{1,4}))?\b(?!\s*-)/;
const JAPANESE = /(\d{1,3}) ?丁目 ?(\d{1,4}) ?(?:番地?|-)[の-]?(\d{1,4})号?(?!室)/;
/** In Australia and Canada: the unit before the house number, `3/12 Elm St`, `5-12 King St`. */
const UNIT_FIRST = /^\s*(\d{1,4}[a-z]?)\s*([/-])\s*(\d{1,5}[a-z]?)\s+(?=\D)/;
/** Staircase and door (Austria) or flat (Poland) after the house number, `Hauptstr. 5/2/7`. */
const UNITS_BEHIND = /(\d[a-z]?)((?:\s*\/\s*\d+[a-z]?)+)\s*$/;
/** The addressee, or the owner of a letter box. Neither the addressee nor the owner is part of the address. */
// eslint-disable-next-line regexp/no-super-linear-move -- at most a few hundred characters come here
const CARE_OF = /(?:^|[,\n])\s*(?:c\s?\/\s?o|p\s?\/\s?a|attn|z\.\s?hd)\b[^,\n\d]*(?=[,\n]|$)/;
/** A number or letter after an address that begins with its house number, `88 Harbour Rd, 1203`. */
const UNIT_LAST = /^(?=[^,]*[a-z]{3})(\s*\d+[a-z]?\s[^,]+),\s*(\d{1,4}(?:[a-z]|-\d{1,5})?|[a-df-mo-rt-vx-z])\s*$/;
/** A house number after the street, then a flat or the end of a range: `Baumana 5-12`, `Damrak 5 2`. */
// eslint-disable-next-line regexp/no-super-linear-move -- at most a few hundred characters come here
const TWO_NUMBERS = /([a-z]+)[^a-z\d]+(\d{1,5})([^a-z\d]+)(\d{1,5})[^a-z\d]*$/;
/** Words before the number of a road (`County Road 12, 400`) or of a post box, which is not a house number. */
const NUMBERED = new Set([
  ...'road rd route rte highway hwy calle c cll carrera cra rua via street st avenue ave av jl jln no nr unit'.split(
    ' ',
  ),
  ...shippedList('post-boxes').map((words) => words.split(' ').at(-1)!),
]);
const endings = shippedGroups('street-endings');
const LONGEST_ENDING = 6;

/** Unifies words for a kind of street that are joined to the name: `Postg. 5`, `Storgatan 5`. */
function withEnding(word: string, at: number, text: string): string {
  const isCut = word.endsWith('.') && /^\s*(?:\d|$)/.test(text.slice(at + word.length));
  for (let n = isCut ? 2 : LONGEST_ENDING; n > (isCut ? 0 : 2); n--) {
    const end = isCut ? word.length - 1 : word.length;
    const ending =
      end - n < (isCut ? 3 : 2) || word.endsWith('.') !== isCut ? undefined : endings.get(word.slice(end - n, end));
    if (ending !== undefined) return word.slice(0, end - n) + ending;
  }
  return word;
}
/** A word for "house" before the number, `ul. Baumana, d. 5`. */
const HOUSE_WORD = /(?<=[a-z]{3}[.,]?\s)(?:d|dom|bud|b|zgr|hs|hausnr)\.\s*(?=\d)/;
/** In Finland: house, staircase and flat, `Koulukatu 5 A 12`. */
// eslint-disable-next-line regexp/no-super-linear-move -- at most a few hundred characters come here
const STAIRS_AND_FLAT = /([a-z]{4,}) (\d{1,3}) ?([a-h]) ?(\d{1,3})\s*$/;
/** In India: `#` before the house number, `#23, 4th Main`. */
const HOUSE_SIGN = /^\s*#\s*(?=\d+[a-z]?\b(?:\D|\d+(?:st|nd|rd|th)\b)*$)/;
/** In Amsterdam: the ground floor, which most people abbreviate. */
const GROUND_FLOOR = /(?<=\d)[\s-]+huis\b/;
/** In Hong Kong: a floor, `12/F`. */
const STOREY = /\b(\d{1,2})\s?\/\s?f\b\.?/;
/** Maximum difference between the two house numbers of a range such as 12/14. */
const RANGE = { '/': 6, '-': 40 };
/** In Hungary: floor and door after the house number, `Fő u. 5. II/4`, `Fő u. 5. II. em. 4`. */
const FLOOR_AND_DOOR =
  /(?<=[a-z]\.? \d{1,4}[a-z]?)[.,]? (i{1,3}|i?v|vi{1,3}|i?x|\d{1,2})\.?\s?(?:\/|em(?:elet)?\b\.?)\s?(\d{1,4})$/;
const ROMAN = 'i ii iii iv v vi vii viii ix x'.split(' ');

const EAST_ASIA = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Rewrites characters that folding would turn into letters: `3º B`, `502室`. */
export function rewriteCharacters(raw: string): string {
  const text = raw.replace(/(?<=\d)\s*[ºª°]/g, 'o ').replace(/(?<=\d)(?:\s*½|\s+1\/2)(?!\d)/, ' ahalf ');
  if (!EAST_ASIA.test(text)) return text;
  let plain = cut(text, MAX_CHARACTERS)
    .normalize('NFKC')
    .replace(FIGURES, (figures, counter: string) => figuresOf(figures.slice(0, -counter.length)) + counter)
    .replace(JAPANESE, ' $1-$2-$3 ');
  for (const [words, unit] of COUNTERS) plain = plain.replace(words, unit);
  return (
    plain
      // A room number after the name of a building.
      .replace(/([^\d\s-])(\d{3,4})\s*$/, '$1 room $2')
      .replace(/(?<=\d)\s*(?:号|號|番地?)/g, ' ')
      .replace(/(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?=\d)/g, ' ')
  );
}
const MAX_CHARACTERS = 300;
const FIGURES = /[〇一二三四五六七八九十]{1,4}(丁目|段|单元|單元|番|号|號|栋|棟|座|室|房|层|層|階|楼|樓|巷|弄)/g;
/** Units that follow a number: `502室` is room 502. */
const COUNTERS: readonly (readonly [words: RegExp, unit: string])[] = [
  [/(\d{1,5})\s*(?:号楼|號樓|栋|棟|座|동)/g, ' block $1 '],
  [/(\d{1,5})\s*(?:单元|單元)/g, ' entrance $1 '],
  [/(\d{1,5})\s*(?:号室|號室|室|房|호실|호)/g, ' room $1 '],
  [/(\d{1,5})\s*(?:层|層|階|楼|樓|층)/g, ' floor $1 '],
];

/** Inserts the word "unit" before each number after the house number. */
export function rewriteUnitsBehind(text: string): string {
  if (!text.includes('/')) return text;
  return withFloor(text).replace(
    UNITS_BEHIND,
    (_, house: string, units: string) => `${house}${units.replace(/\//g, ' unit ')}`,
  );
}

const withFloor = (text: string): string =>
  text.replace(FLOOR_AND_DOOR, (_, floor: string, door: string) => {
    const roman = ROMAN.indexOf(floor) + 1;
    return `, floor ${roman === 0 ? floor : String(roman)} unit ${door}`;
  });

/** Reorders an address: house number, street as one word, then the unit with its word. */
export function rewriteAddress(folded: string): string {
  const text = inOrder(folded).replace(
    STAIRS_AND_FLAT,
    (all, word: string, house: string, stairs: string, flat: string) =>
      NUMBERED.has(word) ? all : `${word} ${house} esc ${stairs} unit ${flat}`,
  );
  const [, word, house, between, unit] = TWO_NUMBERS.exec(text) ?? [];
  if (word === undefined || (!between!.includes('-') && NUMBERED.has(word))) return text;
  return text.replace(TWO_NUMBERS, `${word} ${house!} unit ${unit!}`);
}

function inOrder(folded: string): string {
  let text = /\/\s?[oa]|attn|z\./.test(folded) ? folded.replace(CARE_OF, '') || folded : folded;
  if (/\/|em/.test(text)) text = withFloor(text);
  if (/[/-]/.test(text))
    text = text.replace(UNIT_FIRST, (all, unit: string, sign: '/' | '-', house: string) => {
      const apart = parseInt(house) - parseInt(unit);
      return apart > 0 && apart <= RANGE[sign] && apart % 2 === 0 ? all : `unit ${unit} ${house} `;
    });
  if (text.includes('.')) text = text.replace(HOUSE_WORD, '');
  if (text.includes('#')) text = text.replace(HOUSE_SIGN, '');
  text = text.replace(GROUND_FLOOR, ' hs').replace(STOREY, ' floor $1 ');
  text = text.replace(/[a-z]{4,}\.?/g, withEnding);
  if (text.includes(','))
    text = text.replace(UNIT_LAST, (_, house: string, unit: string) => `${house}, unit ${unit.replace('-', 'x')}`);
  if (!text.includes('-')) return text;
  const grid = GRID.exec(text);
  if (grid !== null) {
    const [all, kind, street, crossing, house] = grid as unknown as [string, string, string, string, string];
    const glued = `${GRID_KINDS.get(kind) ?? kind}${street}x${crossing}`.replace(/\s/g, '');
    return `${house} ${glued} ${text.slice(0, grid.index)} ${text.slice(grid.index + all.length)}`;
  }
  const blocks = BLOCKS.exec(text);
  if (blocks === null) return text;
  const [all, district, block, house, room] = blocks;
  const around = `${text.slice(0, blocks.index)} ${text.slice(blocks.index + all.length)}`;
  return `${house!} ${district!}x${block!} ${around}${room === undefined ? '' : ` unit ${room}`}`;
}
