import { useState } from 'preact/hooks';
import type { FieldInfo } from '../api/types.js';
import { texts } from '../texts.js';
import { call } from '../api/call.js';
import { describe, objects } from '../api/objects.js';
import { useResource } from '../state/use-resource.js';
import { conditionOf, takesWords } from './filter-chips.js';
import { nameOf } from './record-name.js';

/** Maximum length of a single-line input. Longer values have a multi-line input. */
const ONE_LINE = 255;
/** On-screen keyboards by field type. */
const KEYS = {
  ...{ email: 'email', phone: 'tel', url: 'url' },
  ...{ int: 'numeric', double: 'decimal', currency: 'decimal', percent: 'decimal' },
} as const;
const DATED = { date: 'date', datetime: 'datetime-local' } as const;

interface FieldInputProps {
  readonly id: string;
  readonly field: FieldInfo;
  readonly value: string | boolean;
  readonly onType: (value: string | boolean) => void;
  /** Ids of explanatory elements. */
  readonly describedBy: string | undefined;
  readonly isWrong: boolean;
  readonly isRequired: boolean;
}

export function FieldInput({ id, field, value, onType, describedBy, isWrong, isRequired }: FieldInputProps) {
  const shared = {
    id,
    name: field.name,
    'aria-describedby': describedBy,
    'aria-invalid': isWrong,
    'aria-required': isRequired,
  };
  if (typeof value === 'boolean')
    return (
      <input
        {...shared}
        aria-required={undefined}
        type="checkbox"
        checked={value}
        onChange={(event) => onType(event.currentTarget.checked)}
      />
    );
  const onInput = (event: { readonly currentTarget: { readonly value: string } }): void =>
    onType(event.currentTarget.value);
  if (field.picklistValues.length > 0) {
    const values = field.picklistValues.map((one) => one.value);
    // An earlier value that is not in the list is kept until another value is chosen.
    const all = value === '' || values.includes(value) ? values : [value, ...values];
    return (
      <select {...shared} value={value} onChange={onInput}>
        <option value="" selected={value === ''}>
          {texts.record.noChoice}
        </option>
        {all.map((one) => (
          <option key={one} value={one} selected={one === value}>
            {one}
          </option>
        ))}
      </select>
    );
  }
  if (field.type === 'textarea' || field.length > ONE_LINE) {
    const rows = Math.min(12, Math.max(2, value.split('\n').length));
    return <textarea {...shared} dir="auto" rows={rows} value={value} onInput={onInput} />;
  }
  if (field.type === 'reference') return <ReferenceInput field={field} value={value} onType={onType} shared={shared} />;
  if (isKey(DATED, field.type)) return <input {...shared} type={DATED[field.type]} value={value} onInput={onInput} />;
  return (
    <input
      {...shared}
      dir="auto"
      inputMode={isKey(KEYS, field.type) ? KEYS[field.type] : 'text'}
      autocomplete="off"
      value={value}
      onInput={onInput}
    />
  );
}

const isKey = <T extends object>(map: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(map, key);

/** Maximum suggestions, and milliseconds between the last key and the search for them. */
const OFFERED = 8;
const TYPING = 200;
/** Maximum requests for suggestions. Each request reads a few thousand records. */
const MOST_PAGES = 20;
const AN_ID = /^\w{15}(?:\w{3})?$/;

interface Offer {
  readonly id: string;
  readonly name: string;
  readonly object: string;
}

interface ReferenceProps {
  readonly field: FieldInfo;
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly shared: Readonly<Record<string, unknown>> & { readonly id: string };
}

/** An input for a record by Id or name, with suggestions for a name. */
function ReferenceInput({ field, value, onType, shared }: ReferenceProps) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const words = value.trim();
  const isAsked = isOpen && words.length > 1 && !AN_ID.test(words);
  const found = useResource(isAsked ? words : undefined, (signal) => offers(field, words, signal), { pause: TYPING });
  const all = isAsked ? (found.value ?? []) : [];
  const list = `${shared.id}-offers`;
  const take = (offer: Offer | undefined): void => {
    if (offer === undefined) return;
    setOpen(false);
    setChosen(-1);
    onType(offer.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (all.length === 0) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      setChosen((chosen + (key === 'ArrowDown' ? 1 : -1) + all.length) % all.length);
    } else if (key === 'Enter' && chosen >= 0) {
      event.preventDefault();
      take(all[chosen]);
    } else if (key === 'Escape') {
      event.preventDefault();
      // Do not let the event reach the form.
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div class="completed">
      <input
        {...shared}
        dir="auto"
        autocomplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={all.length > 0}
        aria-controls={list}
        aria-activedescendant={chosen >= 0 ? `${list}-${chosen}` : undefined}
        placeholder={texts.record.byName}
        value={value}
        onInput={(event) => {
          setOpen(true);
          setChosen(-1);
          onType(event.currentTarget.value);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={list} class="options" aria-label={texts.record.offers} hidden={all.length === 0}>
        {all.map((offer, i) => (
          <div
            key={offer.id}
            id={`${list}-${i}`}
            role="option"
            aria-selected={i === chosen}
            // Keep the focus in the input.
            onMouseDown={(event) => {
              event.preventDefault();
              take(offer);
            }}
          >
            <bdi>{offer.name}</bdi>
            <span class="soft small">{offer.object}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

async function offers(field: FieldInfo, words: string, signal: AbortSignal): Promise<readonly Offer[]> {
  const found: Offer[] = [];
  for (const { name: objectType, label } of await objects()) {
    if (!field.referenceTo.includes(objectType)) continue;
    const type = await describe(objectType);
    if (!takesWords(type)) continue;
    const where = conditionOf(
      words.split(/\s+/).map((value) => ({ kind: 'word', value })),
      type,
    );
    let after: string | undefined;
    for (let pages = 0; pages < MOST_PAGES && found.length < OFFERED; pages++) {
      const query = { objectType, where, after, pageSize: OFFERED - found.length };
      const page = await call('query', { query, signal });
      for (const record of page.records) found.push({ id: String(record['Id']), name: nameOf(record), object: label });
      if (page.next === null) break;
      after = page.next;
    }
  }
  return found;
}
