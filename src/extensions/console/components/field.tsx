import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { say, texts } from '../texts.js';

/** An input with its label. A number out of range is reported here, before saving. */
export function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  const [range, setRange] = useState<readonly [least: string, most: string] | undefined>(undefined);
  const check = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'number') return;
    const { rangeOverflow, rangeUnderflow, badInput, valueMissing } = target.validity;
    setRange(rangeOverflow || rangeUnderflow || badInput || valueMissing ? [target.min, target.max] : undefined);
  };
  return (
    <label class="field" onInput={check}>
      <span>{label}</span>
      {children}
      {range && (
        <span class="fault small" role="alert">
          {say(texts.inRange, ...range)}
        </span>
      )}
    </label>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn?: boolean;
  readonly onChange?: (isOn: boolean) => void;
  readonly keys?: string;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly isSmall?: boolean;
}

export function Check({ label, isOn, onChange, keys, name, disabled, isSmall = false }: CheckProps) {
  return (
    <label class={isSmall ? 'check small' : 'check'}>
      <input
        type="checkbox"
        {...{ name, disabled, checked: isOn }}
        onChange={({ currentTarget: { checked } }) => onChange?.(checked)}
      />
      {label} {keys !== undefined && <kbd>{keys}</kbd>}
    </label>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** A select with a separate label. Inside a label, the options would be part of the accessible name. */
export function Select({ label, value, options, onChange }: SelectProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Returns the trimmed value of an input in the submitted form. */
export function typedIn(event: SubmitEvent, name: string): string {
  const value = new FormData(event.currentTarget as HTMLFormElement).get(name);
  return typeof value === 'string' ? value.trim() : '';
}
