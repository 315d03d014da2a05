import { fold, words } from '../text/fold.js';

/** User lists by name. Each line is an entry. Blank lines and lines that start with `#` are ignored. */
export type UserLists = ReadonlyMap<string, readonly string[]>;

const NO_LISTS: UserLists = new Map();

/** Caches the result for each set of user lists, because reading the shipped lists takes milliseconds. */
export function oncePerLists<T>(make: (lists: UserLists) => T): (lists: UserLists) => T {
  const made = new WeakMap<UserLists, { readonly of: T }>();
  return (given) => {
    const lists = given.size === 0 ? NO_LISTS : given;
    let known = made.get(lists);
    if (known === undefined) made.set(lists, (known = { of: make(lists) }));
    return known.of;
  };
}

export function entriesOf(lists: UserLists, name: string): string[] {
  return entriesIn(lists.get(name) ?? []);
}

export function entriesIn(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/** Returns the shipped entries and the user's entries. The user's entries are folded to words joined by a space. */
export function wordSet(shipped: readonly string[], lists: UserLists, name: string): Set<string> {
  const all = new Set(shipped);
  for (const entry of entriesOf(lists, name)) all.add(words(fold(entry)).join(' '));
  return all;
}
