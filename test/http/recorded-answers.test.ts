import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { recordAnswers, type Exchange } from './recorded-answers.js';

// The paths are absolute, because other tests import this file.
const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * The same requests must get the same responses from an in-memory store and from two nodes on a database. To record an
 * intended change, run `npx vitest run -u` on this file and review the diff line by line.
 */
it('every kind of request is answered as recorded', async () => {
  for (const [kind, exchanges] of Object.entries(await recordAnswers())) {
    const recorded: unknown = JSON.parse(JSON.stringify(withRepeatsOnce(exchanges.map(briefExchange))));
    const text = `${printed(recorded, 0, WIDTH)}\n`;
    await expect(text).toMatchFileSnapshot(pathOf(`recorded-answers/${kind}.json`));
  }
});

/** Headers of most responses, omitted from the recording. */
const USUAL_HEADERS = { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store' };

const briefExchange = ({ request, status, sent, headers, answer }: Exchange) => ({
  request: `${request}: ${status}`,
  sent: brief(sent),
  headers: isDeepStrictEqual(headers, USUAL_HEADERS) ? undefined : headers,
  answer: brief(answer),
});

type Members = Readonly<Record<string, unknown>>;
const MOST_BLANKS = 3;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapMembers = (value: Members, change: (member: unknown, key: string) => unknown): Members =>
  Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)]));

/**
 * Shortens the recording, so that a change of a response changes few lines. `most` has the values that most objects of
 * a list share; `each` has the differences. Many null members are listed in one string. `<name>` in a member stands for
 * the object's name.
 */
function brief(value: unknown): unknown {
  if (Array.isArray(value)) return briefList(value as unknown[]);
  if (!isObject(value)) return value;
  const blanks = Object.keys(value).filter((key) => value[key] === null);
  const entries = Object.entries(value).filter(([, member]) => member !== null || blanks.length <= MOST_BLANKS);
  const rest = mapMembers(Object.fromEntries(entries), brief);
  return blanks.length > MOST_BLANKS ? { ...rest, null: blanks.join(' ') } : rest;
}

function briefList(list: readonly unknown[]): unknown {
  const keys = isObject(list[0]) ? Object.keys(list[0]) : [];
  const isAlike = (other: unknown): other is Members => isObject(other) && Object.keys(other).join() === keys.join();
  if (list.length < 2 || keys.length === 0 || !list.every(isAlike)) return list.map(brief);
  const objects = list.map(withoutName);
  const most = Object.fromEntries(keys.map((key) => [key, mostCommon(objects.map((object) => object[key]))]));
  const shared = keys.filter((key) => most[key] !== undefined);
  if (shared.length <= MOST_BLANKS) return list.map(brief);
  const differs = (object: Members): Members =>
    Object.fromEntries(Object.entries(object).filter(([key, member]) => !isDeepStrictEqual(member, most[key])));
  return { most: brief(most), each: objects.map((object) => mapMembers(differs(object), brief)) };
}

function withoutName(object: Members): Members {
  const { name } = object;
  if (typeof name !== 'string') return object;
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(name, '<name>');
    return isObject(value) ? mapMembers(value, replaced) : value;
  };
  return { ...mapMembers(object, replaced), name };
}

/** Returns the value of more than half of the members, if any. */
function mostCommon(members: readonly unknown[]): unknown {
  return members.find((one) => members.filter((other) => isDeepStrictEqual(other, one)).length * 2 > members.length);
}

/** Shorter values fit into one line, so they are repeated. */
const SHORT = 100;
const MEMBERS_IN_COMMON = 4;

/**
 * Replaces repeated long values with a label that is defined at the first occurrence. An object with all members of an
 * earlier object, mostly with the same values, becomes `like` with the earlier object's label, plus the differences.
 */
function withRepeatsOnce(exchanges: readonly unknown[]): unknown {
  const first = new Map<string, object>();
  const whole = new Map<string, Members[]>();
  const referred = new Set<object>();
  const bases = new Map<object, Members>();
  const own = (value: Members): Members => {
    const base = bases.get(value);
    const isOwn = ([name, member]: [string, unknown]) => base === undefined || !isDeepStrictEqual(member, base[name]);
    return Object.fromEntries(Object.entries(value).filter(isOwn));
  };
  const find = (value: unknown, key: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const text = JSON.stringify(value);
    const same = first.get(text);
    if (same !== undefined && text.length >= SHORT) referred.add(same);
    if (same !== undefined) return;
    first.set(text, value);
    if (Array.isArray(value)) {
      for (const member of value) find(member, key);
      return;
    }
    const object = value as Members;
    const base = text.length < SHORT ? undefined : likest(object, whole.get(key) ?? []);
    if (base === undefined) {
      whole.set(key, [...(whole.get(key) ?? []), object]);
    } else {
      bases.set(object, base);
      referred.add(base);
    }
    for (const [name, member] of Object.entries(own(object))) find(member, name);
  };
  for (const exchange of exchanges) find(exchange, 'exchange');

  const labels = new Map<object, string>();
  const numbers = new Map<string, number>();
  const write = (value: unknown, key: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const known = labels.get(first.get(JSON.stringify(value))!);
    if (known !== undefined) return known;
    const number = (numbers.get(key) ?? 0) + 1;
    const label = referred.has(value) && { as: `<${key} ${number}>` };
    if (label) {
      numbers.set(key, number);
      labels.set(value, label.as);
    }
    if (Array.isArray(value)) {
      const list = value.map((member) => write(member, key));
      return label ? { ...label, list } : list;
    }
    const base = bases.get(value);
    return { ...label, ...(base && { like: labels.get(base) }), ...mapMembers(own(value as Members), write) };
  };
  return exchanges.map((exchange) => write(exchange, 'exchange'));
}

function likest(object: Members, earlier: readonly Members[]): Members | undefined {
  const common = (other: Members) => Object.keys(other).filter((key) => isDeepStrictEqual(other[key], object[key]));
  const has = (other: Members) => Object.keys(other).every((key) => Object.hasOwn(object, key));
  const enough = Math.max(MEMBERS_IN_COMMON, Object.keys(object).length / 2);
  const [best] = earlier
    .filter((other) => has(other) && common(other).length >= enough)
    .sort((one, other) => common(other).length - common(one).length);
  return best;
}

const WIDTH = 120;

/** Fills lines up to the width, because most members are short. `room` is the free width of the first line. */
function printed(value: unknown, indent: number, room: number): string {
  const inOneLine = inline(value);
  if (inOneLine.length <= room || typeof value !== 'object' || value === null) return inOneLine;
  const isLong = (member: unknown) => isObject(member) && inline(member).length > room - 2;
  if (Array.isArray(value) && value.some(isLong))
    return `[${value.map((member) => printed(member, indent, room)).join(', ')}]`;
  const inner = WIDTH - indent - 3;
  const members = Object.entries(value).map(([name, member]) => {
    const key = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `;
    return key + printed(member, indent + 2, inner - key.length);
  });
  const lines: string[] = [];
  for (const member of members) {
    const joined = lines.length === 0 ? member : `${lines.at(-1)}, ${member}`;
    if (joined.length <= inner && !joined.includes('\n')) lines.splice(-1, 1, joined);
    else lines.push(member);
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const space = ' '.repeat(indent);
  return `${open}\n${lines.map((line) => `${space}  ${line}`).join(',\n')}\n${space}${close}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (!isObject(value) || Object.keys(value).length === 0) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${inline(member)}`);
  return `{ ${members.join(', ')} }`;
}
