import { useId, useRef, useState } from 'preact/hooks';
import type { FieldInfo } from '../api/types.js';
import { texts } from '../texts.js';
import { complete, type Completion } from './filter-completion.js';

/** A condition with completion of fields, operators and known values. The form reads it by name. */
export function FilterInput({ fields, initial }: { readonly fields: readonly FieldInfo[]; readonly initial: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<Completion | undefined>(undefined);
  const [chosen, setChosen] = useState(-1);
  const options = found?.options ?? [];
  const isOpen = options.length > 0;
  const close = (): void => {
    setFound(undefined);
    setChosen(-1);
  };
  const look = (): void => {
    const { current } = input;
    if (current === null) return;
    setFound(complete(current.value, current.selectionStart ?? current.value.length, fields));
    setChosen(-1);
  };
  const take = (index: number): void => {
    const { current } = input;
    const option = options[index];
    if (current === null || option === undefined || found === undefined) return;
    const { value } = current;
    const rest = value.slice(found.to);
    const put = `${option.text}${rest.startsWith(' ') ? '' : ' '}`;
    current.value = value.slice(0, found.from) + put + rest;
    const caret = found.from + option.text.length + 1;
    current.setSelectionRange(caret, caret);
    look();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) {
        look();
        return;
      }
      const step = key === 'ArrowDown' ? 1 : -1;
      setChosen((chosen + step + options.length) % options.length);
    } else if (isOpen && key === 'Escape') {
      event.preventDefault();
      close();
    } else if (isOpen && (key === 'Enter' || key === 'Tab') && chosen >= 0) {
      event.preventDefault();
      take(chosen);
    } else if (key === 'Enter') close();
  };
  return (
    <div class="field completed">
      <label for={`${id}-input`}>{texts.settings.part.places.condition}</label>
      <input
        ref={input}
        id={`${id}-input`}
        name="where"
        class="mono"
        defaultValue={initial}
        placeholder={texts.records.conditionHint}
        maxLength={10_000}
        spellcheck={false}
        autocomplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
        onInput={look}
        onClick={look}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} class="options" aria-label={texts.records.options} hidden={!isOpen}>
        {options.map(({ text, hint }, index) => (
          <div
            key={text}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            ref={index === chosen ? intoSight : null}
            // Keep the focus in the input.
            onMouseDown={(event) => {
              event.preventDefault();
              take(index);
            }}
          >
            <span class="mono">{text}</span>
            {hint !== undefined && <span class="soft small">{hint}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}

const intoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
