import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly label: string;
  /** If absent, the dialog cannot be closed without a choice. */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. The browser keeps the focus inside and restores it. */
export function Dialog({ label, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    element.current!.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      aria-label={label}
      onCancel={(event) => {
        if (onClose === undefined) event.preventDefault();
      }}
      onClose={() => onClose?.()}
    >
      {children}
    </dialog>
  );
}
