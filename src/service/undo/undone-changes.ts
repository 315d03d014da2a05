import type { RecordChange } from '../../store/history.js';

/** Told the changes of a record, newest first, says of each whether a later one has undone it. */
export class UndoneChanges {
  readonly #by = new Map<number, number>();

  /** @returns the number of the change that undid this one; `undefined` when it is in force */
  meet({ number, undoes }: Pick<RecordChange, 'number' | 'undoes'>): number | undefined {
    const by = this.#by.get(number);
    // An undo that is undone itself no longer takes anything back.
    if (undoes !== undefined && by === undefined) this.#by.set(undoes, number);
    return by;
  }
}
