import type { Contact } from '../synthetic/contacts.js';

export const LIMIT = 100;

/** Something that finds records, given the same contacts and searches as every other. */
export interface Peer {
  /** Takes in the contacts; the place in the list is what a search answers with. */
  build(contacts: readonly Contact[]): Promise<void> | void;
  /** Places of at most `LIMIT` contacts, the likeliest first. */
  search(values: Contact): Promise<readonly number[]> | readonly number[];
  close(): Promise<void>;
}

export interface PeerSettings {
  readonly name: string;
  /** How it is set up and asked, for the results page. */
  readonly how: string;
  /** Above this it takes too long to be worth waiting for. */
  readonly largest: number;
  /** Searches at the most: slow ones get fewer. */
  readonly searches: number;
  /** @returns why there is none on this machine, as the end of a sentence */
  readonly open: () => Promise<Peer | string> | Peer | string;
}

export const textOf = (values: Contact): string => Object.values(values).join(' ');

export const nothingToClose = (): Promise<void> => Promise.resolve();
