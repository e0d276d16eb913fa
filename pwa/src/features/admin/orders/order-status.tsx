import type { Order } from '@karigar/bff/contracts';
import { Badge, Button } from '@mantine/core';
import { IconCheck, IconTruckDelivery } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
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
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (busy || !pressed.current) return;
    pressed.current = false;
    // A button that waits is disabled and loses the focus; in the drawer nothing else would catch it.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [busy]);
  const ship = () => {
    pressed.current = true;
    onShip();
  };
  if (order.status === 'Shipped') {
    return (
      <Button
        ref={button}
        size="compact-md"
        variant="light"
        loading={busy}
        onClick={ship}
        leftSection={<IconCheck size={16} aria-hidden />}
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
      ref={button}
      size="compact-md"
      loading={busy}
      onClick={ship}
      aria-label={`Ship ${order.toolsName}`}
      leftSection={<IconTruckDelivery size={16} aria-hidden />}
    >
      Ship
    </Button>
  );
}
