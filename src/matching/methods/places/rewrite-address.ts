/** Rewrites local orders of numbers to number and street. Patterns read at most a few hundred characters. */

/** In Colombia: the street, the crossing street, and the distance from the crossing. `Cra 7 # 12-34` */
const GRID =
  /\b(cra|carrera|kra|kr|cr|calle|cll|cl|diagonal|diag|dg|transversal|transv|tv|avenida|av|ak|ac)\.?\s*(\d{1,3}\s?[a-z]?)\s*(?:#|no\b\.?|nro\b\.?|num\b\.?|n\.)\s*(\d{1,3}\s?[a-z]?)\s*-\s*(\d{1,3})\b/;
const GRID_KINDS = new Map(
  Object.entries({ cra: 'cr', carrera: 'cr', kra: 'cr', kr: 'cr', calle: 'cl', cll: 'cl', diagonal: 'dg', diag: 'dg' }),
);
/** In Japan: district, block, house and room, before or after the place. `1-2-3 Ginza`, `1 Chome-2-3` */
const BLOCKS = /\b(\d{1,3})(?:\s*-\s*|\s?-?chome\s?-?\s?)(\d{1,4})\s*-\s*(\d{1,4})(?:\s*-\s*(\d{1,4}))?\b(?!\s*-)/;
const JAPANESE = /\b(\d{1,3}) ?丁目 ?(\d{1,4}) ?(?:番地?|-)[の-]?(\d{1,4})号?(?!室)/;
/** In Australia: the unit before the house. `3/12 Elm St` */
const UNIT_FIRST = /^\s*(\d{1,4}[a-z]?)\s*\/\s*(\d{1,5}[a-z]?)\s+(?=\D)/;
/** In Austria: staircase and door after the house; in Poland: the flat. `Hauptstr. 5/2/7` */
const UNITS_BEHIND = /(\d[a-z]?)((?:\s*\/\s*\d+[a-z]?)+)\s*$/;
/** The addressee or the owner of a letter box, which is not part of the location. */
// eslint-disable-next-line regexp/no-super-linear-move -- at most a few hundred characters come here
const CARE_OF = /(?:^|[,\n])\s*(?:c\s?\/\s?o|p\s?\/\s?a|attn|z\.\s?hd)\b[^,\n\d]*(?=[,\n]|$)/;
/** A bare number or letter after an address that begins with its house number: `88 Harbour Rd, 1203`. */
const UNIT_LAST = /^(?=[^,]*[a-z]{3})(\s*\d+[a-z]?\s[^,]+),\s*(\d{1,4}[a-z]?|[a-df-mo-rt-vx-z])\s*$/;
/** Maximum difference within a range of house numbers, as in 12/14. */
const RANGE = 6;

/** Rewrites characters before folding. */
export function rewriteCharacters(text: string): string {
  return text.includes('丁目') ? text.normalize('NFKC').replace(JAPANESE, '$1-$2-$3 ') : text;
}

/** Inserts the word "unit" before each part after the house number. */
export function rewriteUnitsBehind(text: string): string {
  if (!text.includes('/')) return text;
  return text.replace(UNITS_BEHIND, (_, house: string, units: string) => `${house}${units.replace(/\//g, ' unit ')}`);
}

/** Puts the house number first, then the street as one word, then the unit with its word. */
export function rewriteAddress(folded: string): string {
  let text = /\/\s?[oa]|attn|z\./.test(folded) ? folded.replace(CARE_OF, '') || folded : folded;
  if (text.includes('/'))
    text = text.replace(UNIT_FIRST, (all, unit: string, house: string) => {
      const apart = parseInt(house) - parseInt(unit);
      return apart > 0 && apart <= RANGE && apart % 2 === 0 ? all : `unit ${unit} ${house} `;
    });
  if (text.includes(',')) text = text.replace(UNIT_LAST, '$1, unit $2');
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
