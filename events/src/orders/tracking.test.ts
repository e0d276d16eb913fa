import { expect, it } from 'vitest';
import { foldOrder, given } from '../testing/decider-specification.ts';
import { sampleSale } from '../testing/sample-shop.ts';
import { mostTrackingChanges } from './decide.ts';
import type { OrderEvent } from './order-event.ts';

const created: OrderEvent = { type: 'order.created', data: sampleSale() };
const paid: OrderEvent = { type: 'order.paid', data: { transactionId: 'pi_1', amount: 12 } };
const shipped: OrderEvent = { type: 'order.shipped', data: { carrier: 'RedX', trackingNumber: null } };
const tracked = (carrier: string, trackingNumber: string): OrderEvent => ({
  type: 'order.tracked',
  data: { carrier, trackingNumber },
});
const tell = (carrier: string | null, trackingNumber: string | null) =>
  ({
    type: 'ship-order',
    despiteCancellation: false,
    despiteDispute: false,
    carrier,
    trackingNumber,
  }) as const;

it('joins what is known of a parcel that has left', () => {
  given(created, paid, shipped).when(tell(null, 'R-1')).thenEvent(tracked('RedX', 'R-1'));
  given(created, paid, shipped, tracked('RedX', 'R-1'))
    .when(tell('Pathao', null))
    .thenEvent(tracked('Pathao', 'R-1'));
  expect(foldOrder([created, paid, shipped, tracked('RedX', 'R-1')])).toMatchObject({
    status: 'shipped',
    shippedIn: 3,
    shipment: { carrier: 'RedX', trackingNumber: 'R-1' },
  });
});

it('changes nothing where nothing new is told', () => {
  given(created, paid, shipped).when(tell(null, null)).thenNothing();
  given(created, paid, shipped).when(tell('RedX', null)).thenNothing();
  given(created, paid, shipped, tracked('RedX', 'R-1')).when(tell('RedX', 'R-1')).thenNothing();
});

it('is changed twenty times at most; the same again is still no change', () => {
  const often = Array.from({ length: mostTrackingChanges }, (_, time) => tracked('RedX', `R-${time}`));
  given(created, paid, shipped, ...often.slice(1))
    .when(tell(null, 'new'))
    .thenEvent(tracked('RedX', 'new'));
  const all = given(created, paid, shipped, ...often);
  all.when(tell(null, 'new')).thenRefused('TOO_MANY_TRACKING_CHANGES', { most: mostTrackingChanges });
  all.when(tell('RedX', `R-${mostTrackingChanges - 1}`)).thenNothing();
});

it('cannot be of a parcel that is still here', () => {
  expect(() => foldOrder([created, paid, tracked('RedX', 'R-1')])).toThrow('cannot happen');
});
