import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../texts.js';
import { Dialog } from './dialog.js';
import { ErrorBox } from './states.js';

interface ConfirmProps {
  readonly title: string;
  /** Tells of the consequences. */
  readonly children?: ComponentChildren;
  /** Label of the button that does it. */
  readonly doIt: string;
  /** Has to be ticked first: said where it is easily done by mistake. */
  readonly warning?: string | undefined;
  /** Whether it can be taken back. Default: it cannot. */
  readonly isHarmless?: boolean;
  readonly isLoading?: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something of consequence. A refusal is shown in it. */
export function Confirm(props: ConfirmProps) {
  const { title, children, doIt, warning, isHarmless = false, isLoading = false, onConfirm, onClose } = props;
  const [isMeant, setMeant] = useState(warning === undefined);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Error | undefined>(undefined);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setRefused(undefined);
    await onConfirm().then(onClose, (error: unknown) => setRefused(error as Error));
    setBusy(false);
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
        {refused && <ErrorBox error={refused} />}
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
