import type { Order } from '@karigar/bff/contracts';
import { Badge, Button } from '@mantine/core';
import { IconCheck, IconTruckDelivery } from '@tabler/icons-react';
import { messages } from '../../../shared/messages.ts';

/** Whether the money is there, in words and colour. */
export function PaymentBadge({ order }: { order: Pick<Order, 'paid'> }) {
  return order.paid ? (
    <Badge miw="max-content">{messages.orders.paid}</Badge>
  ) : (
    <Badge color="gray" variant="outline" miw="max-content">
      Unpaid
    </Badge>
  );
}

interface ShippingControlProps {
  order: Pick<Order, 'paid' | 'status' | 'toolsName'>;
  busy: boolean;
  onShip: () => void;
}

/**
 * Where the order stands. Only a paid one can be shipped; the Shipped badge stays a button, because pressing it sends
 * the same change again, for whoever is not sure that the first one arrived.
 */
export function ShippingControl({ order, busy, onShip }: ShippingControlProps) {
  if (order.status === 'Shipped') {
    return (
      <Button
        size="compact-md"
        variant="light"
        loading={busy}
        onClick={onShip}
        leftSection={<IconCheck size={16} aria-hidden="true" />}
        title="Send the change again"
      >
        {messages.admin.shipped}
      </Button>
    );
  }
  if (!order.paid)
    return (
      <Badge variant="default" miw="max-content">
        Pending
      </Badge>
    );
  return (
    <Button
      size="compact-md"
      loading={busy}
      onClick={onShip}
      aria-label={`Ship ${order.toolsName}`}
      leftSection={<IconTruckDelivery size={16} aria-hidden="true" />}
    >
      Ship
    </Button>
  );
}
