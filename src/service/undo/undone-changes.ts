import type { RecordChange } from '../../store/history.js';

/** Gets the changes of a record, newest first, and finds which are undone by later ones. */
export class UndoneChanges {
  readonly #by = new Map<number, number>();

  /** @returns the number of the change that undid this one; `undefined` if it is in force */
  meet({ number, undoes }: Pick<RecordChange, 'number' | 'undoes'>): number | undefined {
    const by = this.#by.get(number);
    // An undo that was undone itself has no effect.
    if (undoes !== undefined && by === undefined) this.#by.set(undoes, number);
    return by;
  }
}
