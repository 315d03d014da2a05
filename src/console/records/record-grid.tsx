import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/call.js';
import type { FieldInfo, ObjectDescription, RecordData } from '../api/types.js';
import { Empty, ErrorBox, Loading } from '../components/states.js';
import { formatTime, formatValue, formatWhole } from '../state/format.js';
import { useKeys } from '../state/keys.js';
import { addressOf, go } from '../state/router.js';
import { texts } from '../texts.js';
import { PageCache } from './page-cache.js';
import { nameOf } from './record-name.js';

/** As `--row` in tokens.css. */
const ROW_HEIGHT = 32;
/** Rows drawn above and below what is seen, and rows before the end at which more are asked for. */
const SPARE = 12;
const AHEAD = 60;
const MOST_COLUMNS = 9;

interface GridProps {
  readonly type: ObjectDescription;
  readonly where: string;
  readonly onRefused: (error: Error) => void;
}

/** A list of any length: only the rows that are seen are in the document. */
export function RecordGrid({ type, where, onRefused }: GridProps) {
  const [, redraw] = useState(0);
  const [cache, setCache] = useState<PageCache | undefined>(undefined);
  const [top, setTop] = useState(0);
  const [chosen, setChosen] = useState(-1);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const made: PageCache = new PageCache(type.name, where, () => redraw((last) => last + 1));
    made.loadNext();
    setCache(made);
    return () => made.close();
  }, [type.name, where]);
  const error = cache?.error;
  useEffect(() => {
    if (error instanceof ApiError && error.code === 'INVALID_FILTER') onRefused(error);
  }, [error]);
  const rows = cache?.rows ?? 0;
  const seen = Math.ceil((box.current?.clientHeight ?? 600) / ROW_HEIGHT);
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - SPARE);
  const last = Math.min(rows, first + seen + 2 * SPARE);
  useEffect(() => {
    if (last + AHEAD >= rows) cache?.loadNext();
  }, [last, rows, cache]);
  const choose = (index: number): void => {
    const next = Math.max(0, Math.min(rows - 1, index));
    setChosen(next);
    const { current } = box;
    if (current === null) return;
    const from = next * ROW_HEIGHT;
    if (from < current.scrollTop) current.scrollTop = from;
    else if (from + 2 * ROW_HEIGHT > current.scrollTop + current.clientHeight)
      current.scrollTop = from + 2 * ROW_HEIGHT - current.clientHeight;
  };
  const open = (): void => {
    const id = cache?.row(chosen)?.['Id'];
    if (typeof id === 'string') go(addressOf(['records', type.name, id]));
  };
  useKeys({ j: () => choose(chosen + 1), k: () => choose(chosen - 1), ...(chosen >= 0 && { Enter: open }) });
  if (error !== undefined) return <ErrorBox error={error} retry={() => cache?.retry()} />;
  if (cache === undefined || (rows === 0 && !cache.isComplete)) return <Loading />;
  if (rows === 0) return <Empty title={where === '' ? texts.records.empty : texts.records.none} />;
  const columns = columnsOf(type, cache);
  const shown = Array.from({ length: last - first }, (_, i) => first + i);
  return (
    <>
      <p class="soft" role="status">
        {cache.total === undefined
          ? texts.records.loaded(formatWhole(rows))
          : texts.records.count(formatWhole(cache.total))}
        {'. '}
        {cache.isComplete ? texts.records.end : texts.records.goOn}
      </p>
      <div class="grid-scroll" ref={box} tabIndex={0} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
        <div role="table" aria-label={type.label} aria-rowcount={cache.isComplete ? rows + 1 : -1}>
          <div role="row" class="grid-row grid-head" aria-rowindex={1}>
            {['Name', ...columns.map(({ label }) => label)].map((label) => (
              <span role="columnheader" key={label}>
                {label}
              </span>
            ))}
          </div>
          <Gap rows={first} />
          {shown.map((index) => (
            <Row
              key={index}
              index={index}
              record={cache.row(index)}
              type={type}
              columns={columns}
              isChosen={index === chosen}
            />
          ))}
          <Gap rows={rows - last} />
        </div>
      </div>
    </>
  );
}

interface RowProps {
  readonly index: number;
  /** Absent while its page is on the way. */
  readonly record: RecordData | undefined;
  readonly type: ObjectDescription;
  readonly columns: readonly FieldInfo[];
  readonly isChosen: boolean;
}

function Row({ index, record, type, columns, isChosen }: RowProps) {
  const id = typeof record?.['Id'] === 'string' ? record['Id'] : '';
  return (
    <div role="row" class="grid-row" aria-rowindex={index + 2} aria-selected={isChosen}>
      <span role="cell">
        {record === undefined ? '…' : <a href={addressOf(['records', type.name, id])}>{nameOf(record)}</a>}
      </span>
      {columns.map((field) => (
        <span role="cell" key={field.name}>
          {record && cell(field, record)}
        </span>
      ))}
    </div>
  );
}

/** Rows that are not drawn: their height only. */
function Gap({ rows }: { readonly rows: number }) {
  return rows > 0 ? <div role="presentation" style={{ height: `${rows * ROW_HEIGHT}px` }} /> : null;
}

/** Fields that the first rows fill, in the object's order; what the name shows is not shown twice. */
function columnsOf(type: ObjectDescription, cache: PageCache): readonly FieldInfo[] {
  const sample = Array.from({ length: Math.min(50, cache.rows) }, (_, i) => cache.row(i));
  const isFilled = ({ name }: FieldInfo): boolean => sample.some((record) => formatValue(record?.[name]) !== '');
  const isShown = ({ name, type: kind }: FieldInfo): boolean =>
    !['Id', 'Name', 'FirstName', 'LastName'].includes(name) && kind !== 'reference' && kind !== 'boolean';
  return type.fields.filter((field) => isShown(field) && isFilled(field)).slice(0, MOST_COLUMNS);
}

function cell({ name, type }: FieldInfo, record: RecordData): string {
  const text = formatValue(record[name]);
  return type === 'datetime' ? formatTime(text) : text;
}
