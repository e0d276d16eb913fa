import type { Order } from '@karigar/bff/contracts';
import { Badge } from '@mantine/core';
import { formatMoney } from '../ui/money.tsx';

/** Says that the money of an order went back, or how much of it; nothing where all of it is the shop's. */
export function RefundBadge({
  order: { refund },
  size = 'md',
}: {
  order: Pick<Order, 'refund'>;
  size?: 'md' | 'lg';
}) {
  // Nothing is left of a refund that came back.
  if (!refund?.amount) return null;
  return (
    <Badge color="gray" variant="light" size={size} miw="max-content">
      {refund.whole ? 'Refunded' : `${formatMoney(refund.amount)} refunded`}
    </Badge>
  );
}
