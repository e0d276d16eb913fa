import type { Order } from '@karigar/bff/contracts';
import { useEffect, useState } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import { CorrectDeliveryForm } from './correct-delivery-form.tsx';

export interface CorrectDeliveryDialogProps {
  /** An order that has not been shipped, as its reader sees it. */
  order: Order;
  opened: boolean;
  /** The shop has taken the correction, or found that nothing was to change: the order as it is now. */
  onCorrected: (order: Order) => void;
  /** The order has changed at the shop since it was read, so that what the page shows of it is out of date. */
  onOutdated: () => void;
  onClose: () => void;
}

/**
 * Corrects who receives an unshipped order and where. News of the order leaves what is typed alone; after closing the focus is back
 * where it was.
 */
export function CorrectDeliveryDialog({
  order,
  opened,
  onCorrected,
  onOutdated,
  onClose,
}: CorrectDeliveryDialogProps) {
  const [typed, setTyped] = useState(false);
  // The code may come after the press: a modal that begins opened does not know where the focus was.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  const close = () => {
    setTyped(false);
    onClose();
  };
  return (
    <Dialog opened={shown} onClose={close} title="Change delivery address" closeOnClickOutside={!typed}>
      <CorrectDeliveryForm
        order={order}
        onTyped={() => setTyped(true)}
        onCorrected={onCorrected}
        onOutdated={onOutdated}
        onCancel={close}
      />
    </Dialog>
  );
}
