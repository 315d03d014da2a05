import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import type { FieldInfo, ObjectDescription, ObjectInfo, ScenarioInfo } from '../api/types.js';
import { Field, Select } from '../components/field.js';
import { say, texts } from '../texts.js';
import { PasteBox } from './paste-box.js';
import { ask, question } from './state.js';
import { countOf, type Found } from './use-found.js';

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
