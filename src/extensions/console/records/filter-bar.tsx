import { Button } from '../components/button.js';
import { useEffect, useState } from 'preact/hooks';
import type { FieldInfo, ObjectDescription } from '../api/types.js';
import { Field, Select, typedIn } from '../components/field.js';
import { formatTime } from '../state/number-format.js';
import { say, texts } from '../texts.js';
import {
  chipsOf,
  comparisonsOf,
  conditionOf,
  needsValue,
  takesWords,
  type Chip,
  type ChipComparison,
} from './filter-chips.js';
import { FilterInput } from './filter-input.js';
import { knownName, wantNames } from './reference-names.js';
import { isNumeric } from './typed-values.js';

interface FilterProps {
  readonly type: ObjectDescription;
  /** A condition. `''` selects all records. */
  readonly where: string;
  readonly onFilter: (where: string) => void;
}

/** A filter made of words and comparisons. Other filters use the condition language. */
export function FilterBar({ type, where, onFilter }: FilterProps) {
  const chips = chipsOf(where, type);
  const [isAdding, setAdding] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const isAdvanced = isAsked || chips === undefined;
  const add = (more: readonly Chip[]): void => {
    if (more.length === 0) return;
    const condition = conditionOf(more, type);
    if (chips !== undefined) onFilter(conditionOf([...chips, ...more], type));
    else onFilter(`(${where}) AND ${condition}`);
  };
  const find = (event: SubmitEvent): void => {
    event.preventDefault();
    const words = typedIn(event, 'words')
      .split(/\s+/)
      .filter((word) => word !== '');
    (event.currentTarget as HTMLFormElement).reset();
    add(words.map((value) => ({ kind: 'word', value })));
  };
  return (
    <div class="filter-bar">
      {takesWords(type) && (
        <form class="find" role="search" onSubmit={find}>
          <Field label={texts.records.find}>
            <input
              name="words"
              type="search"
              dir="auto"
              placeholder={texts.records.findHint}
              maxLength={200}
              spellcheck={false}
              autocomplete="off"
            />
          </Field>
          <Button label={texts.records.find} type="submit" />
        </form>
      )}
      <div class="row chips">
        {chips !== undefined && chips.length > 0 && (
          <ul class="row" aria-label={texts.settings.section.filters}>
            {chips.map((chip, i) => (
              <li key={i} class="chip">
                <ChipText chip={chip} />
                <ChipRemove
                  chip={chip}
                  onRemove={() =>
                    onFilter(
                      conditionOf(
                        chips.filter((_, other) => other !== i),
                        type,
                      ),
                    )
                  }
                />
              </li>
            ))}
          </ul>
        )}
        {chips === undefined && <span class="chip mono">{where}</span>}
        <Button label={texts.records.addFilter} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)} />
        <Button
          label={texts.records.advanced}
          class="plain"
          aria-expanded={isAdvanced}
          onClick={() => setAsked(!isAsked)}
        />
        {where !== '' && <Button label={texts.records.allRecords} class="plain" onClick={() => onFilter('')} />}
      </div>
      {isAdding && (
        <ChipForm
          type={type}
          onAdd={(chip) => {
            setAdding(false);
            add([chip]);
          }}
        />
      )}
      {isAdvanced && (
        <form
          class="advanced"
          onSubmit={(event) => {
            event.preventDefault();
            // Keep the input open, because the condition may be rejected.
            setAsked(true);
            onFilter(typedIn(event, 'where'));
          }}
        >
          <FilterInput key={where} fields={type.fields} initial={where} />
          <Button label={texts.records.apply} type="submit" />
        </form>
      )}
    </div>
  );
}

function ChipText({ chip }: { readonly chip: Chip }) {
  const id = chip.kind !== 'word' && chip.field.type === 'reference' ? chip.value : '';
  useEffect(() => {
    if (id !== '') void wantNames([id]);
  }, [id]);
  return <bdi>{sayChip(chip)}</bdi>;
}

function ChipRemove({ chip, onRemove }: { readonly chip: Chip; readonly onRemove: () => void }) {
  return (
    <Button label="×" class="plain" aria-label={say(texts.records.removeFilter, sayChip(chip))} onClick={onRemove} />
  );
}

function sayChip(chip: Chip): string {
  if (chip.kind === 'word') return say(texts.records.word, chip.value);
  const { field, kind, value } = chip;
  if (kind === 'isBlank' || kind === 'isNotBlank') return say(texts.records.says[kind], field.label);
  return say(texts.records.says[kind], field.label, shownValue(field, kind, value));
}

function shownValue({ type }: FieldInfo, kind: ChipComparison, value: string): string {
  if (kind === 'lastDays') return value;
  if (type === 'datetime') return formatTime(value);
  if (type === 'reference') return knownName(value) || value;
  if (type === 'boolean') return value === 'true' ? texts.record.yes : texts.record.no;
  return value;
}

/** The most common fields. */
const USUAL = ['LastName', 'Name', 'Subject'];

function ChipForm({ type, onAdd }: { readonly type: ObjectDescription; readonly onAdd: (chip: Chip) => void }) {
  const fields = type.fields.filter(({ name }) => name !== 'IsDeleted');
  const first = fields.find(({ name }) => USUAL.includes(name)) ?? fields[0]!;
  const [field, setField] = useState(first);
  const [kind, setKind] = useState<ChipComparison>(comparisonsOf(first)[0]!);
  const [fault, setFault] = useState('');
  const choose = (name: string): void => {
    const next = fields.find((one) => one.name === name)!;
    setField(next);
    setFault('');
    if (!comparisonsOf(next).includes(kind)) setKind(comparisonsOf(next)[0]!);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = typedIn(event, 'value');
    const value = needsValue(kind) ? valueFor(field, kind, typed) : '';
    if (value === undefined) setFault(typed === '' ? texts.record.faults.missing : texts.record.faults.number);
    else onAdd({ kind, field, value });
  };
  return (
    <form class="chip-form row" aria-label={texts.records.addFilter} noValidate onSubmit={submit}>
      <Select
        label={texts.search.field}
        value={field.name}
        options={fields.map(({ name, label }) => [name, label] as const)}
        onChange={choose}
      />
      <Select
        label={texts.records.how}
        value={kind}
        options={comparisonsOf(field).map((one) => [one, texts.records.comparisons[one]] as const)}
        onChange={(next) => {
          setKind(next as ChipComparison);
          setFault('');
        }}
      />
      {needsValue(kind) && (
        <Field label={kind === 'lastDays' ? texts.records.days : texts.records.valueOf}>
          <ChipValue key={`${field.name} ${kind}`} field={field} kind={kind} isWrong={fault !== ''} />
        </Field>
      )}
      <Button label={texts.records.add} type="submit" class="primary" />
      {fault !== '' && (
        <span class="fault small" role="alert">
          {fault}
        </span>
      )}
    </form>
  );
}

interface ValueProps {
  readonly field: FieldInfo;
  readonly kind: ChipComparison;
  readonly isWrong: boolean;
}

function ChipValue({ field, kind, isWrong }: ValueProps) {
  if (field.type === 'boolean')
    return (
      <select name="value">
        <option value="true">{texts.record.yes}</option>
        <option value="false">{texts.record.no}</option>
      </select>
    );
  if (field.picklistValues.length > 0)
    return (
      <select name="value">
        {field.picklistValues.map(({ value }) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    );
  const shared = { name: 'value', 'aria-invalid': isWrong, autocomplete: 'off' } as const;
  if (kind === 'lastDays') return <input {...shared} inputMode="numeric" defaultValue="30" maxLength={4} />;
  if (field.type === 'date' || field.type === 'datetime') return <input {...shared} type="date" />;
  return <input {...shared} dir="auto" inputMode={isNumeric(field) ? 'decimal' : 'text'} maxLength={1_000} />;
}

function valueFor(field: FieldInfo, kind: ChipComparison, typed: string): string | undefined {
  if (typed === '') return undefined;
  if (kind === 'lastDays') return /^[1-9]\d{0,3}$/.test(typed) ? typed : undefined;
  if (isNumeric(field)) return Number.isFinite(Number(typed)) ? String(Number(typed)) : undefined;
  if (field.type !== 'datetime') return typed;
  // Compare with the start or the end of the day in the user's time zone.
  const [year = 0, month = 1, day = 1] = typed.split('-').map(Number);
  const time = kind === 'after' ? new Date(year, month - 1, day + 1).getTime() - 1 : new Date(year, month - 1, day);
  return new Date(time).toISOString();
}
