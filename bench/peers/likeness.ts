import { createMemoryIndex } from '../../src/index/memory-index.js';
import { contactScenarios } from '../invented/contact-scenarios.js';
import { Contacts } from '../invented/contacts.js';
import { LIMIT, nothingToClose, type Peer, type PeerSettings } from './peer.js';

/** @param threshold percent; absent: as built in */
function open(threshold?: number): Peer {
  const scenarios = contactScenarios(threshold);
  const index = createMemoryIndex({ scenarios });
  const ids = new Contacts();
  return {
    build: (contacts) => contacts.forEach((contact, place) => index.put(ids.id(place), contact)),
    search: (values) =>
      index
        .search({ values, scenarios, rule: 'search', limit: LIMIT })
        .matches.map(({ id }) => Number(id.slice(3, 15))),
    close: nothingToClose,
  };
}

export const likenessItself: readonly PeerSettings[] = [
  {
    name: 'Likeness, threshold 60',
    how: 'the index in this process, the built-in contact scenarios at threshold 60',
    largest: Infinity,
    searches: Infinity,
    open: () => open(60),
  },
  {
    name: 'Likeness, default thresholds',
    how: 'the same at the thresholds that are built in (75 and 80)',
    largest: Infinity,
    searches: Infinity,
    open: () => open(),
  },
];
