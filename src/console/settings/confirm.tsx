import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.js';
import { ErrorBox } from '../components/states.js';
import { texts } from '../texts.js';

interface ConfirmProps {
  readonly title: string;
  /** Tells of the consequences. */
  readonly says: string;
  /** Label of the button that does it. */
  readonly doIt: string;
  /** Has to be ticked first: said where it is easily done by mistake. */
  readonly warning?: string | undefined;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. A refusal is shown in it. */
export function Confirm({ title, says, doIt, warning, onConfirm, onClose }: ConfirmProps) {
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
        <p>{says}</p>
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
          <button class="danger" type="button" disabled={!isMeant || isBusy} onClick={() => void confirm()}>
            {doIt}
          </button>
          <button type="button" onClick={onClose}>
            {texts.settings.cancel}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
