import { Button } from '@mantine/core';
import { closePlainToast, usePlainToasts } from '../../shared/ui/toast.ts';
import { Notice } from './notice.tsx';

/** What toasts would have said whose code could not be loaded, until the person closes it. */
export function ToastNotice() {
  return usePlainToasts().map((text) => (
    <Notice key={text} name="toast" text={text}>
      <Button size="compact-sm" variant="white" color="dark" onClick={() => closePlainToast(text)}>
        Close
      </Button>
    </Notice>
  ));
}
