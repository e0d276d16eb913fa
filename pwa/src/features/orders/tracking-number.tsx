import type { Order } from '@karigar/bff/contracts';
import { Anchor } from '@mantine/core';

/** The number of a parcel at its carrier, with the way to where they tell where it is; nothing where nobody said so. */
export function TrackingNumber({ order }: { order: Pick<Order, 'trackingNumber' | 'trackingUrl'> }) {
  if (order.trackingNumber === null) return null;
  if (order.trackingUrl === null) return order.trackingNumber;
  return (
    <Anchor inherit href={order.trackingUrl} target="_blank" rel="noopener">
      {order.trackingNumber}
    </Anchor>
  );
}
