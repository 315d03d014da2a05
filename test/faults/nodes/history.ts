import type { Operation } from './operations.js';

/** A contact that a session made. */
export interface Made {
  readonly id: string;
  readonly email: string;
  /** At which it is there, and number of the era that this is of. */
  readonly position: number;
  readonly era: number;
}

/** Keeps what clients asked and were told, for whoever judges it: no client judges anything itself. */
export class History {
  operations: Operation[] = [];
  /** Records, for others to write and read. */
  made: Made[] = [];
  sessions = 0;
  values = 0;
  #forgotten = 0;

  /** How many operations there were in all. */
  get count(): number {
    return this.#forgotten + this.operations.length;
  }

  /** Goes on with the records that are left, once everything was judged. */
  forget(isLeft: (id: string) => boolean): void {
    this.#forgotten += this.operations.length;
    this.operations = [];
    this.made = this.made.filter(({ id }) => isLeft(id)).map((one) => ({ ...one, era: 0 }));
  }
}
