import { createMemoryIndex } from '../../src/index/memory-index.js';
import { contactScenarios } from '../synthetic/contact-scenarios.js';
import { Contacts } from '../synthetic/contacts.js';
import { LIMIT, nothingToClose, type Peer, type PeerSettings } from './peer.js';

/** @param threshold in percent; default: the built-in threshold */
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

/**
 * Lower thresholds find more but cost more. Each program is compared with the highest threshold at which Likeness finds
 * at least as much.
 */
const THRESHOLDS = [60, 65, 70, 75] as const;

export const likenessItself: readonly PeerSettings[] = [
  ...THRESHOLDS.map((threshold) => ({
    name: `Likeness, threshold ${threshold}`,
    how: `the index in this process, the built-in contact scenarios at threshold ${threshold}`,
    largest: Infinity,
    searches: Infinity,
    open: () => open(threshold),
  })),
  {
    name: 'Likeness, default thresholds',
    how: 'the same with the built-in thresholds (75 to 85)',
    largest: Infinity,
    searches: Infinity,
    open: () => open(),
  },
];
