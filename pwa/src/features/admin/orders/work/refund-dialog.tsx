import type { Order, RefundRequest } from '@karigar/bff/contracts';
import { longest, plainCode } from '@karigar/bff/written-text';
import { Switch, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { ReasonDialog } from '../../../../shared/dialog/reason-dialog.tsx';
import type { DialogOpening } from '../../../../shared/dialog/use-dialog-work.ts';
import { formatMoney } from '../../../../shared/ui/money.tsx';
import { asksToCancel, contentWords, moneyLeft, refundWords } from '../model/order.ts';

/**
 * Asks why the money of an order is given back and whether its pieces return to stock, then does it (`onRefund`). Keyed by its opening;
 * `order` is as it was then: what it asks must not change under the finger.
 */
export function RefundDialog({
  order,
  opened,
  onRefund,
  onClose,
}: {
  order: Order;
  opened: boolean;
  onRefund: (wish: RefundRequest, dialog: DialogOpening) => Promise<void>;
  onClose: () => void;
}) {
  const isShipped = order.status === 'Shipped';
  const isRestocked = order.refund?.restocked === true;
  const money = formatMoney(moneyLeft(order));
  const [restock, setRestock] = useState(!isShipped);
  const [transactionId, setTransactionId] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={`Refund ${money}?`}
      label="Reason"
      words={refundWords}
      first={asksToCancel(order) ? 'customer' : ''}
      missing="Choose a reason for the refund."
      offline="You need to be online to refund an order."
      notDone="The money was not refunded."
      confirm={`Refund ${money}`}
      danger
      onConfirm={async (reason, dialog) => {
        const byHand = order.paidWay !== null && { transactionId: plainCode(transactionId) };
        if (byHand && byHand.transactionId === '') {
          setMissing(true);
          field.current?.focus();
          return;
        }
        await onRefund({ reason, restock: restock && !isRestocked, ...byHand }, dialog);
      }}
      more={
        <>
          {isRestocked ? (
            <Text size="sm">The items are already back in stock.</Text>
          ) : (
            <Switch
              size="md"
              label="Return the items to stock"
              description={
                isShipped ? 'Only if they have been returned and can be sold.' : 'They haven’t been shipped.'
              }
              checked={restock}
              onChange={(event) => setRestock(event.currentTarget.checked)}
            />
          )}
          {order.paidWay !== null && (
            <TextInput
              size="md"
              label="Transaction ID of the refund"
              description={`Send the money back with ${order.paidWay} first.`}
              maxLength={longest.transactionId}
              ref={field}
              value={transactionId}
              error={isMissing && 'Enter the transaction ID of the refund.'}
              onChange={(event) => {
                setTransactionId(event.currentTarget.value);
                setMissing(false);
              }}
            />
          )}
          <Text size="sm">
            {order.paidWay === null && 'The refund goes to the customer’s card and usually takes a few days.'}
            {!isShipped && ' The order can’t be shipped after that.'} The customer sees it right away. This
            cannot be undone.
          </Text>
        </>
      }
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        <strong>{money}</strong> <span>{`for ${contentWords(order)} `}</span>
        {order.paidWay === null ? 'will be refunded to ' : `has to be sent back with ${order.paidWay} to `}
        <bdi>{order.email || order.name}</bdi>.
      </Text>
    </ReasonDialog>
  );
}
