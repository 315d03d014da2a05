import type { ChangeOutline } from './history.js';
import type { HistoryTable } from './history-table.js';

export type ChangeMark = Pick<ChangeOutline, 'recordId' | 'action' | 'client' | 'request'> & { readonly time: number };

export class OwnChanges {
  readonly #last: number;

  constructor(private readonly history: HistoryTable) {
    this.#last = history.last;
  }

  /** Returns `undefined` if unknown: the view has dropped or erased the change, or never had it. */
  has(number: number, { recordId, action, client, time, request }: ChangeMark): boolean | undefined {
    const own = this.history.outline(number);
    if (own === undefined) return number > this.#last ? false : undefined;
    return (
      own.recordId === recordId &&
      own.action === action &&
      own.client === client &&
      own.request === request &&
      Date.parse(own.time) === time
    );
  }
}
