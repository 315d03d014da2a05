import { Random } from './random.js';

/** Common names by frequency, followed by generated names, for a realistic number of distinct names. */
const first =
  `James Mary John Patricia Robert Jennifer Michael Linda William Elizabeth David Barbara Richard Susan Joseph Jessica Thomas Sarah Charles Karen
Christopher Lisa Daniel Nancy Matthew Betty Anthony Margaret Mark Sandra Donald Ashley Steven Kimberly Paul Emily Andrew Donna Joshua Michelle Kenneth Carol Kevin Amanda
Brian Dorothy George Melissa Edward Deborah Ronald Stephanie Timothy Rebecca Jason Sharon Jeffrey Laura Ryan Cynthia Jacob Kathleen Gary Amy Nicholas Angela Eric Shirley
Jonathan Anna Stephen Brenda Larry Pamela Justin Emma Scott Nicole Brandon Helen Benjamin Samantha Samuel Katherine Gregory Christine Frank Debra Alexander Rachel Raymond Carolyn
Patrick Janet Jack Catherine Dennis Maria Jerry Heather Tyler Diane Aaron Ruth Jose Julie Adam Olivia Nathan Joyce Henry Virginia Douglas Victoria Zachary Kelly Peter Lauren`.split(
    /\s+/,
  );
const last =
  `Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin
Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera
Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper
Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers`.split(
    /\s+/,
  );
const cities =
  `Abilene Springfield Franklin Greenville Bristol Clinton Fairview Salem Madison Georgetown Arlington Ashland Burlington Dover Hudson Jackson Kingston Lexington
Manchester Milton Newport Oxford Riverside Cleveland Dayton Auburn Centerville Clayton Lebanon Milford`.split(/\s+/);
const streets =
  `Main Oak Pine Maple Cedar Elm Washington Lake Hill Walnut Park Spring North Ridge Church Willow Mill Sunset Railroad Jefferson Center Highland Forest
Jackson River Meadow Chestnut Franklin Lincoln Union`.split(/\s+/);

const onsets = 'B Br C Ch D F G Gr H J K Kl L M N P R S Sch St T Tr V W Z'.split(' ');
const vowels = 'a e i o u ai ei au oo ie'.split(' ');
const middles = 'b d g l ll m n nn nd r rr s st t tt v x ck'.split(' ');
const ends = 'n r s t l m ck ner man son ski ey er in berg feld ton well'.split(' ');

export const FIRST_NAMES = 15_000;
export const LAST_NAMES = 100_000;
export const CITIES = 5_000;
export const STREETS = 20_000;

/** Cached: the number of names depends on the ranks, not on the number of people. */
export const firstName = (rank: number) => (first[rank] ??= invented(rank, 0x1f1, 1));
export const lastName = (rank: number) => (last[rank] ??= invented(rank, 0x2a5, 2));
export const city = (rank: number) =>
  (cities[rank] ??= `${invented(rank, 0x3c7, 1)}${['ville', 'ton', 'burg', ' City', ''][rank % 5]!}`);
export const street = (rank: number) => (streets[rank] ??= invented(rank, 0x4d9, 1));

function invented(rank: number, salt: number, longest: number): string {
  const random = new Random(Math.imul(rank, 0x9e3779b1) ^ salt);
  let name = random.pick(onsets) + random.pick(vowels);
  for (let i = random.below(longest + 1); i > 0; i--) name += random.pick(middles) + random.pick(vowels);
  return name + random.pick(ends);
}

/** Nicknames, in both directions. */
export const nicknames: ReadonlyMap<string, string> = new Map(
  `James Jim,Robert Bob,William Bill,Richard Dick,Michael Mike,Elizabeth Liz,Jennifer Jenny,Patricia Pat,Thomas Tom,Christopher Chris,Matthew Matt,Daniel Dan,Anthony Tony,
Margaret Peggy,Steven Steve,Kimberly Kim,Andrew Andy,Joshua Josh,Kenneth Ken,Edward Ed,Ronald Ron,Timothy Tim,Rebecca Becky,Jeffrey Jeff,Katherine Kate,Nicholas Nick,
Stephen Steve,Benjamin Ben,Samuel Sam,Samantha Sam,Gregory Greg,Alexander Alex,Raymond Ray,Catherine Cathy,Zachary Zach,Douglas Doug,Victoria Vicky,Joseph Joe,Charles Chuck,Deborah Debbie`
    .split(/,\s*/)
    .map((pair) => pair.split(' ') as [string, string]),
);
