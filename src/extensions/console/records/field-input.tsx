import type { FieldInfo } from '../api/types.js';
import { texts } from '../texts.js';
import { ReferenceInput } from './reference-input.js';

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
