import { useEffect, useRef, useState } from 'react';
import { failureText } from '../api/failure.ts';
import { notifyFailure } from '../ui/toast.ts';

/** What the work of a dialog does to the opening in which it began. */
export interface DialogOpening {
  isOpen: () => boolean;
  /** Closes the dialog; false when this opening has ended before. */
  close: () => boolean;
  /** Says the failure in the dialog (`fault`), or in a toast that begins with `notDone` when the dialog is closed. */
  failed: (error: unknown) => void;
}

/** Runs the work of a dialog, which may be closed at any time: the work goes on, and the next opening starts afresh. */
export function useDialogWork(opened: boolean, onClose: () => void, notDone = '') {
  const [working, setWorking] = useState(false);
  const [fault, setFault] = useState('');
  const opening = useRef({ open: false });
  useEffect(() => {
    const mine = { open: opened };
    opening.current = mine;
    setWorking(false);
    setFault('');
    return () => {
      mine.open = false;
    };
  }, [opened]);
  const run = async (work: (opening: DialogOpening) => Promise<unknown>): Promise<void> => {
    const mine = opening.current;
    setWorking(true);
    setFault('');
    try {
      await work({
        isOpen: () => mine.open,
        close() {
          const wasOpen = mine.open;
          mine.open = false;
          if (wasOpen) onClose();
          return wasOpen;
        },
        failed: (error) =>
          mine.open ? setFault(failureText(error)) : notifyFailure(`${notDone} ${failureText(error)}`),
      });
    } finally {
      if (mine.open) setWorking(false);
    }
  };
  return { working, fault, run };
}
