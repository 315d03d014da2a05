import { useRef, useState } from 'preact/hooks';
import { PageHead, useTitle } from '../components/page-head.js';
import { Button } from '../components/button.js';
import { allows, describe, objects } from '../api/objects.js';
import type { ObjectDescription, FieldInfo } from '../api/types.js';
import { Field, Select, typedIn } from '../components/field.js';
import { Pending, ErrorBox } from '../components/states.js';
import { addressOf, go } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
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

interface FaultProps {
  readonly error: Error;
  readonly condition: string;
  readonly fields: readonly FieldInfo[];
}

/** A rejected condition in plain words, with a mark at the error. */
function ConditionFault({ error, condition, fields }: FaultProps) {
  const [whole = '', place] = / \(at character (\d{1,6})\)$/.exec(error.message) ?? [];
  const message = error.message.slice(0, error.message.length - whole.length);
  return (
    <div class="stack">
      <ErrorBox error={new Error(inPlainWords(message, fields))} />
      {place !== undefined && (
        <pre class="caret mono card" tabIndex={0}>
          {condition}
          {'\n'}
          {`${' '.repeat(Math.max(0, Number(place) - 1))}↑`}
        </pre>
      )}
    </div>
  );
}

/** Builds a sentence from the parts of a service message. */
type Told = (found: readonly string[], label: (name: string) => string) => string;

function tellings(): readonly (readonly [RegExp, Told])[] {
  const { conditionFaults: said } = texts.records;
  return [
    [
      /^Found (?:the end|a string|"[^"]*"), expected an operator \([^)]*\) after "([^"]*)"$/,
      ([name = ''], label) => say(said.operator, label(name)),
    ],
    [/^Found .*, expected a value$/, () => said.value],
    [/^Found .*, expected a field name/, () => said.field],
    [/^Found (.*), expected AND, OR or the end of/, () => said.joiner],
    [/^Found .*, expected ([(),]|IN)$/, ([symbol = '']) => say(said.missing, symbol)],
    [/^A text is not closed/, () => said.open],
    [/^Strings are written in single quotes/, () => said.quotes],
    [/^"([^"]*)" is not a value; strings are/, ([text = '']) => say(said.unquoted, text)],
    [
      /^No such column '([^']*)' on entity '[^']*'\. Did you mean '([^']*)'\?$/,
      ([a = '', b = '']) => say(said.meant, a, b),
    ],
    [/^No such column '([^']*)'/, ([name = '']) => say(said.unknown, name)],
    [/^(\w+) is of type \w+: expected (?:a date|a datetime) /, ([name = ''], label) => say(said.date, label(name))],
    [/^(\w+) is of type \w+: expected a number/, ([name = ''], label) => say(said.number, label(name))],
    [/^(\w+) is of type \w+: expected TRUE/, ([name = ''], label) => say(said.boolean, label(name))],
    [/^(\w+) is of type \w+: expected a string/, ([name = ''], label) => say(said.text, label(name))],
    [/^(\w+) is a boolean: use/, ([name = ''], label) => say(said.boolean, label(name))],
    [/^LIKE compares only strings; (\w+) is/, ([name = ''], label) => say(said.like, label(name))],
    [/^LIKE expects a string/, () => said.pattern],
    [/^(\w+): '[^']*' is not an Id/, ([name = ''], label) => say(said.id, label(name))],
    [/^"([^"]*)" is not a number, a date/, ([text = '']) => say(said.noValue, text)],
    [/^AND and OR cannot be mixed/, () => said.mixed],
    [/^NOT LIKE is not supported/, () => said.notLike],
    [/^Unexpected character "(.*)": expected/, ([character = '']) => say(said.character, character)],
  ];
}

/** @param message from the service, without the position */
function inPlainWords(message: string, fields: readonly FieldInfo[]): string {
  const label = (name: string): string => fields.find((field) => field.name === name)?.label ?? name;
  for (const [pattern, told] of tellings()) {
    const found = pattern.exec(message);
    if (found !== null) return told(found.slice(1), label);
  }
  return message;
}
