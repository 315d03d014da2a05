import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { ErrorBox } from '../components/states.js';
import type { FieldInfo, RecordData } from '../api/types.js';
import { formatValue } from '../state/number-format.js';
import { texts, say } from '../texts.js';
import { FieldInput } from './field-input.js';
import { RecordLink } from './record-link.js';
import { asTyped, isChanged, type Typed } from './typed-values.js';
import { ApiError } from '../api/call.js';

interface EditFormProps {
  readonly label: string;
  readonly fields: readonly FieldInfo[];
  readonly isTaken: (field: FieldInfo) => boolean;
  /** Shows the value of a read-only field. */
  readonly fixed: (field: FieldInfo) => ComponentChildren;
  readonly base: RecordData;
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
  /** Values of edited fields that another user has saved in the meantime. */
  readonly theirs?: Readonly<Record<string, unknown>>;
  /** Name of the field with the initial focus. */
  readonly focus: string;
  readonly error: Error | undefined;
  readonly isSaving: boolean;
  readonly save: string;
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** Fields with inputs. Enter saves. Escape leaves, after a confirmation if a value was edited. */
export function EditForm(props: EditFormProps) {
  const { fields, isTaken, base, typed, error, isSaving, focus, theirs = {}, onType, onSave, onClose } = props;
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const faults = fieldFaults(error, fields);
  const isDirty = fields.some((field) => isChanged(field, base, typed));
  const leave = (): void => {
    if (isDirty) setAsking(true);
    else onClose();
  };
  // Focus before painting. If the focus came later, a fast typist would lose the first keys.
  useLayoutEffect(() => {
    const first = form.current?.querySelector<HTMLElement>(`[name="${focus}"]`);
    (first ?? form.current?.querySelector<HTMLElement>('input, select, textarea'))?.focus();
  }, []);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSave();
    } else if (event.key === 'Escape' && !isAsking) {
      event.preventDefault();
      leave();
    }
  };
  return (
    <form
      ref={form}
      class="edit"
      noValidate
      aria-label={props.label}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {error !== undefined && faults.size === 0 && <ErrorBox error={error} />}
      {props.children}
      <div class="values">
        {fields.map((field) => {
          const { name, label } = field;
          const place = `${id}-${name}`;
          if (!isTaken(field))
            return (
              <div class="value" key={name}>
                <span class="soft">{label}</span>
                <div dir="auto">{props.fixed(field)}</div>
              </div>
            );
          const value = typed[name] ?? asTyped(field, base[name]);
          const fault = faults.get(name);
          const isRequired = !field.nillable && field.type !== 'boolean';
          return (
            <div class="value" key={name}>
              <label for={place}>
                {label}
                {isRequired && <span class="soft small"> {texts.record.required}</span>}
              </label>
              <div>
                <FieldInput
                  id={place}
                  field={field}
                  value={value}
                  isWrong={fault !== undefined}
                  isRequired={isRequired}
                  describedBy={fault === undefined ? undefined : `${place}-fault`}
                  onType={(next) => onType({ ...typed, [name]: next })}
                />
                {field.type === 'reference' && /^\w{15}(?:\w{3})?$/.test(String(value)) && (
                  <p class="small">
                    <RecordLink id={String(value)} />
                  </p>
                )}
                {fault !== undefined && (
                  <p class="fault small" id={`${place}-fault`}>
                    {fault}
                  </p>
                )}
                {Object.hasOwn(theirs, name) && (
                  <p class="small theirs">
                    {texts.record.theirs} <bdi>{formatValue(theirs[name]) || texts.search.blank}</bdi>{' '}
                    <Button
                      label={texts.record.takeTheirs}
                      class="plain"
                      onClick={() => onType({ ...typed, [name]: asTyped(field, base[name]) })}
                    />
                  </p>
                )}
              </div>
            </div>
          );
        })}
      </div>
      <div class="save-row row">
        <Button label={props.save} class="primary" type="submit" disabled={isSaving} />
        <Button label={texts.cancel} onClick={leave} />
        {isDirty && <span class="soft small">{texts.record.unsaved}</span>}
      </div>
      {isAsking && (
        <Dialog label={texts.record.discardAsk} onClose={() => setAsking(false)}>
          <div class="stack">
            <h2>{texts.record.discardAsk}</h2>
            <div class="row">
              <Button label={texts.record.goOnEditing} class="primary" onClick={() => setAsking(false)} />
              <Button label={texts.record.discard} onClick={onClose} />
            </div>
          </div>
        </Dialog>
      )}
    </form>
  );
}

/** Returns the field errors in an error response by field name, worded for display below the inputs. */
function fieldFaults(error: Error | undefined, fields: readonly FieldInfo[]): ReadonlyMap<string, string> {
  const faults = error instanceof ApiError ? error.faults : [];
  const found = new Map<string, string>();
  for (const { errorCode, message, fields: names } of faults)
    for (const name of names) {
      const field = fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (field !== undefined) found.set(field.name, inWords(errorCode, message, field));
    }
  return found;
}

function inWords(code: string, message: string, { type, length }: FieldInfo): string {
  const { faults } = texts.record;
  switch (code) {
    case 'REQUIRED_FIELD_MISSING':
      return faults.missing;
    case 'STRING_TOO_LONG':
      return say(faults.long, length);
    case 'INVALID_EMAIL_ADDRESS':
      return faults.email;
    case 'INVALID_TYPE_ON_FIELD_IN_RECORD':
      return type === 'date' || type === 'datetime' ? faults.date : faults.number;
    case 'MALFORMED_ID':
      return faults.id;
    case 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST':
      return faults.choice;
    default: {
      // The message starts with the field's name, which is visible anyway.
      const text = message.replace(/^'?\w+'?: /, '');
      return text.charAt(0).toUpperCase() + text.slice(1);
    }
  }
}
