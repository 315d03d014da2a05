import { useEffect, useMemo, useState, useLayoutEffect, useRef } from 'preact/hooks';
import { call, hasCode } from '../api/call.js';
import type { ObjectDescription, RecordData } from '../api/types.js';
import { Empty, ErrorBox, Loading } from '../components/states.js';
import { formatPercent, formatWhole } from '../state/number-format.js';
import { useKeys } from '../state/keys.js';
import { addressOf, go } from '../state/router.js';
import { say, texts } from '../texts.js';
import { FillRates } from './fill-rates.js';
import { columnsOf, GridHead, GridRow, referencesIn } from './grid-rows.js';
import { listPlace, sortOf, type ListPlace } from './list-address.js';
import { ListColumns, ListExport, ListViews } from './list-views.js';
import { PageCache } from './page-cache.js';
import { wantNames } from './reference-names.js';
import { heightOf, ROW_HEIGHT, scrolled, topOf, type ScrollPlace } from './scroll-place.js';
import { tick } from './ticks.js';

/** Number of records that determine the default columns. */
const COLUMN_SAMPLE = 50;
/** Rows drawn above and below the visible rows. */
const SPARE = 10;
/** Milliseconds before rows at a new position are loaded, because dragging the scroll bar passes many positions. */
const PASSED = 60;

interface GridProps {
  readonly type: ObjectDescription;
  /** The list. The initial position does not change while the list is shown. */
  readonly place: ListPlace;
  readonly onRefused: (error: Error) => void;
  /** Receives the Id of the first visible row, or `''` at the start of the list. */
  readonly onPlace: (id: string) => void;
}

/** A list of any length. The document contains only the visible rows. */
export function RecordGrid({ type, place: listed, onRefused, onPlace }: GridProps) {
  const { where, sort, at, columns: chosenColumns } = listed;
  const [version, redraw] = useState(0);
  const [cache] = useState(
    () => new PageCache({ objectType: type.name, where, sort, from: at }, () => redraw((last) => last + 1)),
  );
  const [isFinding, setFinding] = useState(at !== '' && cache.isWhole);
  const [isMissing, setMissing] = useState(false);
  const [chosen, setChosen] = useState(-1);
  /** The row last scrolled to. */
  const [arrived, setArrived] = useState<number | undefined>(undefined);
  const [sample, setSample] = useState<readonly RecordData[]>();
  const { rows, error } = cache;
  const { box, place, seen, onScroll, show, showAtTop } = useScroll(rows, setArrived);
  const arrivedId = arrived === undefined ? undefined : cache.row(arrived)?.['Id'];
  // Wait, because the row may still be loading.
  useEffect(() => {
    if (typeof arrivedId === 'string') onPlace(arrived === 0 && (cache.isWhole || at === '') ? '' : arrivedId);
  }, [arrivedId]);
  useEffect(() => {
    if (isFinding)
      cache
        .find(at)
        .then(
          (row) => {
            if (row === undefined) {
              setMissing(true);
              return;
            }
            setChosen(row);
            showAtTop(row);
          },
          () => setMissing(true),
        )
        .finally(() => setFinding(false));
    return () => cache.close();
  }, []);
  // Choose columns based on the object's first records, so that they do not change with the scroll position.
  useEffect(() => {
    const asked = { objectType: type.name, pageSize: COLUMN_SAMPLE };
    call('query', { query: asked }).then(
      ({ records }) => setSample(records),
      () => setSample([]),
    );
  }, []);
  const columns = useMemo(
    () => sample && columnsOf(type, chosenColumns, sample, sortOf(sort)),
    [sample, chosenColumns],
  );
  // Focus the row, so that keyboard navigation continues from there.
  useEffect(() => {
    if (chosen >= 0 && !isFinding) box.current?.focus({ preventScroll: true });
  }, [isFinding, columns === undefined]);
  useEffect(() => {
    if (hasCode(error, 'INVALID_FILTER')) onRefused(error);
  }, [error]);
  const first = Math.max(0, Math.floor(place.row) - SPARE);
  const end = Math.min(rows, Math.ceil(place.row + seen / ROW_HEIGHT) + SPARE);
  useEffect(() => {
    if (isFinding) return undefined;
    const ask = (): void => cache.want(first, Math.max(1, end));
    if (rows === 0 || cache.row(Math.floor(place.row)) !== undefined) {
      ask();
      return;
    }
    const timer = setTimeout(ask, PASSED);
    return () => clearTimeout(timer);
  }, [first, end, isFinding, version]);
  const seenRows = Array.from({ length: Math.max(0, end - first) }, (_, i) => cache.row(first + i));
  const referred = referencesIn(columns ?? [], seenRows);
  useEffect(() => void wantNames(referred), [referred.join()]);
  const choose = (index: number): void => {
    const next = Math.max(0, Math.min(rows - 1, index));
    setChosen(next);
    show(next);
  };
  const open = (): void => {
    const id = cache.row(chosen)?.['Id'];
    if (typeof id === 'string') go(addressOf(['records', type.name, id]));
  };
  const next = (): void => choose(chosen < 0 ? Math.round(place.row) : chosen + 1);
  const previous = (): void => choose(chosen - 1);
  const tickChosen = (): void => {
    const id = cache.row(chosen)?.['Id'];
    if (typeof id === 'string') tick(type.name, id);
  };
  useKeys({ j: next, k: previous, ...(chosen >= 0 && { Enter: open, x: tickChosen }) });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (event.key === 'ArrowDown') next();
    else previous();
  };
  if (error !== undefined) return <ErrorBox error={error} retry={() => cache.retry()} />;
  if (cache.prepared !== undefined) return <Sorting share={cache.prepared} />;
  if (columns === undefined || (rows === 0 && !cache.isComplete)) return <Loading />;
  if (rows === 0) return <Empty title={where === '' ? texts.records.empty : texts.records.none} />;
  return (
    <>
      <div class="row spread">
        <p class="soft" role="status">
          {cache.isWhole ? say(texts.records.count, formatWhole(rows)) : say(texts.records.loaded, formatWhole(rows))}
          {'. '}
          {!cache.isWhole &&
            (cache.isLoading ? texts.records.looking : cache.isComplete ? texts.records.end : texts.records.goOn)}
          {isMissing && say(texts.records.notThere, at)}
        </p>
        <div class="row">
          <ListExport type={type} place={listPlace()} columns={columns} />
          <FillRates type={type} place={listPlace()} />
          <ListViews type={type} place={listPlace()} />
          <ListColumns type={type} place={listPlace()} columns={columns} />
        </div>
      </div>
      <div class="grid-scroll" ref={box} tabIndex={0} onScroll={onScroll} onKeyDown={onKeyDown}>
        <div role="table" aria-label={type.label} aria-rowcount={cache.isComplete ? rows + 1 : -1}>
          <GridHead type={type} columns={columns} sort={sortOf(sort)} place={listed} />
          <div role="rowgroup" class="grid-body" style={{ height: `${heightOf(rows)}px` }}>
            <div
              role="presentation"
              style={{ transform: `translateY(${place.top - (place.row - first) * ROW_HEIGHT}px)` }}
            >
              {Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i).map((index) => (
                <GridRow
                  key={index}
                  index={index}
                  record={cache.row(index)}
                  type={type}
                  columns={columns}
                  isChosen={index === chosen}
                />
              ))}
            </div>
          </div>
        </div>
      </div>
    </>
  );
}

function Sorting({ share }: { readonly share: number }) {
  return (
    <div class="state" role="status">
      <span class="spinner">{say(texts.records.sorting, formatPercent(share))}</span>
      <progress value={share} max={1} aria-label={texts.records.sorted} />
    </div>
  );
}

/** Milliseconds without movement after which a scroll has ended. */
const SETTLED = 150;

interface Scroll {
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
function useScroll(rows: number, settled: (row: number) => void): Scroll {
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
