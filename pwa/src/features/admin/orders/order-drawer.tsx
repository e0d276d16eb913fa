import type { Order } from '@karigar/bff/contracts';
import { Button, Drawer, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { getOrderTimeline } from '../../../shared/api/calls.ts';
import { messages } from '../../../shared/messages.ts';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { ToolPicture } from '../../../shared/ui/tool-picture.tsx';
import { CopyText } from '../copy-text.tsx';
import facts from '../facts.module.css';
import { useServerData } from '../use-server-data.ts';
import { isErased } from './erased-customer.ts';
import classes from './manage-orders-page.module.css';
import { PaymentBadge, ShippingControl } from './order-status.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { printPackingSlip } from './packing-slip.tsx';

interface OrderDrawerProps {
  order: Order;
  opened: boolean;
  busy: boolean;
  onClose: () => void;
  onShip: () => void;
  onDelete: () => void;
}

/** The order's history, read again whenever the order has moved on. */
function History({ order }: { order: Order }) {
  const history = useServerData(`${order._id}:${order.version}`, () => getOrderTimeline(order._id));
  if (history.data) return <OrderTimeline entries={history.data} />;
  if (history.error !== null) {
    return (
      <ErrorPanel error={history.error} title="The history could not be read" onRetry={history.reload} />
    );
  }
  return <Loader size="sm" aria-label="Reading the history" />;
}

/** Whom the order goes to; of an erased customer nobody knows. */
function DeliverTo({ order }: { order: Order }) {
  return (
    <section aria-labelledby="deliver-to">
      <Title order={3} size="h5" id="deliver-to" mb="xs">
        Deliver to
      </Title>
      {isErased(order) ? (
        <Text c="dimmed">{order.name}: name, email and address are gone for good.</Text>
      ) : (
        <address className={classes.address}>
          {order.name}
          <br />
          {order.address}
          <br />
          {order.city} {order.zip}
          <br />
          <CopyText value={order.email} label="email address" />
        </address>
      )}
    </section>
  );
}

/** Everything about one order, beside the list it was opened from. */
export function OrderDrawer({ order, opened, busy, onClose, onShip, onDelete }: OrderDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="md"
      title={order.toolsName}
      closeButtonProps={{ 'aria-label': 'Close the order' }}
    >
      <Stack gap="lg">
        <ToolPicture src={order.image} name={order.toolsName} />
        <Group>
          <PaymentBadge order={order} />
          <ShippingControl order={order} busy={busy} onShip={onShip} />
        </Group>
        <dl className={facts.list}>
          <dt>Order</dt>
          <dd>
            <CopyText value={order._id} label="order number" />
          </dd>
          <dt>Quantity</dt>
          <dd>
            {order.quantity} at <Money amount={order.unitPrice} />
          </dd>
          <dt>Total price</dt>
          <dd>
            <Money amount={order.price} />
          </dd>
          {order.transactionId !== null && (
            <>
              <dt>Transaction</dt>
              <dd>
                <CopyText value={order.transactionId} label="transaction id" />
              </dd>
            </>
          )}
        </dl>
        <DeliverTo order={order} />
        <section aria-labelledby="history">
          <Title order={3} size="h5" id="history" mb="sm">
            History
          </Title>
          <History order={order} />
        </section>
        <Group justify="space-between">
          {!isErased(order) && (
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => printPackingSlip(order)}
            >
              Print packing slip
            </Button>
          )}
          {!order.paid && (
            <Button variant="subtle" color="red" onClick={onDelete}>
              {messages.orders.delete}
            </Button>
          )}
        </Group>
      </Stack>
    </Drawer>
  );
}
