import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HomeDocuments } from '../../store/home/home.js';
import type { SpentSet } from '../../store/home/spent-set.js';
import { replaceFileSync } from '../../store/replace-file.js';
import { readDenylist, writeDenylist, type SpentDigest } from './denylist.js';
import { DENYLIST_FILES } from './denylists.js';
import { SHARED_FILES, sharedNameOf } from './shared-files.js';

export interface ClientsAndKeys {
  readonly files: Readonly<Record<string, string>>;
  /** Digests by kind, sorted. */
  readonly spent: Readonly<Record<string, readonly SpentDigest[]>>;
}

type SharedHome = HomeDocuments & { readonly spent: Pick<SpentSet, 'after' | 'addAll'> };

export function clientsOfFolder(folder: string, now: number): ClientsAndKeys {
  const names = SHARED_FILES.filter((name) => existsSync(join(folder, name)));
  const lists = DENYLIST_FILES.map(({ file, kind }) => [kind, inOrder(readDenylist(join(folder, file), now))] as const);
  return {
    files: Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
    spent: Object.fromEntries(lists.filter(([, list]) => list.length > 0)),
  };
}

export function putClientsInFolder(folder: string, { files, spent }: ClientsAndKeys): void {
  for (const name of SHARED_FILES) if (files[name] !== undefined) replaceFileSync(join(folder, name), files[name]);
  for (const { file, kind } of DENYLIST_FILES)
    if (spent[kind] !== undefined) writeDenylist(join(folder, file), spent[kind]);
}

export async function clientsOfDatabase(home: SharedHome, now: number): Promise<ClientsAndKeys> {
  const files: Record<string, string> = {};
  for (const name of SHARED_FILES) {
    const document = await home.read(sharedNameOf(name));
    if (document !== undefined) files[name] = document.content;
  }
  const all = await home.spent.after(0);
  const lists = DENYLIST_FILES.map(({ kind }) => {
    const own = all.filter((entry) => entry.kind === kind && entry.expires > now);
    return [kind, inOrder(own)] as const;
  });
  return { files, spent: Object.fromEntries(lists.filter(([, list]) => list.length > 0)) };
}

export async function putClientsInDatabase(home: SharedHome, { files, spent }: ClientsAndKeys): Promise<void> {
  for (const [name, content] of Object.entries(files)) await home.write(sharedNameOf(name), content);
  const entries = Object.entries(spent).flatMap(([kind, list]) => list.map((entry) => ({ kind, ...entry })));
  await home.spent.addAll(entries);
}

/** Sorts by digest. If a digest occurs several times, keeps the latest expiry. */
function inOrder(list: readonly SpentDigest[]): SpentDigest[] {
  const latest = new Map<string, number>();
  for (const { digest, expires } of list) latest.set(digest, Math.max(expires, latest.get(digest) ?? 0));
  const ordered = [...latest].sort(([a], [b]) => (a < b ? -1 : 1));
  return ordered.map(([digest, expires]) => ({ digest, expires }));
}
