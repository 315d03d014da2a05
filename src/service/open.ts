import type { Configuration } from '../config/configuration.js';
import type { RecordStore } from '../store/record-store.js';
import type { Likeness } from './likeness.js';

export interface OpenOptions {
  readonly configuration: Configuration;
  readonly store: RecordStore;
  /** The clock; only tests set it. */
  readonly now?: () => Date;
}

/** Opens the service over a store: builds the indexes from what is stored. Closing it closes the store. */
export function openLikeness(options: OpenOptions): Promise<Likeness> {
  void options;
  return Promise.reject(new Error('not built yet'));
}
