import type { Order } from '@karigar/bff/contracts';
import { useState } from 'react';
import { useLiveOrders } from '../../../shared/live/live-orders.ts';
import type { Shippings } from './shipping/shipping.ts';
import { orderWords } from './shipping/shipping-words.ts';

/** Says what changed about an order that is on the screen; nothing where nobody has to hear it. */
function newsWords(before: Order, now: Order | null, shippings: Shippings): string {
  if (now === null) return `${orderWords(before)} was deleted.`;
  if (now.status === before.status && now.paid === before.paid) return '';
  if (now.status === 'Shipped') {
    const own = shippings.get(now._id)?.progress.is;
    return own === 'sending' || own === 'shipped' ? '' : `${orderWords(now)} was shipped by another admin.`;
  }
  return now.paid && !before.paid ? `${orderWords(now)} was paid.` : '';
}

/**
 * Follows the orders of the shop: `onOrder` hears each one's new state (null: deleted), `onMissed` that there may have been more. Gives the newest words
 * about an order that is shown, for people who listen to the screen.
 */
export function useLiveNews({
  shown,
  shippings,
  onOrder,
  onMissed,
}: {
  shown: readonly Order[];
  shippings: Shippings;
  onOrder: (orderId: string, order: Order | null) => void;
  onMissed: () => void;
}): string {
  const [words, setWords] = useState('');
  useLiveOrders(({ orderId, order }) => {
    const before = shown.find(({ _id }) => _id === orderId);
    const said = before ? newsWords(before, order, shippings) : '';
    if (said !== '') setWords(said);
    onOrder(orderId, order);
  }, onMissed);
  return words;
}
