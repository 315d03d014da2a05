import { splitName } from './split-name.js';

export interface CardProperty {
  /** Name of the property in upper case, without the group. */
  readonly name: string;
  /** Types of the property in lower case: `home`, `cell`, `pref`. */
  readonly kinds: ReadonlySet<string>;
  readonly value: string;
}

/** Separator between several values in one column. The values are compared individually. */
const AND = '; ';

/** Returns a card's cells by column name, with names that field guessing recognises. */
export function cellsOfCard(properties: readonly CardProperty[]): Map<string, string> {
  const cells = new Map<string, string>();
  const put = (column: string, text: string | undefined) => {
    if (text === undefined || text === '') return;
    const before = cells.get(column);
    cells.set(column, before === undefined ? text : `${before}${AND}${text}`);
  };
  const free = (...columns: readonly string[]) => columns.find((column) => !cells.has(column));
  const all = (name: string) => preferredFirst(properties.filter((property) => property.name === name));
  const first = (name: string) => all(name)[0];

  const [company, ...departments] = partsOf(first('ORG')?.value ?? '');
  const [family = '', given = '', middle, prefix, suffix] = partsOf(first('N')?.value ?? '');
  const whole = family === '' ? (given === '' ? textOf(first('FN')?.value) : given) : '';
  // If a company's card repeats the company as the name, the name is omitted.
  const name = whole !== '' && whole === company ? { first: '', last: '' } : splitName(whole);
  put('First Name', family === '' ? name.first : given);
  put('Middle Name', middle);
  put('Last Name', family === '' ? name.last : family);
  put('Prefix', prefix);
  put('Suffix', suffix);
  put('Nickname', textOf(first('NICKNAME')?.value));
  put('Company', company);
  put('Department', departments.filter((part) => part !== '').join(', '));
  put('Title', textOf((first('TITLE') ?? first('ROLE'))?.value));
  for (const { value } of all('EMAIL'))
    put(free('Email', 'Email 2') ?? 'More Emails', textOf(value).replace(/^mailto:/i, ''));
  for (const { value, kinds } of all('TEL'))
    put(free(phoneColumn(kinds), 'Other Phone') ?? 'More Phones', textOf(value).replace(/^tel:/i, ''));
  all('ADR').forEach(({ value }, i) => {
    const [box, extended, street, city, state, code, country] = partsOf(value);
    const lines = [street, extended, box].filter((part) => part !== undefined && part !== '').join(', ');
    if (i > 0) {
      const parts = [lines, city, state, code, country].filter((part) => part !== undefined && part !== '');
      put('Other Address', parts.join(', '));
      return;
    }
    put('Street', lines);
    put('City', city);
    put('State', state);
    put('Postal Code', code);
    put('Country', country);
  });
  const birth = first('BDAY');
  if (birth !== undefined) {
    const day = dayOf(textOf(birth.value), birth.kinds.has('no year'));
    put(/^\d{4}-\d\d-\d\d$/.test(day) ? 'Birthdate' : 'Birthday as written', day);
  }
  put('Gender', partsOf(first('GENDER')?.value ?? '')[0]);
  for (const { value } of all('URL')) put('Website', textOf(value));
  for (const { value } of all('CATEGORIES')) put('Categories', textOf(value));
  for (const { value } of all('NOTE')) put('Note', textOf(value));
  put('UID', textOf(first('UID')?.value));
  return cells;
}

function preferredFirst(properties: readonly CardProperty[]): CardProperty[] {
  return [...properties].sort((a, b) => Number(b.kinds.has('pref')) - Number(a.kinds.has('pref')));
}

function phoneColumn(kinds: ReadonlySet<string>): string {
  if (kinds.has('fax')) return 'Fax';
  if (kinds.has('pager')) return 'Pager';
  if (kinds.has('cell') || kinds.has('iphone')) return 'Mobile Phone';
  return kinds.has('home') ? 'Home Phone' : 'Phone';
}

function partsOf(value: string): string[] {
  return splitAt(value, ';').map(textOf);
}

/** Splits at separators that are not escaped by a backslash. */
function splitAt(value: string, separator: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i < value.length; i++) {
    if (value[i] === '\\') i++;
    else if (value[i] === separator) {
      parts.push(value.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(value.slice(from));
  return parts;
}

function textOf(value: string | undefined): string {
  const plain = (value ?? '').replace(/\\([nN,;:\\])/g, (_, char: string) => (/n/i.test(char) ? '\n' : char));
  return plain.trim();
}

/** Converts `19850412` and `1985-04-12T00:00:00Z` to a day. Omits a placeholder year, such as Apple's 1604. */
function dayOf(text: string, isYearMadeUp: boolean): string {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})(?:T.*)?$/.exec(text);
  if (found === null) return text;
  const [, year, month, day] = found;
  return isYearMadeUp || year === '1604' ? `--${month}-${day}` : `${year}-${month}-${day}`;
}
