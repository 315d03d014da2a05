import { PageHead, useTitle } from '../components/page-head.js';
import { useEffect } from 'preact/hooks';
import { ApiError, callWithHeaders } from '../api/call.js';
import { allows, describe } from '../api/objects.js';
import type { ObjectDescription, RecordData } from '../api/types.js';
import { Pending } from '../components/states.js';
import { searchAddress } from '../search/state.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { DeleteRecord } from './delete-record.js';
import { EraseRecord } from './erase-record.js';
import { PossibleDuplicates, searchedValues } from './duplicates.js';
import { GoneRecord } from './gone-record.js';
import { History } from './history.js';
import { RecordFields } from './record-fields.js';
import { nameOf } from './record-name.js';
import { knownName, wantNames } from './reference-names.js';
import { Related } from './related.js';

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
