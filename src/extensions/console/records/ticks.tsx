import { Button } from '../components/button.js';
import { signal } from '@preact/signals';
import { allows } from '../api/objects.js';
import { addressOf } from '../state/router.js';
import { formatWhole } from '../state/number-format.js';
import { say, texts } from '../texts.js';

/** Maximum number of records in a merge. */
const MOST = 200;

interface Ticked {
  readonly objectType: string;
  readonly ids: readonly string[];
}

/** The selected records of one object, in the order of selection. Preserved during scrolling and filtering. */
const ticked = signal<Ticked>({ objectType: '', ids: [] });

const tickedOf = (objectType: string): readonly string[] =>
  ticked.value.objectType === objectType ? ticked.value.ids : [];

export const isTicked = (objectType: string, id: string): boolean => tickedOf(objectType).includes(id);

/**
 * Ticks or unticks a record. Ticks of another object are dropped, because only records of one object can be compared.
 */
export function tick(objectType: string, id: string): void {
  const ids = tickedOf(objectType);
  if (ids.includes(id)) ticked.value = { objectType, ids: ids.filter((one) => one !== id) };
  else if (ids.length < MOST) ticked.value = { objectType, ids: [...ids, id] };
}

export function untickAll(): void {
  ticked.value = { objectType: '', ids: [] };
}

const compareAddress = (objectType: string, ids: readonly string[]): string =>
  addressOf(['records', objectType, 'compare'], { ids: ids.join(',') });

interface TickProps {
  readonly objectType: string;
  readonly id: string;
  readonly name: string;
}

export function Tick({ objectType, id, name }: TickProps) {
  return (
    <label class="tick">
      <input
        type="checkbox"
        aria-label={say(texts.records.tick, name)}
        checked={isTicked(objectType, id)}
        onChange={() => tick(objectType, id)}
      />
    </label>
  );
}

interface TickedBarProps {
  readonly objectType: string;
  readonly ids?: readonly string[];
  readonly onUntick?: () => void;
}

/** Offers to compare selected records, by default the records selected in the list. */
export function TickedBar({ objectType, ids = tickedOf(objectType), onUntick = untickAll }: TickedBarProps) {
  return (
    <div class="ticked row" role="status">
      {ids.length > 0 && (
        <>
          <b>{say(texts.records.ticked, formatWhole(ids.length))}</b>
          {ids.length < 2 ? (
            <span class="soft">{texts.records.tickAnother}</span>
          ) : (
            <a class="button primary" href={compareAddress(objectType, ids)}>
              {allows('review') ? texts.records.compareAndMerge : texts.search.compare}
            </a>
          )}
          <Button label={texts.records.untick} onClick={onUntick} />
        </>
      )}
    </div>
  );
}
