import { Button, CloseButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { endToast, type Toast, useToast } from './toast.ts';
import classes from './toasts.module.css';

/** The place of toasts: within a thumb's reach on a phone, below the header elsewhere. */
export function Toasts() {
  const toast = useToast();
  return toast && <ToastBox key={toast.message} toast={toast} />;
}

function ToastBox({ toast }: { toast: Toast }) {
  const { message, tone, time, action } = toast;
  const [isHeld, setHeld] = useState(false);
  const close = () => endToast(message);
  // Words under the pointer stay.
  useEffect(() => {
    if (time === null || isHeld) return;
    const timer = setTimeout(() => endToast(message), time);
    return () => clearTimeout(timer);
  }, [message, time, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only holds the time, which the close button does not need
    <div
      className={`${classes.toast} no-print`}
      data-tone={tone}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      <div role={tone === 'bad' ? 'alert' : 'status'}>{message}</div>
      {typeof action?.act === 'string' && (
        <Button component={Link} to={action.act} mih="2.75rem" onClick={close}>
          {action.label}
        </Button>
      )}
      {typeof action?.act === 'function' && (
        <Button
          size="compact-md"
          variant="default"
          onClick={() => {
            close();
            (action.act as () => void)();
          }}
        >
          {action.label}
        </Button>
      )}
      <CloseButton aria-label="Close" onClick={close} />
    </div>
  );
}
