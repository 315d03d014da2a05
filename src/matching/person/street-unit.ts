import { cut } from '../text/fold.js';

/**
 * The place within a building that a street address names: unit, floor, staircase, or the number of a post box. Words
 * of several languages, a table of our own.
 */
export interface StreetUnit {
  /** The address without these. */
  readonly building: string;
  readonly box: string;
  readonly unit: string;
  readonly floor: string;
  readonly block: string;
  /** Left or right of the stairs, `l` or `r`; `m` between the two. */
  readonly side: string;
  /** Letter of the house, where nothing else names a unit. */
  readonly letter: string;
}

const BOX =
  /\b(?:p\.?\s*o\.?\s*box|post\s*office\s*box|postal\s*box|pobox|postfach|postbus|postboks|boite\s*postale|b\.?p\.?|apartado(?:\s*(?:postal|de\s*correos))?|apdo|casilla(?:\s*postal)?|casella\s*postale|a\/ya|caixa\s*postal|skrytka(?:\s*pocztowa)?|g\.?p\.?o\.?\s*box)\s*(?:n(?:o|r|um)?\.?\s*)?(\d[\d ]*\d|\d)/;
const UNIT =
  /(?:\b(?:apartments?|apartamento|appartement|appartamento|apartament|apto?|apt|app?|appt|lgh|byt|ajto|fracao|unit|suite|ste|flat|room|rm|wohnung|whg|wohnungsnr|top|tuer|tur|door|dpto|depto|departamento|interno|int|puerta|pta|office|oficina|lot|kvartira|kv|lokal|mieszkanie|daire|wohn)\b\.?\s*(?:n[or]\.?\s*)?#?|#)\s*([a-z]?[- ]?\d+(?:\s?[a-z]\b|-\d+)?|[a-z]\b)/;
const FLOOR =
  /\b(\d+)(?:\s?\/\s?f|\s*\.?\s*(?:st|nd|rd|th|eme|er|ieme|os|o|a|e|\.)?\s*(?:floor|orofos|etage|etg|og|stock|piso|planta|piano|obergeschoss|level|pietro|emelet|kat|etaj|etazh?|patro|krs|sal|vaning|lantai))\b|\b(?:floor|etage|level|piso|planta|piano|lvl|stock)\s*(\d+)\b/;
const BLOCK =
  /\b(?:bldg|building|tower|block|blk|bloc|bl|bat|batiment|stiege|stg|haus|gebaude|torre|edificio|escalera|esc|korpus|korp|blok|scara|sc|scala|staircase|entrance|podezd)\.?\s+(\d+|[a-z])\b/;
/** Floors that have a word, and in which place they are; the top one has none. */
const WORD_FLOORS: readonly (readonly [floor: string, words: RegExp])[] = [
  [
    '-1',
    /\b(?:lower ground(?: floor)?|basement|bsmt|souterrain|sous-sol|keller(?:geschoss)?|ug|seminterrato|sotano)\b/,
  ],
  ['0', /\b(?:ground floor|eg|erdgeschoss|parterre|rdc|rez-de-chaussee|piano terra|planta baja|bajo|parter)\b/],
  ['1', /\bfirst floor\b/],
  ['2', /\bsecond floor\b/],
  ['3', /\bthird floor\b/],
  ['4', /\bfourth floor\b/],
  ['5', /\bfifth floor\b/],
  ['top', /\b(?:top floor|dg|dachgeschoss|attic|atico|mansarda|combles)\b/],
];
/** Wings and houses of one number. */
const WINGS: readonly (readonly [wing: string, words: RegExp])[] = [
  ['front', /[\s,](?:vorderhaus|vdhs|vhs)\b/],
  ['back', /[\s,](?:hinterhaus|hths|quergebaude|gartenhaus)\b/],
  ['wing', /[\s,](?:seitenflugel|seitenfluegel)\b/],
];
const SIDES: readonly (readonly [side: string, words: RegExp])[] = [
  ['l', /[\s,](?:links|left|izq|izquierda|gauche|sinistra|esquerdo|esq)$/],
  ['r', /[\s,](?:rechts|right|dcha|derecha|droite|destra|direito|dto)$/],
  ['m', /[\s,](?:mitte|middle|centro)$/],
];
/** In Denmark: the second floor, to the left. */
const FLOOR_AND_SIDE = /[\s,](\d+|st|kl)\.?\s?(tv|th|mf)\b\.?/;
/** In Norway: the floor and the door of a dwelling. */
const DWELLING = /\b([hulk]\d{4})\b/;
/** In Japan: the room behind the number of the house. */
const BEHIND_BLOCK = /^(\D*\d+-\d+-\d+)-(\d+)\s*$/;
/** In Spain and Portugal: the third floor, door B. */
const FLOOR_AND_DOOR = /,\s*(\d+)\s*[ºªo°](?![a-z])\.?\s*[-,]?\s*([a-z]{1,3}\b)?/;
/** Behind the house number, short words for a flat: in Poland m., in Turkey D:, in Japan and Korea behind the digits. */
const BEHIND_NUMBER = /(?<=\d[a-z]?)(?:[\s,]+(?:m|d|as|dv|wg)\s*[.:]?\s*(\d+)\b|[\s-](\d+)(?:haoshi|ho)\b)/;
/** In Amsterdam: the floor in Roman figures, behind the house number. */
const ROMAN_FLOOR = /^(\D*\d+\s?[a-z]?)\s*-\s*(i{1,3}|iv|vi{0,3}|hs|huis|bg)\s*$/;
/** 5b behind the street, or before it; a direction is no letter of a house. */
const HOUSE_LETTER = /^\D*\d+[\s-]?([a-df-mo-rt-vx-z])$|^\d+([a-df-mo-rt-vx-z])\s+\D/;
/** In Austria: house / staircase / door, behind the street; in Australia: unit / house, before it. */
const BEHIND_HOUSE = /^(\D*\d+\s?[a-z]?)\s*\/\s*(\d+[a-z]?(?:\s*\/\s*\d+[a-z]?)*)\s*$/;
const BEFORE_HOUSE = /^(\d+[a-z]?)\s*\/\s*(\d+[a-z]?\s+\D.*)$/;

/** Most addresses have none of the words above. */
const HAS_WORDS =
  /floor|left|right|base|bsmt|middle|attic|\b[eud]g\b|gesch|haus|hths|vhs|quer|flug|flueg|links|rechts|mitte|souterr|sous|keller|parter|rdc|rez|piano|baja|bajo|atico|mansard|combles|semint|sotano|izq|dcha|derecha|gauche|droite|sinistra|destra|centro|esq|dto|direito|vdhs/;

/** Longer texts are cut: the patterns above take quadratic time. */
const MAX_CHARACTERS = 300;

/** @param text folded, with its punctuation */
export function readStreetUnit(text: string): StreetUnit {
  let building = cut(text, MAX_CHARACTERS).replace(/\s+/g, ' ').trim();
  const found = { box: '', unit: '', floor: '', block: '', side: '', letter: '' };
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(building);
    if (match !== null) building = `${building.slice(0, match.index)} ${building.slice(match.index + match[0].length)}`;
    return match;
  };
  found.box = plain(take(BOX)?.[1]);
  const spanish = take(FLOOR_AND_DOOR);
  if (spanish !== null) {
    found.floor = plain(spanish[1]);
    found.unit = plain(spanish[2]);
  }
  const danish = take(FLOOR_AND_SIDE);
  if (danish !== null) [found.floor, found.unit] = [plain(danish[1]), plain(danish[2])];
  found.unit ||= plain(take(DWELLING)?.[1]);
  const byWord = (all: readonly (readonly [string, RegExp])[]) =>
    all.find(([, words]) => take(words) !== null)?.[0] ?? '';
  if (HAS_WORDS.test(building)) {
    building = building.replace(/[.,]$/, '');
    found.side = byWord(SIDES);
    found.floor ||= byWord(WORD_FLOORS);
    found.block = byWord(WINGS);
  }
  const floor = take(FLOOR);
  if (floor !== null) found.floor = plain(floor[1] ?? floor[2]);
  found.block ||= plain(take(BLOCK)?.[1]);
  found.unit ||= plain(take(UNIT)?.[1]);
  if (found.unit === '') {
    const short = take(BEHIND_NUMBER);
    found.unit = plain(short?.[1] ?? short?.[2]);
  }
  building = building.replace(/[\s,]+/g, ' ').trim();
  const behind = BEHIND_HOUSE.exec(building);
  const before = behind === null ? BEFORE_HOUSE.exec(building) : null;
  if (behind !== null && found.unit === '') [building, found.unit] = [behind[1]!, plain(behind[2])];
  else if (before !== null && found.unit === '') [found.unit, building] = [plain(before[1]), before[2]!];
  const room = found.unit === '' ? BEHIND_BLOCK.exec(building) : null;
  if (room !== null) [building, found.unit] = [room[1]!, plain(room[2])];
  const roman = found.unit === '' ? ROMAN_FLOOR.exec(building) : null;
  if (roman !== null) [building, found.unit] = [roman[1]!, roman[2]!];
  const letter = HOUSE_LETTER.exec(building.trim());
  if (letter !== null && found.unit === '') found.letter = letter[1] ?? letter[2]!;
  return { building: building.trim(), ...found };
}

function plain(text: string | undefined): string {
  return (text ?? '').replace(/[^a-z0-9/]/g, '').replace(/^0+(?=\d)/, '');
}
