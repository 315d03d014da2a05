import { shippedList } from '../lists/shipped-list.js';
import { cardinals, ordinals } from '../methods/places/number-words.js';
import { cut } from '../text/fold.js';

/** The location inside a building: unit, floor, staircase, post box. The words are from our own table. */
export interface StreetUnit {
  /** The address without the parts that the other fields contain. */
  readonly building: string;
  readonly box: string;
  readonly unit: string;
  readonly floor: string;
  readonly block: string;
  readonly stairs: string;
  /** Part of a district: sector, phase or cluster. */
  readonly area: string;
  /** `l` or `r` for left or right of the stairs, `m` for the middle. */
  readonly side: string;
  /** Letter after the house number if there is no other unit, or in France `bis` or `ter`. */
  readonly letter: string;
  /** Words that have an opposite (north and south, upper and lower), by line of the list. */
  readonly opposites: ReadonlyMap<number, string>;
}

const BOX =
  /\b(?:p\.?\s*o\.?\s*box|post\s*office\s*box|postal\s*box|pobox|postfach|postbus|postboks|boite\s*postale|b\.?p\.?|apartado(?:\s*(?:postal|de\s*correos))?|apdo|casilla(?:\s*postal)?|casella\s*postale|a\/ya|caixa\s*postal|skrytka(?:\s*pocztowa)?|g\.?p\.?o\.?\s*box|box)\s*(?:n(?:o|r|um)?\.?\s*)?(\d[\d ]*\d|\d)/;
const UNIT =
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- at most 300 characters come here
  /(?:\b(?:apartments?|apartamento|appartement|appartamento|apartament|apto?|apt|app?|appt|lgh|lagenhet|byt|ajto|fracao|unit|suite|ste|flat|room|rm|wohnung|whg|wohnungsnr|top|tuer|tur|door|dpto|depto|departamento|lok|interno|int|puerta|pta|office|oficina|of|lote?|kvartira|kv|lokal|mieszkanie|daire|wohn|bte|boite|bus|villa|plot|shop|stall|kiosk|ph|penthouse|casa|local|piece|cuarto|spc|spaces?|trlr|trailer|slip|dept|pier|hngr|hangar|qtrs?|quarters?|berth|cabin|chalet|bungalow|hut|booth|dorm|caravan|vivienda|viv|unidad|modulo|dyrh)\b[.:]?\s*(?:n[or][.:]?\s*)?#?|#)\s*([a-z]?[- ]?\d+(?:\s?[a-z]\b|[-x]\d+)?|[a-z]\b)/;
const FLOOR =
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- at most 300 characters come here
  /\b(\d+)(?:\s?\/\s?f|(?:[a-z]{2,4})?\s*\.?\s*(?:st|nd|rd|th|eme|er|ieme|os|o|a|e|\.)?\s*(?:floor|flr|fl|em|orofos|etage|etg|og|stock|piso|planta|piano|obergeschoss|level|lvl|pietro|emelet|kat|etaj|etazh?|patro|krs|sal|vaning|lantai|andar|verdieping|trappor|tr)\b)|\b(?:floor|flr|fl|em|orofos|etage|etg|og|stock|piso|planta|piano|obergeschoss|level|lvl|pietro|emelet|kat|etaj|etazh?|patro|krs|sal|vaning|lantai|andar|verdieping|trappor|tr)\s*(\d+)\b/;
/** A floor after the house number, `500 Piso 3`. */
const FLOOR_BEHIND =
  /(?<=\d[a-z]?,? )(?:floor|fl|etage|stock|piso|planta|piano|level|pietro|emelet|kat|etaj|andar)\b\.? ?(\d+)(?= ?(?:$|[,-]|[a-z]{1,5}\b\.? ?[a-z\d]{0,4}$))/;
const BLOCK =
  /\b(?:bldg|building|tower|block|blk|bloc|bl|bat|batiment|haus|gebaude|torre|edificio|bloco|korpus|korp|blok|wing|pal|palazzina)\b\.?\s+(\d+[a-z]?|[a-z])\b/;
const STAIRS =
  /\b(?:stiege|stg|escalera|esc|escalier|scara|sc|scala|staircase|entrance|podezd|gate|aufgang|eingang|klatka|uppgang|oppgang|opgang|vh|vkh|vhod|vkhod)\b\.?\s+(\d+[a-z]?|[a-z])\b/;
const AREA = /\b(?:sector|phase|cluster|quadra|qd|pocket|precinct|manzana|mz)\b\.?\s+(\d+[a-z]?|[a-z])\b/;
/** Words that make an adjacent number word a number. */
const FLOORS = new Set(
  'floor fl etage stock og obergeschoss piso planta piano andar level verdieping em emelet pietro kat vaning krs'.split(
    ' ',
  ),
);
const UNITS = new Set(
  'flat unit apt apartment suite room door top tuer tur office apto shop lot villa casa'.split(' '),
);
const WORD_FLOORS: readonly (readonly [floor: string, words: RegExp])[] = [
  [
    '-1',
    /\b(?:lower ground(?: floor)?|basement|bsmt|souterrain|sous-sol|keller(?:geschoss)?|ug|seminterrato|sotano)\b/,
  ],
  ['0', /\b(?:ground floor|eg|erdgeschoss|parterre|rdc|rez-de-chaussee|piano terra|planta baja|bajo|parter)\b/],
  ['mezzanine', /\b(?:mezzanine|mezzanin|entresol|entresuelo|entresolo|ammezzato)\b/],
  ['top', /\b(?:top floor|dg|dachgeschoss|attic|atico|mansarda|combles)\b/],
];
/** Wings and buildings that share the same house number. */
const WINGS: readonly (readonly [wing: string, words: RegExp])[] = [
  ['front', /[\s,](?:vorderhaus|vdhs|vhs)\b/],
  ['back', /[\s,](?:hinterhaus|hths|quergebaude|gartenhaus)\b/],
  ['wing', /[\s,](?:seitenflugel|seitenfluegel)\b/],
  ['front', /[\s,](?:front|frente)$/],
  ['back', /[\s,](?:rear|fondo|fundos)$/],
];
const SIDES: readonly (readonly [side: string, words: RegExp])[] = [
  ['l', /[\s,](?:links|left|izq|izda|izquierda|gauche|sinistra|esquerdo|esq)$/],
  ['r', /[\s,](?:rechts|right|dcha|dra|derecha|droite|destra|direito|dto)$/],
  ['m', /[\s,](?:mitte|middle|centro)$/],
];
/** In Denmark: floor and side, `2. tv` is second floor, left. */
const FLOOR_AND_SIDE = /[\s,](\d+|st|kl)(?:\.\s?|\s)(tv|th|mf)\b\.?/;
/** In Norway: floor and door of a dwelling. */
const DWELLING = /\b([hulk]\d{4})\b/;
/** In Spain and Portugal: floor and door, `3º B` is third floor, door B. */
const FLOOR_AND_DOOR = /,\s*(\d+)\s*[ºªo°](?![a-z])\.?\s*[-,]?\s*([a-z]{1,3}\b)?/;
/** Short words for a flat after the house number: m. in Poland, D: in Turkey, characters in Japan and Korea. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- at most 300 characters come here
const BEHIND_NUMBER = /(?<=\d[a-z]?)(?:[\s,]+(?:m|d|as|dv|wg)\s*[.:]?\s*(\d+)\b|[\s-](\d+)(?:haoshi|ho)\b)/;
/** In Amsterdam: the floor in Roman numerals after the house number. */
const ROMAN_FLOOR = /^(\D*\d+\s?[a-z]?)[\s-]+(i{1,3}|iv|vi{0,3}|hs|huis|bg)\s*$/;
/** A house letter, as in 5b, after or before the street. Letters for directions are excluded. */
const HOUSE_LETTER =
  /^\D*\d+\s?[/-]?\s?([a-df-mo-rt-vx-z]|bis|ter|quater|ahalf)$|^\d+\s?(bis|ter|quater|ahalf|[a-df-mo-rt-vx-z])\s+\D/;
/** In India: wing and flat at the start of the address. */
const WING_AND_FLAT = /^([a-z])\s?-\s?(\d{2,4})\b/;
/** For each word: its line in the list, and its group of words in that line. */
const OPPOSITES = new Map(
  shippedList('street-opposites').flatMap((line, axis) =>
    line.split(' | ').flatMap((side) => {
      const all = side.split(' ');
      return all.map((word) => [word, { axis, side: all[0]! }] as const);
    }),
  ),
);
/** In Austria: house / staircase / floor / door after the street. Staircase and floor are optional. */
const BEHIND_HOUSE = /^(\D*\d+\s?[a-z]?)\s*\/((?:\s*\d+[a-z]?\s*\/){0,2})\s*(\d+[a-z]?)\s*$/;

/** A unit with any name: a word and a number after the house number and a comma. */
const NAMED_UNIT = /^(?=[^,]*\d)([^,]+),\s*[a-z]{2,9}\b\.?\s?(\d{1,4}[a-z]?)$/;

/** Addresses that may contain one of the words above. Most addresses do not, and need no other checks. */
const HAS_WORDS =
  /floor|mezz|entres|left|right|base|bsmt|middle|attic|rear|front|frente|fondo|fundos|\b[eud]g\b|gesch|haus|hths|vhs|quer|flug|flueg|links|rechts|mitte|souterr|sous|keller|parter|rdc|rez|piano|baja|bajo|atico|mansard|combles|semint|sotano|iz[qd]|dcha|dra\b|derecha|gauche|droite|sinistra|destra|centro|esq|dto|direito|vdhs/;

/** Longer strings are truncated, because the patterns above take quadratic time. */
const MAX_CHARACTERS = 300;

/** @param text folded, with punctuation */
export function readStreetUnit(text: string): StreetUnit {
  let building = withFigures(cut(text, MAX_CHARACTERS).replace(/\s+/g, ' ').trim());
  const found = { box: '', unit: '', floor: '', block: '', stairs: '', area: '', side: '', letter: '' };
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(building);
    if (match !== null) building = `${building.slice(0, match.index)} ${building.slice(match.index + match[0].length)}`;
    return match;
  };
  const byWord = (all: readonly (readonly [string, RegExp])[]) =>
    all.find(([, words]) => take(words) !== null)?.[0] ?? '';
  found.box = plain(take(BOX)?.[1]);
  if (HAS_WORDS.test(building)) {
    building = building.replace(/[.,]$/, '');
    found.side = byWord(SIDES);
  }
  const spanish = take(FLOOR_AND_DOOR);
  if (spanish !== null) {
    found.floor = plain(spanish[1]);
    found.unit = plain(spanish[2]);
  }
  const danish = take(FLOOR_AND_SIDE);
  if (danish !== null) [found.floor, found.unit] = [plain(danish[1]), plain(danish[2])];
  found.unit ||= plain(take(DWELLING)?.[1]);
  if (HAS_WORDS.test(building)) {
    found.floor ||= byWord(WORD_FLOORS);
    found.block = byWord(WINGS);
  }
  const floor = take(FLOOR_BEHIND) ?? take(FLOOR);
  if (floor !== null) found.floor = plain(floor[1] ?? floor[2]);
  found.block ||= plain(take(BLOCK)?.[1]);
  found.stairs = plain(take(STAIRS)?.[1]);
  found.area = plain(take(AREA)?.[1]);
  found.unit ||= plain(take(UNIT)?.[1]);
  if (found.unit === '') {
    const short = take(BEHIND_NUMBER);
    found.unit = plain(short?.[1] ?? short?.[2]);
  }
  if (found.unit === '') {
    const wing = take(WING_AND_FLAT);
    if (wing !== null) found.unit = `${wing[1]!}${wing[2]!}`;
  }
  const named = found.unit + found.floor === '' ? NAMED_UNIT.exec(building.trim()) : null;
  if (named !== null) [building, found.unit] = [named[1]!, plain(named[2])];
  building = building.replace(/[\s,]+/g, ' ').trim();
  const opposites = oppositesIn(building);
  const behind = found.unit === '' ? BEHIND_HOUSE.exec(building) : null;
  if (behind !== null) {
    const [stairs = '', floor = ''] = behind[2]!.split('/').map(plain);
    [building, found.unit] = [behind[1]!, plain(behind[3])];
    found.stairs ||= stairs;
    found.floor ||= floor;
  }
  const roman = found.unit === '' ? ROMAN_FLOOR.exec(building) : null;
  if (roman !== null) [building, found.unit] = [roman[1]!, roman[2]!];
  const letter = HOUSE_LETTER.exec(building.trim());
  if (letter !== null && found.unit === '') found.letter = letter[1] ?? letter[2]!;
  return { building: building.trim(), ...found, opposites };
}

const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ');

/** Writes number words next to a word for a floor or flat as digits: "second floor", "II. em.", "flat two". */
function withFigures(text: string): string {
  const parts = text.split(/([a-z]+)/);
  for (let i = 1; i < parts.length; i += 2) {
    const word = parts[i]!;
    const roman = ROMAN.indexOf(word) + 1;
    const value = ordinals.get(word) ?? cardinals.get(word) ?? (roman > 0 ? roman : undefined);
    if (value === undefined) continue;
    const isBeside = (at: number, words: ReadonlySet<string>) => parts[at] !== undefined && words.has(parts[at]);
    if (isBeside(i + 2, FLOORS) || isBeside(i - 2, FLOORS) || (cardinals.has(word) && isBeside(i - 2, UNITS)))
      parts[i] = String(value);
  }
  return parts.join('');
}

function oppositesIn(text: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const word of text.split(/[^a-z]+/)) {
    const opposite = OPPOSITES.get(word);
    if (opposite === undefined) continue;
    const before = found.get(opposite.axis);
    found.set(opposite.axis, before === undefined ? opposite.side : `${before} ${opposite.side}`);
  }
  return found;
}

/** Returns whether two addresses have equally many, but different opposites: 200 N 300 W, 200 S 300 W. */
export function areOpposite(one: string, other: string): boolean {
  const [a, b] = [one, other].map((words) => words.split(' ').sort());
  return a!.length === b!.length && a!.some((word, i) => word !== b![i]);
}

export const withoutOpposites = (text: string): string =>
  text.replace(/[a-z]+/g, (word) => (OPPOSITES.has(word) ? '' : word));

function plain(text: string | undefined): string {
  return (text ?? '').replace(/[^a-z0-9/]/g, '').replace(/^0+(?=\d)/, '');
}
