import { Charset, Index } from 'flexsearch';
import Fuse from 'fuse.js';
import MiniSearch from 'minisearch';
import type { Contact } from '../synthetic/contacts.js';
import { FIELDS } from '../harness/data-folder.js';
import { LIMIT, nothingToClose, textOf, type Peer, type PeerSettings } from './peer.js';

export const libraries: readonly PeerSettings[] = [
  {
    name: 'MiniSearch',
    how: 'all seven fields, `fuzzy: 0.2`, any word',
    largest: 100_000,
    searches: 60,
    open: openMiniSearch,
  },
  {
    name: 'Fuse.js',
    how: 'all seven fields as keys, extended search: a fuzzy match of any field with its own value',
    largest: 10_000,
    searches: 30,
    open: openFuse,
  },
  {
    name: 'FlexSearch, raw',
    how: 'the whole record as one string, `Charset.LatinAdvanced`, `tokenize: "strict"`, `suggest: true`',
    largest: 1_000_000,
    searches: 300,
    open: openFlexSearch,
  },
];

function openMiniSearch(): Peer {
  const index = new MiniSearch<Contact & { place: number }>({
    idField: 'place',
    fields: [...FIELDS],
    searchOptions: { fuzzy: 0.2, combineWith: 'OR' },
  });
  return {
    build: (contacts) => index.addAll(contacts.map((contact, place) => ({ ...contact, place }) as never)),
    search: (values) =>
      index
        .search(textOf(values))
        .slice(0, LIMIT)
        .map(({ id }) => id as number),
    close: nothingToClose,
  };
}

function openFuse(): Peer {
  let index: Fuse<Contact> | undefined;
  return {
    build: (contacts) => {
      index = new Fuse([...contacts], { keys: [...FIELDS], threshold: 0.4, ignoreLocation: true, includeScore: true });
    },
    search: (values) => {
      const any = Object.entries(values).map(([field, value]) => ({ [field]: value }));
      return index!.search({ $or: any }, { limit: LIMIT }).map(({ refIndex }) => refIndex);
    },
    close: nothingToClose,
  };
}

function openFlexSearch(): Peer {
  const index = new Index({ tokenize: 'strict', encoder: Charset.LatinAdvanced });
  return {
    build: (contacts) => contacts.forEach((contact, place) => index.add(place, textOf(contact))),
    search: (values) => index.search(textOf(values), { limit: LIMIT, suggest: true }) as number[],
    close: nothingToClose,
  };
}
