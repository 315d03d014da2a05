import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ROW_HEIGHT, scrolled, topOf, type ScrollPlace } from './scroll-place.js';

/** Milliseconds without movement after which a scroll has ended. */
const SETTLED = 150;

export interface Scroll {
  readonly box: { current: HTMLDivElement | null };
  readonly place: ScrollPlace;
  /** Visible pixels of the list. */
  readonly seen: number;
  readonly onScroll: () => void;
  readonly showAtTop: (row: number) => void;
  /** Scrolls a row into view with the least movement. */
  readonly show: (row: number) => void;
}

/** Tracks the scroll position of a list of any length. @param settled called with the first visible row */
export function useScroll(rows: number, settled: (row: number) => void): Scroll {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<ScrollPlace>({ row: 0, top: 0 });
  const current = useRef(place);
  const wanted = useRef<number | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // Subtract the header, which has the height of a row.
  const seen = Math.max(ROW_HEIGHT, (box.current?.clientHeight ?? 600) - ROW_HEIGHT);
  const move = (next: ScrollPlace): void => {
    current.current = next;
    setPlace(next);
  };
  const showAtTop = (row: number): void => {
    wanted.current = row;
    setPlace({ ...current.current });
  };
  // Scroll after layout, because a list can be scrolled only once it has its height.
  useLayoutEffect(() => {
    const row = wanted.current;
    if (row === undefined || rows === 0 || box.current === null) return;
    wanted.current = undefined;
    const first = Math.max(0, Math.min(row, rows - seen / ROW_HEIGHT));
    box.current.scrollTop = topOf(first, rows);
    move({ row: first, top: box.current.scrollTop });
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const arrived = (): void => {
    const { row, top } = current.current;
    const { current: element } = box;
    // On a busy page, another scroll may have happened whose event is still pending, so wait for that event.
    if (element === null || Math.abs(top - element.scrollTop) > 1) return;
    // In a tall list, correct the position of the scroll bar if it has drifted.
    if (Math.abs(topOf(row, rows) - element.scrollTop) > 1) {
      element.scrollTop = topOf(row, rows);
      move({ row, top: element.scrollTop });
    }
    settled(Math.round(row));
  };
  return {
    ...{ box, place, seen, showAtTop },
    onScroll() {
      if (box.current === null) return;
      move(scrolled(current.current, box.current.scrollTop, rows, seen));
      clearTimeout(timer.current);
      timer.current = setTimeout(arrived, SETTLED);
    },
    show(row) {
      const { row: first } = current.current;
      const last = first + seen / ROW_HEIGHT - 1;
      if (row < first) showAtTop(row);
      else if (row > last) showAtTop(first + row - last);
    },
  };
}
