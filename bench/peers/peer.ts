import type { Contact } from '../synthetic/contacts.js';

export const LIMIT = 100;

/** A program that finds records. All peers get the same contacts and searches. */
export interface Peer {
  /** Adds the contacts. Searches return positions in this list. */
  build(contacts: readonly Contact[]): Promise<void> | void;
  /** Returns the positions of at most `LIMIT` contacts, best first. */
  search(values: Contact): Promise<readonly number[]> | readonly number[];
  close(): Promise<void>;
}

export interface PeerSettings {
  readonly name: string;
  /** Configuration and query, for the results page. */
  readonly how: string;
  /** Maximum number of contacts. Larger tables take too long. */
  readonly largest: number;
  /** Maximum number of searches; slow programs get fewer. */
  readonly searches: number;
  /** @returns the reason why the program is unavailable on this machine, worded as the end of a sentence */
  readonly open: () => Promise<Peer | string> | Peer | string;
}

export const textOf = (values: Contact): string => Object.values(values).join(' ');

export const nothingToClose = (): Promise<void> => Promise.resolve();
