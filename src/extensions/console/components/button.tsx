import type { ComponentChildren, ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../texts.js';
import { Dialog } from './dialog.js';

type ButtonProps = Omit<ComponentProps<'button'>, 'label'> & {
  readonly label: ComponentChildren;
  /** The equivalent key. */
  readonly keys?: string;
};

export function Button({ label, keys, ...attributes }: ButtonProps) {
  return (
    <button type="button" {...attributes}>
      {label}
      {keys !== undefined && (
        <>
          {' '}
          <kbd>{keys}</kbd>
        </>
      )}
    </button>
  );
}

interface DialogButtonProps {
  readonly label: string;
  /** @param close function that closes the dialog */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens a dialog with a heading and a button to close it. */
export function DialogButton({ label, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button label={label} onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog label={label} onClose={close}>
          <div class="stack">
            <h2>{label}</h2>
            {children(close)}
            <div>
              <Button label={texts.close} onClick={close} />
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
