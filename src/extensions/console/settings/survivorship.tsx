import { Button } from '../components/button.js';
import { describe, fieldLabel, objects } from '../api/objects.js';
import type { EditedFieldRule, EditedMasterRule, ObjectDescription, SurvivorshipEntry } from '../api/types.js';
import { Field, Select } from '../components/field.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { PartEditor } from './part-editor.js';
import { PartList } from './part-list.js';
import { SurvivorshipPreview } from './survivorship-preview.js';
import { usePart } from './use-part.js';

export function Survivorship({ id }: { readonly id: string | undefined }) {
  return id === undefined ? <RulesList /> : <Rules object={id} />;
}

function RulesList() {
  const { value = [] } = useResource('objects', objects);
  const others = new Map(value.map(({ name }) => [name, texts.settings.survivorship.usual]));
  const says = ({ value: entry }: { readonly value: unknown }): string => {
    const { fields = {} } = entry as SurvivorshipEntry;
    return Object.entries(fields)
      .map(([names, rule]) => `${fieldLabel(undefined, names)}: ${ruleText(rule)}`)
      .join('; ');
  };
  return (
    <PartList kind="survivorship" others={others} says={(part) => says(part) || texts.settings.survivorship.changed} />
  );
}

const fieldRules = (): [string, string][] => Object.entries(texts.settings.survivorship.fieldRules);
const kindOf = (rule: EditedFieldRule | EditedMasterRule): string =>
  typeof rule === 'string' ? rule : Object.keys(rule)[0]!;
const ruleText = (rule: EditedFieldRule): string =>
  texts.settings.survivorship.fieldRules[kindOf(rule) as keyof typeof texts.settings.survivorship.fieldRules];
const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

function Rules({ object }: { readonly object: string }) {
  const part = usePart<SurvivorshipEntry>('survivorship', object, { object });
  const { value: type } = useResource(object, () => describe(object));
  const fields = type?.fields.filter(({ createable }) => createable) ?? [];
  const set = (entry: SurvivorshipEntry, more: Partial<SurvivorshipEntry>): void =>
    part.edit(JSON.parse(JSON.stringify({ ...entry, ...more })) as SurvivorshipEntry);
  const preview = part.value !== undefined && part.faults.length === 0 && (
    <SurvivorshipPreview
      object={object}
      type={type}
      value={part.isChanged || part.version !== null ? part.value : null}
    />
  );
  return (
    <PartEditor kind="survivorship" name={object} title={type?.label ?? object} part={part} hasList beside={preview}>
      {(entry) => (
        <>
          <MasterRules rules={entry.master ?? []} onEdit={(master) => set(entry, { master: orNone(master) })} />
          <FieldRules
            fields={entry.fields ?? {}}
            type={type}
            onEdit={(fields) => set(entry, { fields: Object.keys(fields).length === 0 ? undefined : fields })}
          />
          <div class="form-grid">
            <RuleSelect
              label={texts.settings.part.places.otherFields}
              rule={entry.otherFields ?? 'firstNonBlank'}
              without={['sum', 'union']}
              onEdit={(otherFields) => set(entry, { otherFields })}
            />
            <Select
              label={texts.settings.part.places.sourceField}
              value={entry.sourceField ?? ''}
              options={[['', texts.settings.none], ...fields.map(({ name, label }) => [name, label] as const)]}
              onChange={(name) => set(entry, { sourceField: name === '' ? undefined : name })}
            />
          </div>
        </>
      )}
    </PartEditor>
  );
}

const orNone = <T,>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

interface MasterProps {
  readonly rules: readonly EditedMasterRule[];
  readonly onEdit: (rules: readonly EditedMasterRule[]) => void;
}

function MasterRules({ rules, onEdit }: MasterProps) {
  const put = (at: number, ...next: EditedMasterRule[]): void =>
    onEdit([...rules.slice(0, at), ...next, ...rules.slice(at + 1)]);
  const kinds = Object.entries(texts.settings.survivorship.masterRules);
  const ofKind = (kind: string): EditedMasterRule => {
    if (kind === 'sourceOrder') return { sourceOrder: [] };
    return kind === 'condition' ? { condition: '' } : (kind as EditedMasterRule);
  };
  return (
    <fieldset class="stack tight">
      <legend>{texts.settings.part.places.master}</legend>
      <p class="soft small">{texts.settings.survivorship.masterHelp}</p>
      <ol class="rule-rows">
        {rules.map((rule, at) => (
          <li key={at}>
            <Select
              label={say(texts.settings.survivorship.masterAt, at + 1)}
              value={kindOf(rule)}
              options={kinds}
              onChange={(kind) => put(at, ofKind(kind))}
            />
            {typeof rule === 'object' && 'sourceOrder' in rule && (
              <Field label={texts.settings.survivorship.sources}>
                <input
                  defaultValue={rule.sourceOrder.join(', ')}
                  onInput={(e) => put(at, { sourceOrder: wordsOf(e.currentTarget.value) })}
                />
              </Field>
            )}
            {typeof rule === 'object' && 'condition' in rule && (
              <Field label={texts.settings.part.places.condition}>
                <input
                  class="mono"
                  spellcheck={false}
                  value={rule.condition}
                  onInput={(e) => put(at, { condition: e.currentTarget.value })}
                />
              </Field>
            )}
            <button type="button" onClick={() => put(at)}>
              {texts.settings.part.remove}
              <span class="hidden"> {say(texts.settings.survivorship.masterAt, at + 1)}</span>
            </button>
          </li>
        ))}
      </ol>
      <div>
        <Button
          label={texts.settings.survivorship.addMaster}
          disabled={rules.length >= 10}
          onClick={() => onEdit([...rules, 'mostComplete'])}
        />
      </div>
    </fieldset>
  );
}

interface FieldRulesProps {
  /** Rules by field name. Names of fields that survive together are joined by +. */
  readonly fields: Readonly<Record<string, EditedFieldRule>>;
  readonly type: ObjectDescription | undefined;
  readonly onEdit: (fields: Readonly<Record<string, EditedFieldRule>>) => void;
}

function FieldRules({ fields, type, onEdit }: FieldRulesProps) {
  const rows = Object.entries(fields);
  const used = new Set(rows.flatMap(([joined]) => joined.split('+').map((name) => name.trim())));
  const free = (type?.fields ?? [])
    .filter(({ name, createable }) => createable && !used.has(name))
    .map(({ name, label }) => [name, label] as const);
  const put = (at: number, ...next: [string, EditedFieldRule][]): void =>
    onEdit(Object.fromEntries([...rows.slice(0, at), ...next, ...rows.slice(at + 1)]));
  return (
    <fieldset class="stack tight">
      <legend>{texts.settings.part.places.fields}</legend>
      <p class="soft small">{texts.settings.survivorship.fieldsHelp}</p>
      <ul class="rule-rows">
        {rows.map(([joined, rule], at) => (
          <li key={joined}>
            <RuleSelect
              label={fieldLabel(type, joined)}
              rule={rule}
              without={joined.includes('+') ? ['sum', 'union'] : []}
              onEdit={(next) => put(at, [joined, next])}
            />
            <Select
              label={texts.settings.survivorship.together}
              value=""
              options={[['', texts.settings.none], ...free]}
              onChange={(name) => name !== '' && put(at, [`${joined}+${name}`, rule])}
            />
            <button type="button" onClick={() => put(at)}>
              {texts.settings.part.remove}
              <span class="hidden"> {fieldLabel(type, joined)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="form-grid">
        <Select
          label={texts.scenarios.addField}
          value=""
          options={[['', texts.settings.survivorship.chooseField], ...free]}
          onChange={(name) => name !== '' && onEdit({ ...fields, [name]: 'latest' })}
        />
      </div>
    </fieldset>
  );
}

interface RuleSelectProps {
  readonly label: string;
  readonly rule: EditedFieldRule;
  /** Rules that are not allowed here. */
  readonly without: readonly string[];
  readonly onEdit: (rule: EditedFieldRule) => void;
}

function RuleSelect({ label, rule, without, onEdit }: RuleSelectProps) {
  const options = fieldRules().filter(([kind]) => !without.includes(kind));
  return (
    <div class="stack tight">
      <Select
        label={label}
        value={kindOf(rule)}
        options={options}
        onChange={(kind) => onEdit(kind === 'source' ? { source: [] } : (kind as EditedFieldRule))}
      />
      {typeof rule === 'object' && (
        <Field label={texts.settings.survivorship.sources}>
          <input
            defaultValue={rule.source.join(', ')}
            onInput={(e) => onEdit({ source: wordsOf(e.currentTarget.value) })}
          />
        </Field>
      )}
    </div>
  );
}
