import { readSql, SqlNotRead, type SqlExpression } from './sql-expression.js';

/** A measure of two texts, as the databases that Splink runs on have it. */
export const TEXT_MEASURES = ['jaroWinkler', 'jaro', 'levenshtein', 'damerauLevenshtein', 'jaccard'] as const;
export type TextMeasure = (typeof TEXT_MEASURES)[number];
/** Those of which less is more alike: edits. */
export const DISTANCES: ReadonlySet<TextMeasure> = new Set(['levenshtein', 'damerauLevenshtein']);

/** A part of a value: the mailbox or the domain of an address, the first characters. */
export type ValuePart = 'username' | 'domain' | { readonly first: number } | { readonly pattern: string };

/** A comparison level's demand on a pair. */
export type LevelReading =
  | { readonly kind: 'else' }
  /** One or both values are blank. */
  | { readonly kind: 'blank'; readonly column: string; readonly both: boolean }
  | { readonly kind: 'equal'; readonly column: string; readonly part?: ValuePart }
  | {
      readonly kind: 'similar';
      readonly column: string;
      readonly measure: TextMeasure;
      readonly threshold: number;
      readonly part?: ValuePart;
    }
  | { readonly kind: 'days'; readonly column: string; readonly days: number }
  /** Numbers that differ by at most this share of the larger one. */
  | { readonly kind: 'share'; readonly column: string; readonly share: number }
  /** Each column's value equals the other column's of the other record. */
  | { readonly kind: 'reversed'; readonly columns: readonly [string, string] }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly LevelReading[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Functions that change a value's spelling and not what it is: our methods read any spelling. */
const SPELLINGS = new Set(
  `lower upper trim ltrim rtrim cast nullif coalesce ifnull strip_accents unaccent replace regexp_replace translate
  try_strptime strptime date to_date try_to_timestamp to_timestamp try_cast_date try_cast_timestamp try_to_date
  epoch unix_timestamp time_to_unix`.split(/\s+/),
);
const MEASURES: ReadonlyMap<string, TextMeasure> = new Map([
  ['jaro_winkler_similarity', 'jaroWinkler'],
  ['jaro_winkler', 'jaroWinkler'],
  ['jarowinkler', 'jaroWinkler'],
  ['jaro_winkler_sim', 'jaroWinkler'],
  ['jaro_similarity', 'jaro'],
  ['jaro_sim', 'jaro'],
  ['jaro', 'jaro'],
  ['levenshtein', 'levenshtein'],
  ['editdist3', 'levenshtein'],
  ['damerau_levenshtein', 'damerauLevenshtein'],
  ['damerau_levenshtein_distance', 'damerauLevenshtein'],
  ['jaccard', 'jaccard'],
  ['jaccard_sim', 'jaccard'],
]);
const DAY = 86_400;
/** Functions that make other values, of which our methods know nothing. */
const CHANGES = new Set(['replace', 'regexp_replace', 'translate']);

/** Reads the condition of a level. What is not understood is `unknown`. */
export function readLevel(sql: string): LevelReading {
  if (sql.trim().toLowerCase() === 'else') return { kind: 'else' };
  try {
    return readCondition(readSql(sql));
  } catch (error) {
    if (error instanceof SqlNotRead) return unknown(error.message);
    throw error;
  }
}

/** Functions by which a condition changes what values say before it compares them. */
export function changesIn(sql: string): string[] {
  const changesOf = (part: SqlExpression): string[] =>
    part.kind === 'call' ? [...(CHANGES.has(part.name) ? [part.name] : []), ...part.args.flatMap(changesOf)] : [];
  try {
    return [...new Set(changesOf(readSql(sql)))];
  } catch (error) {
    if (error instanceof SqlNotRead) return [];
    throw error;
  }
}

function readCondition(sql: SqlExpression): LevelReading {
  if (sql.kind !== 'call') return unknown('it is no comparison of two values');
  switch (sql.name) {
    case 'and':
      return readAll(sql.args);
    case 'or':
      return readAny(sql.args);
    case 'is null':
      return unknown('it looks at one side only');
    case '=':
      return readEqual(sql.args[0]!, sql.args[1]!);
    case '>=':
    case '>':
    case '<=':
    case '<':
      return readMeasured(sql.args[0]!, sql.name, sql.args[1]!);
    case 'not':
      return unknown('it asks what is not so');
    default:
      return unknown(`${sql.name} has no counterpart`);
  }
}

function readAll(args: readonly SqlExpression[]): LevelReading {
  const blank = readBlank(args);
  if (blank !== undefined) return { kind: 'blank', column: blank, both: true };
  const reversed = readReversed(args.filter((part) => !isUnequal(part)));
  if (reversed !== undefined) return { kind: 'reversed', columns: reversed };
  const parts = args.filter((part) => !isFilled(part)).map(readCondition);
  return joined('all', parts);
}

function readAny(args: readonly SqlExpression[]): LevelReading {
  const blank = readBlank(args);
  if (blank !== undefined) return { kind: 'blank', column: blank, both: false };
  return joined('any', args.map(readCondition));
}

function joined(kind: 'all' | 'any', parts: readonly LevelReading[]): LevelReading {
  if (parts.length === 1) return parts[0]!;
  return parts.find((part) => part.kind === 'unknown') ?? { kind, parts };
}

/** The column whose two sides are asked to be blank. */
function readBlank(args: readonly SqlExpression[]): string | undefined {
  if (args.length !== 2) return undefined;
  const sides = args.map((each) =>
    each.kind === 'call' && each.name === 'is null' ? sideOf(each.args[0]!) : undefined,
  );
  return sameColumn(sides[0], sides[1]);
}

/** Whether it only asks that a value is there, which a level with another condition takes for granted. */
function isFilled(sql: SqlExpression): boolean {
  if (sql.kind !== 'call') return false;
  if (sql.name === 'is not null') return sideOf(sql.args[0]!) !== undefined;
  const [left, right] = sql.args;
  return sql.name === '<>' && right!.kind === 'text' && right!.text.trim() === '' && sideOf(left!) !== undefined;
}

/** Whether it asks that the two values of a column differ. */
function isUnequal(sql: SqlExpression): boolean {
  return sql.kind === 'call' && sql.name === '<>' && sameColumn(...sidesOf(sql.args)) !== undefined;
}

function readReversed(args: readonly SqlExpression[]): readonly [string, string] | undefined {
  const pairs = args.map((each) =>
    each.kind === 'call' && each.name === '=' ? each.args.map((side) => sideOf(side)) : [],
  );
  const [one, other] = pairs;
  if (pairs.length !== 2 || !one?.[0] || !one[1] || !other?.[0] || !other[1]) return undefined;
  const of = (sides: readonly (Side | undefined)[], side: 'l' | 'r') =>
    sides.find((each) => each!.side === side)?.column;
  const [a, b, c, d] = [of(one, 'l'), of(one, 'r'), of(other, 'l'), of(other, 'r')];
  return a !== undefined && b !== undefined && a !== b && a === d && b === c ? [a, b] : undefined;
}

function readEqual(left: SqlExpression, right: SqlExpression): LevelReading {
  const [one, other] = [sideOf(left), sideOf(right)];
  const column = sameColumn(one, other);
  if (column !== undefined) return { kind: 'equal', column, ...partOf(one!) };
  if (one === undefined && other === undefined) return unknown('it compares no columns');
  if (one === undefined || other === undefined) return unknown('it asks for a certain value');
  return unknown(`it compares ${one.column} with ${other.column}`);
}

function readMeasured(left: SqlExpression, sign: string, right: SqlExpression): LevelReading {
  const limit = constantOf(right);
  if (limit === undefined) {
    // `0.9 <= jaro_winkler_similarity(...)`
    if (constantOf(left) === undefined) return unknown('it is no comparison with a number');
    return readMeasured(right, sign.startsWith('<') ? sign.replace('<', '>') : sign.replace('>', '<'), left);
  }
  if (left.kind !== 'call') return unknown('it asks for a certain value');
  const measure = MEASURES.get(left.name);
  if (measure !== undefined) return readSimilar(left.args, measure, sign, limit);
  if (sign.startsWith('>')) return unknown(`${left.name} has no counterpart`);
  return readDifference(left, sign, limit) ?? unknown(`${left.name} has no counterpart`);
}

function readSimilar(args: readonly SqlExpression[], measure: TextMeasure, sign: string, limit: number): LevelReading {
  const sides = args.slice(0, 2).map((each) => sideOf(each));
  const column = sameColumn(sides[0], sides[1]);
  if (column === undefined) return unknown('it compares two columns');
  const isDistance = DISTANCES.has(measure);
  if (isDistance !== sign.startsWith('<')) return unknown('it asks for values that are unlike');
  const threshold = isDistance && sign === '<' ? Math.ceil(limit) - 1 : limit;
  if (isDistance ? threshold < 0 : threshold < 0 || threshold > 1) return unknown(`${limit} is out of its range`);
  return { kind: 'similar', column, measure, threshold, ...partOf(sides[0]!) };
}

/** Differences of dates and numbers. */
function readDifference(left: SqlExpression, sign: string, limit: number): LevelReading | undefined {
  if (left.kind !== 'call') return undefined;
  if (left.name === '/') return readShare(left.args, limit);
  const isAbsolute = left.name === 'abs';
  const inner = isAbsolute ? left.args[0]! : left;
  if (inner.kind !== 'call') return undefined;
  const isCounted = inner.name === 'datediff' || inner.name === 'date_diff';
  if (!isCounted && inner.name !== '-') return undefined;
  const [one, other] = sidesOf(inner.args.slice(-2));
  const column = sameColumn(one, other);
  if (column === undefined) return undefined;
  if (!isCounted && !one!.isTime)
    return unknown('a difference of numbers has no counterpart: here it is a share of the larger one');
  const unit = isCounted && inner.args.length > 2 ? unitOf(inner.args[0]!) : 'day';
  if (!/^days?$/.test(unit)) return unknown(`it counts in another unit than days (${unit})`);
  if (!isAbsolute) return unknown('it asks which value is the later one');
  return readDays(column, sign, isCounted ? limit : limit / DAY);
}

/** `'month'`, or the bare word. */
function unitOf(sql: SqlExpression): string {
  return sql.kind === 'text' ? sql.text.toLowerCase() : sql.kind === 'column' ? sql.name.toLowerCase() : 'unknown';
}

/** Fewer than two days are one day at the most. */
function readDays(column: string, sign: string, limit: number): LevelReading {
  const days = sign === '<' ? Math.ceil(limit) - 1 : limit;
  if (days < 0) return unknown(`${limit} is out of its range`);
  return days < 1 ? { kind: 'equal', column } : { kind: 'days', column, days };
}

/** `abs(a - b) / (the larger one)` */
function readShare(args: readonly SqlExpression[], limit: number): LevelReading | undefined {
  const [top, bottom] = args;
  if (top?.kind !== 'call' || top.name !== 'abs' || bottom?.kind !== 'call') return undefined;
  if (!['case', 'greatest', 'max'].includes(bottom.name)) return undefined;
  const difference = top.args[0]!;
  if (difference.kind !== 'call' || difference.name !== '-') return undefined;
  const column = sameColumn(...sidesOf(difference.args));
  return column === undefined ? undefined : { kind: 'share', column, share: limit };
}

interface Side {
  readonly column: string;
  readonly side: 'l' | 'r';
  readonly part?: ValuePart;
  /** It is a point in time. */
  readonly isTime?: boolean;
}

const sidesOf = (args: readonly SqlExpression[]): [Side | undefined, Side | undefined] => [
  args[0] && sideOf(args[0]),
  args[1] && sideOf(args[1]),
];

/** One record's value of a column, perhaps spelled otherwise, or a part of it. */
function sideOf(sql: SqlExpression): Side | undefined {
  if (sql.kind === 'column') {
    const [, column, side] = /^(.+)_([lr])$/i.exec(sql.name) ?? [];
    return column === undefined ? undefined : { column, side: side!.toLowerCase() as 'l' | 'r' };
  }
  if (sql.kind !== 'call') return undefined;
  const [first, ...rest] = sql.args;
  const inner = first && sideOf(first);
  if (inner === undefined || rest.some((each) => constantOf(each) === undefined && each.kind !== 'text'))
    return undefined;
  if (SPELLINGS.has(sql.name)) return { ...inner, ...(/epoch|unix/.test(sql.name) && { isTime: true }) };
  const part = readPart(sql.name, rest);
  return part === undefined || inner.part !== undefined ? undefined : { ...inner, part };
}

function readPart(name: string, rest: readonly SqlExpression[]): ValuePart | undefined {
  const numbers = rest.map((each) => constantOf(each));
  if (name === 'left' && numbers[0] !== undefined) return { first: numbers[0] };
  if (['substr', 'substring'].includes(name) && numbers[0] === 1 && numbers[1] !== undefined)
    return { first: numbers[1] };
  const [pattern] = rest;
  if (name === 'split_part' && pattern?.kind === 'text' && pattern.text === '@')
    return numbers[1] === 1 ? 'username' : 'domain';
  if (!/^regexp_(?:extract|substr)$/.test(name) || pattern?.kind !== 'text') return undefined;
  if (/^\^\[\^@\]\+$/.test(pattern.text)) return 'username';
  if (/^@/.test(pattern.text)) return 'domain';
  return { pattern: pattern.text };
}

function partOf({ part }: Side): { part?: ValuePart } {
  return part === undefined ? {} : { part };
}

function sameColumn(one: Side | undefined, other: Side | undefined): string | undefined {
  if (one === undefined || other === undefined || one.side === other.side) return undefined;
  return one.column === other.column && JSON.stringify(one.part) === JSON.stringify(other.part)
    ? one.column
    : undefined;
}

/** The value of an expression without columns. */
function constantOf(sql: SqlExpression): number | undefined {
  if (sql.kind === 'number') return sql.value;
  if (sql.kind !== 'call') return undefined;
  const args = sql.args.map((each) => constantOf(each));
  const [a, b] = args;
  if (a === undefined || args.includes(undefined)) return undefined;
  if (sql.name === 'minus') return -a;
  if (['floor', 'cast', 'round'].includes(sql.name)) return sql.name === 'floor' ? Math.floor(a) : a;
  if (b === undefined) return undefined;
  return sql.name === '*'
    ? a * b
    : sql.name === '/'
      ? a / b
      : sql.name === '+'
        ? a + b
        : sql.name === '-'
          ? a - b
          : undefined;
}

function unknown(reason: string): LevelReading {
  return { kind: 'unknown', reason };
}
