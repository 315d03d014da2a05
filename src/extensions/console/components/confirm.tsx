import { Check } from './field.js';
import { Button } from './button.js';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAct } from '../state/use-act.js';
import { texts } from '../texts.js';
import { Dialog } from './dialog.js';
import { ErrorBox } from './states.js';

interface ConfirmProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly doIt: string;
  /** Label of a required checkbox, for actions that are easily started by mistake. */
  readonly warning?: string | undefined;
  /** The label of an input, and a list of words. To confirm, the user must type one of the words. */
  readonly typed?: { readonly label: string; readonly words: readonly string[] } | undefined;
  /** Whether the action can be undone. Default: false. */
  readonly isHarmless?: boolean;
  readonly isLoading?: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export function Confirm(props: ConfirmProps) {
  const { title, children, doIt, warning, typed, isHarmless = false, isLoading = false, onConfirm, onClose } = props;
  const [isMeant, setMeant] = useState(warning === undefined && typed === undefined);
  const { isBusy, error, act } = useAct();
  const confirm = async (): Promise<void> => {
    if (await act(onConfirm)) onClose();
  };
  return (
    <Dialog label={title} onClose={onClose}>
      <div class="stack">
        <h2>{title}</h2>
        {children}
        {warning !== undefined && (
          <>
            <p class="error">{warning}</p>
            <Check label={texts.settings.client.meant} isOn={isMeant} onChange={setMeant} />
          </>
        )}
        {typed !== undefined && (
          <label class="field">
            {typed.label}
            <input autocomplete="off" onInput={(e) => setMeant(typed.words.includes(e.currentTarget.value.trim()))} />
          </label>
        )}
        {error && <ErrorBox error={error} />}
        <div class="row">
          <Button
            label={doIt}
            class={isHarmless ? 'primary' : 'danger'}
            disabled={!isMeant || isBusy || isLoading}
            onClick={() => void confirm()}
          />
          <Button label={texts.cancel} onClick={onClose} />
        </div>
      </div>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmProps, 'doIt' | 'onClose'> {
  readonly label: string;
  readonly disabled?: boolean;
}

/** A button whose action asks for confirmation. */
export function ConfirmButton({ label, disabled, ...asked }: ConfirmButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const style = asked.isHarmless === true ? undefined : 'danger';
  return (
    <>
      <Button label={label} class={style} disabled={disabled} onClick={() => setAsked(true)} />
      {isAsked && <Confirm {...asked} doIt={label} onClose={() => setAsked(false)} />}
    </>
  );
}
