import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAct } from '../state/use-act.js';
import { texts } from '../texts.js';
import { Dialog } from './dialog.js';
import { ErrorBox } from './states.js';

interface ConfirmProps {
  readonly title: string;
  /** The consequences. */
  readonly children?: ComponentChildren;
  /** Label of the confirming button. */
  readonly doIt: string;
  /** Text of a required checkbox, for actions that are easily done by mistake. */
  readonly warning?: string | undefined;
  /** Texts of which one must be typed, and the label of the input. */
  readonly typed?: { readonly label: string; readonly words: readonly string[] } | undefined;
  /** Whether it can be undone. Default: no. */
  readonly isHarmless?: boolean;
  readonly isLoading?: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for confirmation, and shows a refusal. */
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
            <label class="check">
              <input type="checkbox" checked={isMeant} onChange={(e) => setMeant(e.currentTarget.checked)} />
              {texts.settings.client.meant}
            </label>
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
          <button
            class={isHarmless ? 'primary' : 'danger'}
            type="button"
            disabled={!isMeant || isBusy || isLoading}
            onClick={() => void confirm()}
          >
            {doIt}
          </button>
          <button type="button" onClick={onClose}>
            {texts.cancel}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
