import { useState } from 'preact/hooks';
import { fieldLabel, fieldsLabelled, objectLabel } from '../api/objects.js';
import { Button } from '../components/button.js';
import { Check, Field, Select } from '../components/field.js';
import { formatPercent } from '../state/number-format.js';
import { say, textOf, texts } from '../texts.js';
import type { Blank, EditableScenario, EditableField, EditableUsage, ObjectDescription } from '../api/types.js';
import { placeLabel } from './draft.js';

interface FormProps {
  readonly isNew: boolean;
  readonly isLearned: boolean;
  readonly isAllowed: boolean;
  readonly scenario: EditableScenario;
  /** The object of the scenario. `undefined` until it is loaded, or if it is not visible. */
  readonly type: ObjectDescription | undefined;
  /** Names of objects and methods to choose from. */
  readonly objects: readonly string[];
  readonly methods: readonly string[];
  /** Errors of the last save, by place. */
  readonly faults: ReadonlyMap<string, string>;
  readonly onEdit: (scenario: EditableScenario) => void;
}

const [LEAST_WEIGHT, MOST_WEIGHT] = [0.01, 1_000];

export const isWeight = ({ weight }: EditableField): boolean => weight >= LEAST_WEIGHT && weight <= MOST_WEIGHT;

const USAGES: readonly EditableUsage[] = ['restSearch', 'restUpsert'];

export function ScenarioForm(props: FormProps) {
  const { isNew, isLearned, isAllowed, scenario, objects, faults, onEdit } = props;
  const set = (part: Partial<EditableScenario>): void => onEdit({ ...scenario, ...part });
  return (
    <section class="card">
      <fieldset class="stack" disabled={!isAllowed}>
        <div class="form-grid">
          <Field label={texts.records.name}>
            <input
              value={scenario.name}
              maxLength={255}
              required
              onInput={(e) => set({ name: e.currentTarget.value })}
            />
          </Field>
          {isNew ? (
            <Select
              label={texts.overview.object}
              value={scenario.object}
              options={(objects.length > 0 ? objects : [scenario.object]).map((name) => [name, objectLabel(name)])}
              onChange={(object) => set({ object, fields: [{ field: '', method: 'exact', weight: 10 }] })}
            />
          ) : (
            <div class="field">
              <span>{texts.overview.object}</span>
              <span>
                {objectLabel(scenario.object)} <span class="soft small mono">{scenario.id}</span>
              </span>
            </div>
          )}
          <Field label={`${texts.scenarios.threshold} (%)`}>
            <input
              type="number"
              min={1}
              max={100}
              step={isLearned ? 0.5 : 1}
              value={scenario.threshold}
              required
              onInput={(e) => set({ threshold: Number(e.currentTarget.value) })}
            />
            <input
              type="range"
              min={1}
              max={100}
              aria-label={texts.scenarios.threshold}
              value={scenario.threshold}
              onInput={(e) => set({ threshold: Number(e.currentTarget.value) })}
            />
          </Field>
          {!isLearned && (
            <Field label={texts.scenarios.minimumEvidence}>
              <input
                type="number"
                min={0}
                max={1}
                step={0.05}
                title={texts.scenarios.minimumEvidenceHint}
                value={scenario.minimumEvidence ?? 0.4}
                required
                onInput={(e) => set({ minimumEvidence: Number(e.currentTarget.value) })}
              />
            </Field>
          )}
          {!isLearned && (
            <Select
              label={texts.scenarios.evidenceInSearch}
              value={scenario.evidenceInSearch ?? 'sent'}
              options={Object.entries(texts.scenarios.evidencesInSearch)}
              onChange={(value) =>
                set({ evidenceInSearch: value as NonNullable<EditableScenario['evidenceInSearch']> })
              }
            />
          )}
          <Select
            label={texts.scenarios.onDuplicate}
            value={scenario.onDuplicate ?? 'overwrite'}
            options={Object.entries(texts.scenarios.onDuplicates)}
            onChange={(value) => set({ onDuplicate: value as NonNullable<EditableScenario['onDuplicate']> })}
          />
          <div class="field">
            <span>{texts.scenarios.targets}</span>
            <span class="row">
              <Check
                label={texts.scenarios.enabled}
                isOn={scenario.enabled !== false}
                onChange={(enabled) => set({ enabled })}
              />
              {USAGES.map((usage) => (
                <Check
                  key={usage}
                  label={texts.scenarios.usages[usage]}
                  isOn={scenario.usage.includes(usage)}
                  onChange={(isOn) =>
                    set({ usage: USAGES.filter((each) => (each === usage ? isOn : scenario.usage.includes(each))) })
                  }
                />
              ))}
            </span>
          </div>
        </div>
        {isLearned && <p class="soft small">{texts.scenarios.learnedHint}</p>}
        <Fields {...props} set={(fields) => set({ fields })} />
        {[...faults]
          .filter(([place]) => !place.startsWith('fields['))
          .map(([place, message]) => (
            <p class="fault" key={place}>
              {placeLabel(place)}: {message}
            </p>
          ))}
      </fieldset>
    </section>
  );
}

function Fields(props: FormProps & { readonly set: (fields: readonly EditableField[]) => void }) {
  const { scenario, isLearned, type, methods, faults, set } = props;
  const { fields } = scenario;
  const whole = fields.reduce((sum, { weight }) => sum + weight, 0);
  const change = (at: number, part: Partial<EditableField>): void =>
    set(fields.map((field, i) => (i === at ? { ...field, ...part } : field)));
  return (
    <div class="stack">
      <datalist id="scenario-fields">
        {type?.fields.map(({ name, label }) => (
          <option key={name} value={label} />
        ))}
      </datalist>
      <ul class={`scenario-fields${isLearned ? ' learned' : ''}`}>
        <li class="soft small heads" aria-hidden="true">
          <span>{texts.search.field}</span>
          <span>{texts.scenarios.method}</span>
          {!isLearned && <span>{texts.search.weight}</span>}
          {!isLearned && <span class="number">{texts.scenarios.share}</span>}
          {!isLearned && <span>{texts.scenarios.blank}</span>}
        </li>
        {fields.map((field, i) => {
          const label = (what: string): string => say(texts.scenarios.place, what, i + 1);
          const said = [...faults].filter(([place]) => place === `fields[${i}]` || place.startsWith(`fields[${i}].`));
          return (
            <li key={i}>
              <FieldInput
                label={label(texts.search.field)}
                isInvalid={said.length > 0}
                isFixed={isLearned}
                type={type}
                field={field.field}
                onEdit={(next) => change(i, { field: next })}
              />
              <select
                aria-label={label(texts.scenarios.method)}
                value={field.method}
                disabled={isLearned}
                onChange={(e) => change(i, { method: e.currentTarget.value })}
              >
                {[...new Set([field.method, ...methods])].map((method) => (
                  <option key={method} value={method} selected={method === field.method}>
                    {textOf(texts.search.methods, method) ?? method}
                  </option>
                ))}
              </select>
              {!isLearned && (
                <>
                  <input
                    type="number"
                    aria-label={label(texts.search.weight)}
                    min={LEAST_WEIGHT}
                    max={MOST_WEIGHT}
                    step="any"
                    value={field.weight}
                    onInput={(e) => change(i, { weight: Number(e.currentTarget.value) })}
                  />
                  <span class="number soft">{formatPercent(whole === 0 ? 0 : field.weight / whole)}</span>
                  <select
                    aria-label={label(texts.scenarios.blank)}
                    value={field.blank ?? 'mismatch'}
                    onChange={(e) => change(i, { blank: e.currentTarget.value as Blank })}
                  >
                    {Object.entries(texts.scenarios.blanks).map(([value, text]) => (
                      <option key={value} value={value} selected={value === (field.blank ?? 'mismatch')}>
                        {text}
                      </option>
                    ))}
                  </select>
                </>
              )}
              <Button
                label="✕"
                class="plain"
                disabled={fields.length === 1}
                aria-label={say(texts.scenarios.removeField, fieldLabel(type, field.field))}
                title={say(texts.scenarios.removeField, fieldLabel(type, field.field))}
                onClick={() => set(fields.filter((_, at) => at !== i))}
              />
              {!isWeight(field) && (
                <p class="fault" role="alert">
                  {label(texts.search.weight)}: {say(texts.inRange, LEAST_WEIGHT, MOST_WEIGHT)}
                </p>
              )}
              {said.map(([place, message]) => (
                <p class="fault" key={place} role="alert">
                  {message}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
      {!isLearned && (
        <div>
          <Button
            label={texts.scenarios.addField}
            onClick={() => set([...fields, { field: '', method: 'exact', weight: 10 }])}
          />
        </div>
      )}
    </div>
  );
}

interface FieldInputProps {
  readonly label: string;
  readonly isInvalid: boolean;
  readonly isFixed: boolean;
  readonly type: ObjectDescription | undefined;
  readonly field: string;
  readonly onEdit: (field: string) => void;
}

/**
 * Fields that are compared, by their labels. Labels of several fields are joined in the same way as by `fieldLabel`.
 */
function FieldInput({ label, isInvalid, isFixed, type, field, onEdit }: FieldInputProps) {
  const [typed, setTyped] = useState('');
  const named = (text: string): string => (type === undefined ? text : fieldsLabelled(type, text));
  const shown = type === undefined || field === '' ? field : fieldLabel(type, field);
  return (
    <input
      list="scenario-fields"
      aria-label={label}
      aria-invalid={isInvalid}
      placeholder={texts.search.field}
      value={named(typed) === field ? typed : shown}
      maxLength={500}
      disabled={isFixed}
      onInput={({ currentTarget: { value } }) => {
        setTyped(value);
        onEdit(named(value));
      }}
      onBlur={() => setTyped('')}
    />
  );
}
