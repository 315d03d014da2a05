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
}

const BOX =
  /\b(?:p\.?\s*o\.?\s*box|post\s*office\s*box|postal\s*box|pobox|postfach|postbus|postboks|boite\s*postale|b\.?p\.?|apartado(?:\s*(?:postal|de\s*correos))?|apdo|casilla(?:\s*postal)?|casella\s*postale|caixa\s*postal|skrytka(?:\s*pocztowa)?|g\.?p\.?o\.?\s*box)\s*(?:n(?:o|r|um)?\.?\s*)?(\d[\d ]*\d|\d)/;
const UNIT =
  /(?:\b(?:apartments?|apartamento|appartement|appartamento|apto?|apt|app|appt|unit|suite|ste|flat|room|rm|wohnung|whg|wohnungsnr|top|tuer|tur|door|dpto|depto|departamento|interno|int|puerta|pta|office|oficina|lot|kvartira|kv|lokal|mieszkanie|daire|wohn)\b\.?\s*(?:n[or]\.?\s*)?#?|#)\s*([a-z]?[- ]?\d+(?:\s?[a-z]\b|-\d+)?|[a-z]\b)/;
const FLOOR =
  /\b(\d+)\s*\.?\s*(?:st|nd|rd|th|eme|er|ieme|o|a|e|\.)?\s*(?:floor|etage|etg|og|stock|piso|planta|piano|obergeschoss|level|pietro)\b|\b(?:floor|etage|level|piso|planta|piano|lvl|stock)\s*(\d+)\b/;
const BLOCK =
  /\b(?:bldg|building|tower|block|blk|bat|batiment|stiege|stg|haus|gebaude|torre|edificio|escalera|esc)\.?\s+(\d+|[a-z])\b/;
/** In Spain and Portugal: the third floor, door B. */
const FLOOR_AND_DOOR = /,\s*(\d+)\s*[ºªo°]\.?\s*[-,]?\s*([a-z]{1,3}\b)?/;
/** In Austria: house / staircase / door, behind the street; in Australia: unit / house, before it. */
const BEHIND_HOUSE = /^(\D*\d+\s?[a-z]?)\s*\/\s*(\d+[a-z]?(?:\s*\/\s*\d+[a-z]?)*)\s*$/;
const BEFORE_HOUSE = /^(\d+[a-z]?)\s*\/\s*(\d+[a-z]?\s+\D.*)$/;

/** Longer texts are cut: the patterns above take quadratic time. */
const MAX_CHARACTERS = 300;

/** @param text folded, with its punctuation */
export function readStreetUnit(text: string): StreetUnit {
  let building = cut(text, MAX_CHARACTERS).replace(/\s+/g, ' ').trim();
  const found = { box: '', unit: '', floor: '', block: '' };
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
  const floor = take(FLOOR);
  if (floor !== null) found.floor = plain(floor[1] ?? floor[2]);
  found.block = plain(take(BLOCK)?.[1]);
  found.unit ||= plain(take(UNIT)?.[1]);
  building = building.replace(/[\s,]+/g, ' ').trim();
  const behind = BEHIND_HOUSE.exec(building);
  const before = behind === null ? BEFORE_HOUSE.exec(building) : null;
  if (behind !== null && found.unit === '') [building, found.unit] = [behind[1]!, plain(behind[2])];
  else if (before !== null && found.unit === '') [found.unit, building] = [plain(before[1]), before[2]!];
  return { building: building.trim(), ...found };
}

function plain(text: string | undefined): string {
  return (text ?? '').replace(/[^a-z0-9/]/g, '').replace(/^0+(?=\d)/, '');
}
