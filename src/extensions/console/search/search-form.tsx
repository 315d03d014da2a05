import { useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import type { FieldInfo, ObjectDescription, ObjectInfo, ScenarioInfo } from '../api/types.js';
import { Field, Select } from '../components/field.js';
import { say, texts } from '../texts.js';
import { ask, question } from './state.js';
import { countOf, type Found } from './use-found.js';
import { splitText, type TextKind } from './split-text.js';

interface SearchFormProps {
  readonly objects: readonly ObjectInfo[];
  readonly type: ObjectDescription;
  readonly scenarios: readonly ScenarioInfo[];
  /** False while the chosen object is loading. The fields are then those of the previous object, and disabled. */
  readonly isReady: boolean;
  readonly found: Found;
  readonly onLand: () => void;
}

/** An input for each field that a scenario compares. Inputs for other fields are shown on demand. */
export function SearchForm({ objects, type, scenarios, isReady, found, onLand }: SearchFormProps) {
  const { object, values, scenario, least } = question.value;
  const [showsAll, setShowsAll] = useState(false);
  const compared = new Set(scenarios.flatMap(({ fields }) => fields.flatMap(({ field }) => field.split(/[+|]/))));
  const writable = type.fields.filter(({ createable }) => createable);
  // References are excluded because they contain Ids, which people do not type.
  const isAsked = ({ name, type: kind }: FieldInfo): boolean => compared.has(name) && kind !== 'reference';
  const shown = writable.filter((field) => showsAll || isAsked(field) || values.has(field.name));
  const set = (name: string, value: string): void => {
    const changed = new Map(values);
    if (value === '') changed.delete(name);
    else changed.set(name, value);
    ask({ values: changed });
  };
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        if (values.size > 0) onLand();
      }}
    >
      <Select
        label={texts.overview.object}
        value={isReady ? type.name : object}
        options={objects.map(({ name, label }) => [name, label] as const)}
        onChange={(chosen) => ask({ object: chosen, values: new Map(), scenario: '', record: '' }, 'push')}
      />
      <fieldset class="waits" disabled={!isReady}>
        <PasteBox type={type} />
        <fieldset class="fields">
          <legend class="hidden">{texts.record.fields}</legend>
          {shown.map((field) => (
            <Field key={field.name} label={field.label}>
              <input
                name={field.name}
                value={values.get(field.name) ?? ''}
                autocomplete="off"
                spellcheck={false}
                onInput={(event) => set(field.name, event.currentTarget.value)}
              />
            </Field>
          ))}
        </fieldset>
        <div class="row">
          {!showsAll && shown.length < writable.length && (
            <Button label={texts.search.moreFields} class="plain" onClick={() => setShowsAll(true)} />
          )}
          {values.size > 0 && (
            <Button
              label={texts.search.clear}
              class="plain"
              onClick={() => ask({ values: new Map(), record: '' }, 'push')}
            />
          )}
        </div>
        <Select
          label={texts.search.scenario}
          value={scenario}
          options={[['', texts.search.allScenarios], ...scenarios.map(({ id, name }) => [id, name] as const)]}
          onChange={(id) => ask({ scenario: id }, 'push')}
        />
        <Field label={`${texts.review.least} ${least}`}>
          <input
            type="range"
            min={0}
            max={100}
            value={least}
            onInput={(event) => ask({ least: Number(event.currentTarget.value) })}
          />
        </Field>
        {values.size > 0 && (
          <div class="land">
            <Button
              label={found.value === undefined ? texts.search.searching : say(texts.search.show, countOf(found.value))}
              class="primary"
              type="submit"
            />
          </div>
        )}
      </fieldset>
    </form>
  );
}

/** An input for a whole signature. The recognised parts are copied to the fields, where they can be corrected. */
function PasteBox({ type }: { readonly type: ObjectDescription }) {
  const [text, setText] = useState('');
  const { found, unused } = splitText(text);
  const { values, left } = fieldsFor(found, type.fields);
  const ignored = [...unused, ...left.map((kind) => found.get(kind)!)];
  const labels = new Map(type.fields.map(({ name, label }) => [name, label]));
  const change = (next: string): void => {
    setText(next);
    const { values: recognised } = fieldsFor(splitText(next).found, type.fields);
    if (recognised.size > 0) ask({ values: recognised, record: '' });
  };
  return (
    <div class="field">
      <Field label={texts.search.paste}>
        <textarea
          rows={text === '' ? 2 : 5}
          value={text}
          maxLength={4_000}
          placeholder={texts.search.pasteHint}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </Field>
      {text !== '' && (
        <p class="small soft" role="status">
          {texts.search.recognised}: {[...values.keys()].map((name) => labels.get(name) ?? name).join(', ') || '–'}
          {ignored.length > 0 && `. ${texts.search.ignored}: ${ignored.join('; ')}`}
        </p>
      )}
    </div>
  );
}

/** Standard fields for each kind of value, most common first. */
const NAMES: Readonly<Record<TextKind, readonly string[]>> = {
  firstName: ['FirstName'],
  lastName: ['LastName'],
  company: ['Company', 'Name'],
  title: ['Title'],
  email: ['Email'],
  phone: ['Phone', 'MobilePhone'],
  mobile: ['MobilePhone', 'Phone'],
  website: ['Website'],
  street: ['Street', 'MailingStreet', 'BillingStreet'],
  postalCode: ['PostalCode', 'MailingPostalCode', 'BillingPostalCode'],
  city: ['City', 'MailingCity', 'BillingCity'],
};

/** @returns values by field of the object, and the kinds that no field of the object corresponds to */
function fieldsFor(
  found: ReadonlyMap<TextKind, string>,
  fields: readonly FieldInfo[],
): { readonly values: ReadonlyMap<string, string>; readonly left: readonly TextKind[] } {
  const known = new Map(fields.map((field) => [field.name, field]));
  const values = new Map<string, string>();
  const left: TextKind[] = [];
  for (const [kind, value] of found) {
    const name = NAMES[kind].find((one) => known.get(one)?.createable === true && !values.has(one));
    if (name === undefined) left.push(kind);
    else values.set(name, value);
  }
  return { values, left };
}
