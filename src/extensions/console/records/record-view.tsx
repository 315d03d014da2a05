import { useEffect, useState } from 'preact/hooks';
import { PageHead, useTitle } from '../components/page-head.js';
import { ApiError, callWithHeaders, call } from '../api/call.js';
import { allows, describe, objects } from '../api/objects.js';
import type { ObjectDescription, RecordData, FieldInfo, ObjectInfo } from '../api/types.js';
import { Pending, ErrorBox, Loading } from '../components/states.js';
import { searchAddress } from '../search/state.js';
import { useResource } from '../state/use-resource.js';
import { texts, say } from '../texts.js';
import { EraseRecord } from './erase-record.js';
import { PossibleDuplicates, searchedValues } from './duplicates.js';
import { History } from './history.js';
import { RecordFields, changedBy } from './record-fields.js';
import { nameOf } from './record-name.js';
import { knownName, wantNames } from './reference-names.js';
import { RecordLink } from './record-link.js';
import { ConfirmButton } from '../components/confirm.js';
import { formatValue } from '../state/number-format.js';
import { Button } from '../components/button.js';
import { addressOf } from '../state/router.js';

export function RecordView({ objectType, id }: { readonly objectType: string; readonly id: string }) {
  const about = useResource(
    `${objectType} ${id}`,
    async (signal) => {
      const type = await describe(objectType);
      try {
        const { answer, headers } = await callWithHeaders('readRecord', {
          params: { objectType, recordId: id },
          signal,
        });
        const tag = headers.get('etag') ?? '';
        return { type, record: answer, tag };
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { type, gone: error };
        throw error;
      }
    },
    { keep: true },
  );
  const { value } = about;
  const isGone = value?.gone !== undefined;
  useEffect(() => {
    if (isGone) void wantNames([id]);
  }, [isGone]);
  const name = value?.record === undefined ? knownName(id) || id : nameOf(value.record);
  useTitle(name);
  return (
    <>
      <PageHead
        title={name}
        back={[['records', objectType], value?.type.label ?? objectType]}
        about={name !== id && <span class="mono soft">{id}</span>}
      >
        {value !== undefined && (
          <div class="row">
            {value.record && allows('search') && (
              <a href={similarAddress(value.type, value.record)}>{texts.record.searchLike}</a>
            )}
            {value.record && allows('delete') && value.tag !== '' && (
              <DeleteRecord {...{ objectType, id, name, tag: value.tag, onChanged: about.reload }} />
            )}
            <EraseRecord {...{ objectType, id, name, onErased: about.reload }} />
          </div>
        )}
      </PageHead>
      <Pending of={about} />
      {value?.gone && <GoneRecord type={value.type} id={id} error={value.gone} onBack={about.reload} />}
      {value?.record && (
        <div class="record">
          <div class="stack">
            <RecordFields type={value.type} record={value.record} tag={value.tag} onSaved={about.reload} />
            <Related type={value.type} id={id} />
          </div>
          <div class="stack">
            {allows('search') && <PossibleDuplicates type={value.type} record={value.record} tag={value.tag} />}
            {allows('history') && <History type={value.type} id={id} state={value.tag} onUndone={about.reload} />}
          </div>
        </div>
      )}
    </>
  );
}

function similarAddress(type: ObjectDescription, record: RecordData): string {
  const values = Object.entries(searchedValues(type, record));
  return searchAddress({ object: type.name, values: new Map(values), scenario: '', least: 0, record: '' });
}

interface GoneProps {
  readonly type: ObjectDescription;
  readonly id: string;
  readonly error: ApiError;
  /** Called when an undo has restored the record. */
  readonly onBack: () => void;
}

/** Shows a missing record with its last known state and the record into which it was merged. */
function GoneRecord({ type, id, error, onBack }: GoneProps) {
  const into = error.faults[0]?.mergedInto;
  return (
    <div class="stack">
      {into === undefined ? (
        <ErrorBox error={new Error(texts.record.notThere)} />
      ) : (
        <p class="card" role="status">
          {texts.record.mergedInto} <RecordLink id={into} />
        </p>
      )}
      {allows('history') && <History type={type} id={id} isGone onUndone={onBack} />}
    </div>
  );
}

interface DeleteProps {
  readonly objectType: string;
  readonly id: string;
  readonly name: string;
  /** Entity tag of the shown record. */
  readonly tag: string;
  /** Called when the record has been deleted or has changed. */
  readonly onChanged: () => void;
}

/** A button that deletes a record after a confirmation, unless it has changed since it was shown. */
function DeleteRecord({ objectType, id, name, tag, onChanged }: DeleteProps) {
  const remove = async (): Promise<void> => {
    const params = { objectType, recordId: id };
    try {
      await call('deleteRecord', { params, headers: { 'If-Match': tag } });
      onChanged();
    } catch (refused) {
      if (!(refused instanceof ApiError && refused.status === 412)) throw refused;
      const { answer } = await callWithHeaders('readRecord', { params });
      await wantNames([formatValue(answer['LastModifiedById'])]).catch(() => undefined);
      onChanged();
      throw new Error(`${changedBy(answer)} ${texts.record.lookAgain}`);
    }
  };
  return (
    <ConfirmButton label={texts.record.remove} title={say(texts.record.removeAsk, name)} onConfirm={remove}>
      <p>{allows('history') && allows('undo') ? texts.record.removeHint : texts.record.removeForGood}</p>
    </ConfirmButton>
  );
}

interface Found {
  readonly type: ObjectInfo;
  readonly field: FieldInfo;
  readonly records: readonly RecordData[];
}

/** Number of records shown for each reference field. A link leads to all of them. */
const SHOWN = 10;

/**
 * Shows the records that refer to this record. Loaded on demand, because loading reads all records of the objects that
 * refer to it.
 */
function Related({ type, id }: { readonly type: ObjectDescription; readonly id: string }) {
  const [isAsked, setAsked] = useState(false);
  const found = useResource(isAsked ? id : undefined, (signal) => relatedTo(type, id, signal));
  return (
    <section class="card">
      <h2>{texts.record.related}</h2>
      {!isAsked && <Button label={texts.record.findRelated} onClick={() => setAsked(true)} />}
      {found.error && <ErrorBox error={found.error} retry={found.reload} />}
      {isAsked && found.isLoading && <Loading />}
      {found.value?.length === 0 && <p class="soft">{texts.record.noRelated}</p>}
      <div class="stack">
        {found.value?.map(({ type: other, field, records }) => (
          <div key={`${other.name}.${field.name}`}>
            <h3>
              {other.label} <span class="soft small">{field.label}</span>
            </h3>
            <ul>
              {records.map((record) => (
                <li key={record['Id']}>
                  <a href={addressOf(['records', other.name, String(record['Id'])])}>{nameOf(record)}</a>
                </li>
              ))}
            </ul>
            {records.length === SHOWN && (
              <a href={addressOf(['records', other.name], { where: conditionOf(field, id) })}>
                {texts.record.allOfThem}
              </a>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

async function relatedTo(type: ObjectDescription, id: string, signal: AbortSignal): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const other of await objects()) {
    const { fields } = await describe(other.name);
    for (const field of fields.filter(({ referenceTo }) => referenceTo.includes(type.name))) {
      const records = await firstOf(other.name, conditionOf(field, id), signal);
      if (records.length > 0) found.push({ type: other, field, records });
    }
  }
  return found;
}

async function firstOf(objectType: string, where: string, signal: AbortSignal): Promise<readonly RecordData[]> {
  const records: RecordData[] = [];
  let after: string | undefined;
  do {
    const page = await call('query', { query: { objectType, where, after, pageSize: SHOWN - records.length }, signal });
    records.push(...page.records);
    after = page.next ?? undefined;
  } while (after !== undefined && records.length < SHOWN);
  return records;
}

const conditionOf = ({ name }: FieldInfo, id: string): string => `${name} = '${id}'`;
