import { fold, words } from '../text/fold.js';

/** By name, one entry per line, without blank lines and lines that start with `#`. */
export type UserLists = ReadonlyMap<string, readonly string[]>;

const NO_LISTS: UserLists = new Map();

/** Works once for each set of user lists, which must not change: reading the shipped ones takes milliseconds. */
export function oncePerLists<T>(make: (lists: UserLists) => T): (lists: UserLists) => T {
  const made = new WeakMap<UserLists, { readonly of: T }>();
  return (given) => {
    const lists = given.size === 0 ? NO_LISTS : given;
    let known = made.get(lists);
    if (known === undefined) made.set(lists, (known = { of: make(lists) }));
    return known.of;
  };
}

/** @param name file name without extension, e.g. `nicknames` */
export function entriesOf(lists: UserLists, name: string): string[] {
  return entriesIn(lists.get(name) ?? []);
}

export function entriesIn(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/** Each folded to words joined by a space. */
export function wordSet(shipped: readonly string[], lists: UserLists, name: string): Set<string> {
  const all = new Set(shipped);
  for (const entry of entriesOf(lists, name)) all.add(words(fold(entry)).join(' '));
  return all;
}
