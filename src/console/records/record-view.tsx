import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows, describe, objects } from '../api/objects.js';
import type { FieldInfo, ObjectDescription, ObjectInfo, RecordData } from '../api/types.js';
import { ErrorBox, Loading } from '../components/states.js';
import { searchAddress } from '../search/state.js';
import { formatTime, formatValue } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { History } from './history.js';
import { nameOf } from './record-name.js';
import { Related } from './related.js';

/** One record: its fields, what belongs to it, and how it came to be so. */
export function RecordView({ objectType, id }: { readonly objectType: string; readonly id: string }) {
  const about = useResource(`${objectType} ${id}`, async (signal) => {
    const [all, type, record] = await Promise.all([
      objects(),
      describe(objectType),
      call('readRecord', { params: { objectType, recordId: id }, signal }),
    ]);
    return { all, type, record };
  });
  const { value } = about;
  const name = value === undefined ? id : nameOf(value.record);
  useEffect(() => {
    document.title = `${name} – ${texts.name}`;
  }, [name]);
  return (
    <>
      <div class="page-head">
        <div>
          <a href={addressOf(['records', objectType])}>{value?.type.label ?? objectType}</a>
          <h1>{name}</h1>
          <span class="mono soft">{id}</span>
        </div>
        {value && allows('search') && <a href={similarAddress(value.type, value.record)}>{texts.record.searchLike}</a>}
      </div>
      {about.error && <ErrorBox error={about.error} retry={about.reload} />}
      {about.isLoading && value === undefined && <Loading />}
      <div class="record">
        <div class="stack">
          {value && <Fields objects={value.all} type={value.type} record={value.record} />}
          {value && <Related type={value.type} id={id} />}
        </div>
        {allows('history') && <History id={id} onUndone={about.reload} />}
      </div>
    </>
  );
}

interface FieldsProps {
  readonly objects: readonly ObjectInfo[];
  readonly type: ObjectDescription;
  readonly record: RecordData;
}

function Fields({ objects: all, type, record }: FieldsProps) {
  const [showsBlanks, setShowsBlanks] = useState(false);
  const fields = type.fields.filter(({ name }) => name !== 'Id');
  const blanks = fields.filter(({ name }) => formatValue(record[name]) === '').length;
  const shown = showsBlanks ? fields : fields.filter(({ name }) => formatValue(record[name]) !== '');
  return (
    <section class="card">
      <h2>{texts.record.fields}</h2>
      <dl class="values">
        {shown.map((field) => (
          <>
            <dt>{field.label}</dt>
            <dd dir="auto">{shownValue(field, record[field.name], all)}</dd>
          </>
        ))}
      </dl>
      {blanks > 0 && !showsBlanks && (
        <button class="plain" type="button" onClick={() => setShowsBlanks(true)}>
          {texts.record.blanks(blanks)}
        </button>
      )}
    </section>
  );
}

function shownValue({ type }: FieldInfo, value: unknown, all: readonly ObjectInfo[]) {
  const text = formatValue(value);
  if (type === 'datetime') return formatTime(text);
  if (type !== 'reference') return text;
  const target = all.find(({ keyPrefix }) => text.startsWith(keyPrefix));
  return target === undefined ? text : <a href={addressOf(['records', target.name, text])}>{text}</a>;
}

/** A search by what people typed of the record. */
function similarAddress(type: ObjectDescription, record: RecordData): string {
  const values = type.fields
    .filter(({ createable, type: kind }) => createable && kind !== 'reference' && kind !== 'boolean')
    .map(({ name }) => [name, formatValue(record[name])] as const)
    .filter(([, value]) => value !== '' && value.length < 200);
  return searchAddress({ object: type.name, values: new Map(values), scenario: '', least: 0, record: '' });
}
