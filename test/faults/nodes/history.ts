import type { Operation } from './operations.js';

/** A contact created by a session. */
export interface Made {
  readonly id: string;
  readonly email: string;
  /** Position of its creation, and the era of this position. */
  readonly position: number;
  readonly era: number;
}

/** Records requests and responses of clients, to be judged later. */
export class History {
  operations: Operation[] = [];
  /** Created records, for other sessions to write and read. */
  made: Made[] = [];
  sessions = 0;
  values = 0;
  #forgotten = 0;

  /** Number of all operations so far. */
  get count(): number {
    return this.#forgotten + this.operations.length;
  }

  /** Forgets judged operations and continues with the remaining records. */
  forget(isLeft: (id: string) => boolean): void {
    this.#forgotten += this.operations.length;
    this.operations = [];
    this.made = this.made.filter(({ id }) => isLeft(id)).map((one) => ({ ...one, era: 0 }));
  }
}
