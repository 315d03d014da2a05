import { PageHead, useTitle } from '../components/page-head.js';
import { Button } from '../components/button.js';
import { useRef, useState } from 'preact/hooks';
import { allows, describe, objects } from '../api/objects.js';
import type { ObjectDescription } from '../api/types.js';
import { Field, Select, typedIn } from '../components/field.js';
import { Pending } from '../components/states.js';
import { addressOf, go } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { ConditionFault } from './condition-fault.js';
import { FilterBar } from './filter-bar.js';
import { listAddress, listPlace, sortOf, sortText, type ListPlace } from './list-address.js';
import { RecordGrid } from './record-grid.js';
import { TickedBar } from './ticks.js';

const FIRST_SORTS = ['Id', 'Name', 'LastModifiedDate', 'CreatedDate'];

export function RecordList({ objectType }: { readonly objectType: string }) {
  const place = listPlace();
  const about = useResource(
    objectType,
    async () => ({ all: await objects(), type: await describe(objectType) }),
    // Keep the object choice visible and focused while another object is loading.
    { keep: true },
  );
  // The position in the URL that the list itself has written, which must be ignored.
  const written = useRef(place.at);
  const begin = useRef(place.at);
  if (place.at !== written.current) written.current = begin.current = place.at;
  useTitle(texts.nav.records);
  const value = about.error === undefined ? about.value : undefined;
  const type = about.isLoading ? undefined : value?.type;
  const what = `${objectType} ${place.where} ${place.sort}`;
  const writePlace = (at: string): void => {
    if (at === written.current) return;
    written.current = at;
    go(listAddress(objectType, { ...listPlace(), at }), 'replace');
  };
  return (
    <>
      <PageHead title={texts.nav.records}>
        {type && (
          <div class="row">
            <Jump type={type} place={place} />
            {allows('upsert') && (
              <a class="button" href={addressOf(['records', objectType, 'new'])}>
                {say(texts.record.create, type.label)}
              </a>
            )}
          </div>
        )}
      </PageHead>
      <Pending of={about} />
      {value && (
        <div class="stack records">
          <div class="list-tools">
            <Select
              label={texts.overview.object}
              value={type?.name ?? objectType}
              options={value.all.map(({ name, label }) => [name, label] as const)}
              onChange={(name) => go(addressOf(['records', name]))}
            />
            {type && <Tools key={objectType} type={type} place={place} />}
          </div>
          {type && (
            <>
              <TickedBar objectType={type.name} />
              <Found
                key={`${what} ${begin.current}`}
                type={type}
                place={{ ...place, at: begin.current }}
                onPlace={writePlace}
              />
            </>
          )}
        </div>
      )}
    </>
  );
}

function Tools({ type, place }: { readonly type: ObjectDescription; readonly place: ListPlace }) {
  const { field, isDescending } = sortOf(place.sort);
  const change = (changed: Partial<ListPlace>): void => go(listAddress(type.name, { ...place, at: '', ...changed }));
  return (
    <>
      <FilterBar type={type} where={place.where} onFilter={(where) => change({ where })} />
      <div class="row sorting">
        <Select
          label={texts.review.sort}
          value={field}
          options={sortsOf(type)}
          onChange={(name) => change({ sort: sortText({ field: name, isDescending: isDate(type, name) }) })}
        />
        <Button
          label={isDescending ? '↓' : '↑'}
          aria-label={isDescending ? texts.records.ascending : texts.records.descending}
          title={isDescending ? texts.records.ascending : texts.records.descending}
          onClick={() => change({ sort: sortText({ field, isDescending: !isDescending }) })}
        />
      </div>
    </>
  );
}

const isDate = ({ fields }: ObjectDescription, name: string): boolean =>
  fields.some((field) => field.name === name && (field.type === 'date' || field.type === 'datetime'));

function sortsOf({ fields }: ObjectDescription): (readonly [string, string])[] {
  const sortable = fields.filter((field) => field.sortable);
  const first = FIRST_SORTS.flatMap((name) => sortable.filter((field) => field.name === name));
  const rest = sortable.filter((field) => !first.includes(field));
  return [...first, ...rest].map(({ name, label }) => [name, label]);
}

function Jump({ type, place }: { readonly type: ObjectDescription; readonly place: ListPlace }) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const at = typedIn(event, 'at');
    if (at !== '') go(listAddress(type.name, { ...place, at }));
  };
  return (
    <form class="row jump" onSubmit={submit}>
      <Field label={texts.records.jump}>
        <input name="at" class="mono" maxLength={18} spellcheck={false} autocomplete="off" size={20} />
      </Field>
      <Button label={texts.records.go} type="submit" />
    </form>
  );
}

interface FoundProps {
  readonly type: ObjectDescription;
  readonly place: ListPlace;
  readonly onPlace: (id: string) => void;
}

function Found({ type, place, onPlace }: FoundProps) {
  const [fault, setFault] = useState<Error | undefined>(undefined);
  const { where, at } = place;
  return (
    <>
      {fault && <ConditionFault error={fault} condition={where} fields={type.fields} />}
      {!fault && where !== '' && at !== '' && (
        <p class="soft">
          {say(texts.records.beginsAt, at)}{' '}
          <a href={listAddress(type.name, { ...place, at: '' })}>{texts.records.fromStart}</a>
        </p>
      )}
      {!fault && <RecordGrid type={type} place={place} onRefused={setFault} onPlace={onPlace} />}
    </>
  );
}
