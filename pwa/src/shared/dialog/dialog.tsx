import { CloseButton } from '@mantine/core';
import { type ReactNode, useCallback, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import classes from './dialog.module.css';
import { useBackCloses } from './use-back-closes.ts';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: 'md' | 'lg' | 'full' | 'side';
  /** False where a click beside the dialog would lose what was typed. */
  closeOnClickOutside?: boolean;
  closeLabel?: string;
  children: ReactNode;
}

/** A dialog of the browser's own: it keeps the focus in and gives it back, and closes with Escape and with "back". */
export function Dialog(props: DialogProps) {
  useBackCloses(props.opened, props.onClose);
  return props.opened ? createPortal(<OpenDialog {...props} />, document.body) : null;
}

function OpenDialog({
  onClose,
  title,
  size = 'md',
  closeOnClickOutside = true,
  closeLabel = 'Close',
  children,
}: DialogProps) {
  const id = useId();
  const close = useRef(onClose);
  close.current = onClose;
  const show = useCallback((dialog: HTMLDialogElement) => {
    let isLeft = false;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // A browser may close it without asking first.
    dialog.addEventListener('close', () => isLeft || close.current());
    return () => {
      isLeft = true;
      dialog.close();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does for the keyboard what a click outside does
    <dialog
      ref={show}
      className={classes.dialog}
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        // A field for files in it has an event of the same name.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (closeOnClickOutside && event.target === event.currentTarget) onClose();
      }}
    >
      <div className={classes.content}>
        <div className={classes.head}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          <CloseButton className="no-print" aria-label={closeLabel} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
