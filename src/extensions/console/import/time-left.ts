import { useRef } from 'preact/hooks';
import type { ShownFile } from '../api/types.js';
import { formatPercent } from '../state/number-format.js';
import { say, texts } from '../texts.js';

/** Milliseconds for which progress is observed before the remaining time is estimated. */
const LEAST_WATCHED = 2_000;
const MINUTE = 60_000;

/** Describes the completed share, and the remaining time at the observed speed. */
export function useTimeLeft(progress: ShownFile['progress']): string {
  const first = useRef<{ readonly at: number; readonly done: number; readonly phase: string } | undefined>(undefined);
  if (progress === null) {
    first.current = undefined;
    return '';
  }
  const { phase, done, total } = progress;
  if (first.current?.phase !== phase || done < first.current.done) first.current = { at: Date.now(), done, phase };
  const share = formatPercent(total === 0 ? 0 : Math.floor((100 * done) / total) / 100);
  const watched = Date.now() - first.current.at;
  const moved = done - first.current.done;
  if (watched < LEAST_WATCHED || moved <= 0) return share;
  const left = (watched * (total - done)) / moved;
  return `${share}, ${left < MINUTE ? texts.import.soon : say(texts.import.minutesLeft, Math.ceil(left / MINUTE))}`;
}
