import type { LoggedEvent } from './history.ts';

type EventType = LoggedEvent['type'];

/** What the log tells of one order, added up by few rules. */
interface OrderStory {
  /** How often each event happened to it. */
  times: Partial<Record<EventType, number>>;
  price: number;
  paidBy: string[];
  /** Its delivery was corrected after it had left. */
  correctedTooLate: boolean;
  /** A refund is asked for and not answered. */
  isAsked: boolean;
  /** Ids of the refunds that the provider took. */
  refunds: string[];
  /** Cents. */
  givenBack: number;
  restockedTimes: number;
  /** It left while a refund was asked for, or after all of the money had gone. */
  shippedWithoutMoney: boolean;
}

/** What the log tells of the shop. */
export interface Story {
  orders: Map<string, OrderStory>;
  /** Order ids by the key that the buyer sent as the request's id. */
  byKey: Map<string, string[]>;
  /** What is available by tool, and every tool that went below zero. */
  stock: Map<string, number>;
  oversold: string[];
}

/** How often one of these events happened to an order, of which the log may tell nothing. */
export const timesOf = (order: OrderStory | undefined, ...types: readonly EventType[]): number =>
  types.reduce((sum, type) => sum + (order?.times[type] ?? 0), 0);

/** Adds up the log by rules of its own, so that an error in the shop's projection does not excuse itself. Pure. */
export function readStory(events: readonly LoggedEvent[]): Story {
  const story: Story = { orders: new Map(), byKey: new Map(), stock: new Map(), oversold: [] };
  const held = new Map<string, { toolId: string; quantity: number }>();
  const move = (toolId: string, by: number, seq: number) => {
    const left = (story.stock.get(toolId) ?? 0) + by;
    story.stock.set(toolId, left);
    if (by < 0 && left < 0) story.oversold.push(`tool ${toolId} has ${left} left after seq ${seq}`);
  };
  const returnPieces = ({ subject, seq }: LoggedEvent) => {
    const part = held.get(subject);
    if (part !== undefined) move(part.toolId, part.quantity, seq);
  };
  for (const event of events) {
    const { subject, seq, type, data } = event;
    if (type === 'stock.set') story.stock.set(subject, data.available);
    else if (type === 'stock.added') move(subject, data.quantity, seq);
    else if (type === 'stock.removed') move(subject, -data.quantity, seq);
    // No fault leads to another event that is not of an order: an operator voids nothing, and no person is erased.
    if (!type.startsWith('order.')) continue;
    const order = story.orders.get(subject) ?? newStory();
    story.orders.set(subject, order);
    order.times[type] = timesOf(order, type) + 1;
    switch (type) {
      case 'order.created': {
        const key = event.correlationId ?? `no key in seq ${seq}`;
        order.price = data.price;
        held.set(subject, data);
        story.byKey.set(key, [...(story.byKey.get(key) ?? []), subject]);
        move(data.toolId, -data.quantity, seq);
        break;
      }
      case 'order.paid':
        order.paidBy.push(data.transactionId);
        break;
      case 'order.shipped':
        order.shippedWithoutMoney ||= order.isAsked || order.givenBack >= order.price * 100;
        break;
      case 'order.corrected':
        order.correctedTooLate ||= timesOf(order, 'order.shipped', 'order.deleted') > 0;
        break;
      case 'order.deleted':
        returnPieces(event);
        break;
      case 'order.refund-requested':
        order.isAsked = true;
        break;
      case 'order.refunded':
        order.refunds.push(data.refundId);
        order.givenBack += data.amount;
        if (data.by === 'shop' || order.givenBack >= order.price * 100) order.isAsked = false;
        if (!data.restock) break;
        order.restockedTimes += 1;
        returnPieces(event);
        break;
      case 'order.refund-failed':
        order.givenBack -= data.amount;
        if (data.refundId === null) order.isAsked = false;
    }
  }
  return story;
}

const newStory = (): OrderStory => ({
  times: {},
  price: 0,
  paidBy: [],
  correctedTooLate: false,
  isAsked: false,
  refunds: [],
  givenBack: 0,
  restockedTimes: 0,
  shippedWithoutMoney: false,
});
