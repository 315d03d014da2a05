import { useMemo } from 'preact/hooks';
import type { FieldInfo, ObjectDescription, RecordData } from '../api/types.js';
import { formatTime, formatValue } from '../state/number-format.js';
import { addressOf, go } from '../state/router.js';
import { texts } from '../texts.js';
import { keyColumns } from './key-columns.js';
import { listAddress, sortText, type ListPlace, type Sort } from './list-address.js';
import { nameOf } from './record-name.js';
import { knownName, objectOf } from './reference-names.js';
import { Tick } from './ticks.js';

const MOST_COLUMNS = 9;
const NAMES = ['Name', 'LastName', 'Subject', 'CaseNumber', 'Title'] as const;

/** Column headers. A click sorts, and another click reverses the order. */
export function GridHead(props: {
  readonly type: ObjectDescription;
  readonly columns: readonly FieldInfo[];
  readonly sort: Sort;
  readonly place: ListPlace;
}) {
  const { type, columns, sort, place } = props;
  const name = nameField(type);
  return (
    <div role="row" class="grid-row grid-head" aria-rowindex={1}>
      <span role="columnheader" class="cell-tick">
        <span class="hidden">{texts.records.ticks}</span>
      </span>
      <HeadCell label={texts.records.name} field={name} isName {...{ type, sort, place }} />
      {columns.map((field) => (
        <HeadCell key={field.name} label={field.label} field={field} {...{ type, sort, place }} />
      ))}
    </div>
  );
}

interface HeadCellProps {
  readonly label: string;
  readonly field: FieldInfo | undefined;
  readonly type: ObjectDescription;
  readonly sort: Sort;
  readonly place: ListPlace;
  readonly isName?: boolean;
}

function HeadCell({ label, field, isName = false, type, sort, place }: HeadCellProps) {
  const isSorted = field !== undefined && sort.field === field.name;
  const direction = sort.isDescending ? 'descending' : 'ascending';
  const sortBy = (): void => {
    const next = sortText({ field: field!.name, isDescending: isSorted && !sort.isDescending });
    go(listAddress(type.name, { ...place, sort: next, at: '' }));
  };
  return (
    <span
      role="columnheader"
      class={isName ? 'cell-name' : classOf(field)}
      aria-sort={isSorted ? direction : undefined}
    >
      {field?.sortable === true ? (
        <button type="button" onClick={sortBy}>
          {label}
          {isSorted && <span aria-hidden="true">{sort.isDescending ? ' ↓' : ' ↑'}</span>}
        </button>
      ) : (
        label
      )}
    </span>
  );
}

interface RowProps {
  readonly index: number;
  /** `undefined` while its page is loading. */
  readonly record: RecordData | undefined;
  readonly type: ObjectDescription;
  readonly columns: readonly FieldInfo[];
  readonly isChosen: boolean;
}

/** A row, which is drawn again only when it changes, because each scroll draws the list again. */
export function GridRow(props: RowProps) {
  return useMemo(() => drawn(props), Object.values(props));
}

function drawn({ index, record, type, columns, isChosen }: RowProps) {
  const id = typeof record?.['Id'] === 'string' ? record['Id'] : '';
  return (
    <div role="row" class="grid-row" aria-rowindex={index + 2} aria-selected={isChosen}>
      <span role="cell" class="cell-tick">
        {record !== undefined && <Tick objectType={type.name} id={id} name={nameOf(record)} />}
      </span>
      <span role="cell" class="cell-name" dir="auto">
        {record === undefined ? '…' : <a href={addressOf(['records', type.name, id])}>{nameOf(record)}</a>}
      </span>
      {columns.map((field) => (
        <span role="cell" key={field.name} class={classOf(field)} dir="auto" title={titleOf(record?.[field.name])}>
          {record && cell(field, record)}
        </span>
      ))}
    </div>
  );
}

const titleOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length > 18 ? value : undefined;

const classOf = (field: FieldInfo | undefined): string => `cell-${field?.type ?? 'name'}`;

const nameField = (type: ObjectDescription): FieldInfo | undefined =>
  NAMES.map((name) => type.fields.find((field) => field.name === name)).find((field) => field !== undefined);

/**
 * Returns the fields to show: the chosen fields and the sort field. By default, these are the fields filled in a sample
 * of records, with identifying fields first. A name is not shown twice.
 */
export function columnsOf(
  type: ObjectDescription,
  chosen: string,
  sample: readonly RecordData[],
  sort: Sort,
): readonly FieldInfo[] {
  const byName = (name: string) => type.fields.filter((field) => field.name === name);
  const named = [...new Set(chosen.split(','))].flatMap(byName);
  if (named.length > 0) return named;
  const isFilled = ({ name }: FieldInfo): boolean => sample.some((record) => formatValue(record[name]) !== '');
  const isShown = ({ name, type: kind }: FieldInfo): boolean =>
    !['Id', 'Name', 'FirstName', 'LastName'].includes(name) && kind !== 'reference' && kind !== 'boolean';
  const inOrder = [...new Set([...keyColumns(type), ...type.fields])];
  const filled = inOrder.filter((field) => isShown(field) && isFilled(field)).slice(0, MOST_COLUMNS);
  const [sorted] = sort.field === 'Id' ? [] : byName(sort.field);
  const isThere = sorted === undefined || sorted === nameField(type) || filled.includes(sorted);
  return isThere ? filled : [sorted, ...filled.slice(0, MOST_COLUMNS - 1)];
}

/** Returns the Ids of the records that rows refer to in some columns. */
export function referencesIn(columns: readonly FieldInfo[], rows: readonly (RecordData | undefined)[]): string[] {
  const names = columns.filter(({ type }) => type === 'reference').map(({ name }) => name);
  return rows.flatMap((row) => names.map((name) => formatValue(row?.[name])).filter((id) => id !== ''));
}

function cell({ name, type }: FieldInfo, record: RecordData) {
  const text = formatValue(record[name]);
  if (type === 'reference') return <Reference id={text} />;
  if (type === 'boolean') return text === 'true' ? texts.record.yes : '';
  return type === 'datetime' ? formatTime(text) : text;
}

/** A reference. The grid requests the names of all visible references together. */
function Reference({ id }: { readonly id: string }) {
  const type = objectOf(id);
  const name = knownName(id) || id;
  return type === undefined ? <>{name}</> : <a href={addressOf(['records', type.name, id])}>{name}</a>;
}
