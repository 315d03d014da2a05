import { osaDistance } from '../../src/matching/text/edit-distance.js';
import { Random } from '../synthetic/random.js';
import { cellsOf, type ColumnKind } from './columns.js';
import { firmTypedAgain, firstEntry, firstFirm, typedAgain, type Entry } from './entries.js';
import { People } from './people.js';
import type { Shape } from './shapes.js';

export interface OrdinaryFile {
  readonly shape: Shape;
  readonly rows: readonly (readonly string[])[];
  /** By row: the number of the person or company. */
  readonly truth: readonly number[];
  /** Duplicate pairs that a reader could recognize from the columns. */
  readonly visible: readonly (readonly [number, number])[];
}

interface Row {
  readonly entry: Entry;
  readonly party: number;
}

/** A list in which this share of the rows are duplicates. */
export function listFile(shape: Shape, size: number, share: number, seed: number): OrdinaryFile {
  const random = new Random(seed);
  const people = new People(random, shape.population, shape.culture, size);
  const rows: Row[] = [];
  const parties: { rest: () => Entry }[] = [];
  while (rows.length < size) {
    if (parties.length > 5 && random.chance(share)) {
      // Duplicates any earlier party.
      const party = random.below(parties.length);
      rows.push({ entry: parties[party]!.rest(), party });
      continue;
    }
    const party = newParty(shape, people, random);
    rows.push({ entry: party.first, party: parties.length });
    parties.push(party);
  }
  return fileOf(shape, people, random, rows);
}

/** A log in which most rows belong to a person or company with several rows, which are sometimes typed differently. */
export function logFile(shape: Shape, size: number, seed: number): OrdinaryFile {
  const random = new Random(seed);
  const people = new People(random, shape.population, shape.culture, size);
  const goOn = 0.55 + random.next() * 0.3;
  const rows: Row[] = [];
  for (let number = 0; rows.length < size; number++) {
    const party = newParty(shape, people, random);
    let entry = party.first;
    do {
      rows.push({ entry, party: number });
      if (random.chance(0.15)) entry = party.rest();
    } while (rows.length < size && random.chance(goOn));
  }
  return fileOf(shape, people, random, rows);
}

function newParty(
  { isOfCompanies, population }: Shape,
  people: People,
  random: Random,
): { first: Entry; rest: () => Entry } {
  const { culture } = people;
  if (isOfCompanies) {
    const firm = people.firm();
    const first = firstFirm(firm, culture, random);
    return { first, rest: () => firmTypedAgain(first, firm, culture, random) };
  }
  const person = people.next();
  const first = firstEntry(person, culture, random);
  let entries = 1;
  const rest = (): Entry => {
    const again = typedAgain(first, person, culture, random);
    // If a program refuses an e-mail address that is in use, people enter another address.
    const isTaken = population === 'unique e-mails' && again.email !== '';
    return isTaken ? { ...again, email: person.secondEmail.replace('@', `.${++entries}@`) } : again;
  };
  return { first, rest };
}

function fileOf(shape: Shape, { culture }: People, random: Random, made: readonly Row[]): OrdinaryFile {
  const rows = made.slice();
  for (let i = rows.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [rows[i], rows[j]] = [rows[j]!, rows[i]!];
  }
  return {
    shape,
    rows: rows.map(({ entry }, serial) =>
      cellsOf(shape.columns, { entry, random, serial, nameOrder: culture.familyFirst }),
    ),
    truth: rows.map(({ party }) => party),
    visible: visiblePairs(shape, rows),
  };
}

const FIRST = new Set<ColumnKind>(['first', 'name', 'last, first']);
const LAST = new Set<ColumnKind>(['last', 'name', 'last, first']);

/**
 * The pairs that a reader could recognize. For people: similar names, and the same e-mail address, phone, birth date or
 * address, which nobody else with a similar name has. If the last names differ, the rows must share two such values.
 * One of these must not be a phone, address or company, because colleagues share these. For companies: the name and a
 * contact detail or the city.
 */
function visiblePairs({ columns, isOfCompanies, population }: Shape, rows: readonly Row[]): [number, number][] {
  const shown = new Set(columns.kinds);
  const shows = (kind: ColumnKind) => [...shown].some((each) => each === kind || each.startsWith(`${kind} `));
  const grounds = (['email', 'born', 'phone', 'street', 'website', 'city', 'company'] as const).filter(shows);
  const weak = new Set(isOfCompanies ? [] : ['city', ...(population === 'one employer' ? ['company'] : [])]);
  const own = grounds.filter((kind) => !weak.has(kind) && !(isOfCompanies && kind === 'company'));
  const valueOf = (entry: Entry, kind: (typeof grounds)[number]): string => {
    const value = kind === 'phone' ? entry.number : entry[kind].toLowerCase();
    return kind === 'website' ? value.replace(/^(?:https?:\/\/|www\.)|\/$/g, '') : value;
  };
  const nameOf = ({ first, last, company }: Entry) =>
    (isOfCompanies ? company.slice(0, 8) : `${first.slice(0, 1)} ${last.slice(0, 3)}`).toLowerCase();
  // The people or companies that share a value and have similar names, such as father and son at one address.
  const holders = new Map<string, Set<number>>();
  for (const { entry, party } of rows)
    for (const kind of own) {
      const key = `${kind} ${valueOf(entry, kind)} ${nameOf(entry)}`;
      holders.set(key, (holders.get(key) ?? new Set()).add(party));
    }
  const shared = (one: Entry, other: Entry): string[] =>
    own.filter((kind) => {
      const value = valueOf(one, kind);
      if (value === '' || value !== valueOf(other, kind)) return false;
      return holders.get(`${kind} ${value} ${nameOf(one)}`)!.size === 1;
    });
  const areShown = [...FIRST].some((kind) => shown.has(kind)) && [...LAST].some((kind) => shown.has(kind));
  const isVisible = (one: Entry, other: Entry): boolean => {
    const agreeing = shared(one, other);
    if (isOfCompanies) return agreeing.length > 0 && alike(one.company, other.company);
    if (!areShown) return agreeing.includes('email');
    if (one.isLastKept && other.isLastKept) return agreeing.length > 0;
    if (one.last === other.last) return agreeing.length > 0;
    return agreeing.length > 1 && agreeing.some((kind) => kind === 'email' || kind === 'born');
  };
  const byParty = new Map<number, number[]>();
  rows.forEach(({ party }, row) => byParty.set(party, [...(byParty.get(party) ?? []), row]));
  return [...byParty.values()].flatMap((own) =>
    own.flatMap((a, i) =>
      own
        .slice(i + 1)
        .filter((b) => isVisible(rows[a]!.entry, rows[b]!.entry))
        .map((b): [number, number] => [a, b]),
    ),
  );
}

function alike(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a.startsWith(b) || b.startsWith(a) || osaDistance(a, b, 2) <= 2 || a.slice(0, 6) === b.slice(0, 6);
}
