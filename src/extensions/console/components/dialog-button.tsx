import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../texts.js';
import { Dialog } from './dialog.js';

interface DialogButtonProps {
  readonly label: string;
  /** @param close closes the dialog */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens a dialog with a heading and a button to close it. */
export function DialogButton({ label, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog label={label} onClose={close}>
          <div class="stack">
            <h2>{label}</h2>
            {children(close)}
            <div>
              <button type="button" onClick={close}>
                {texts.close}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
