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
  const told = ({ subject, type }: LoggedEvent) => {
    const order = story.orders.get(subject) ?? newStory();
    story.orders.set(subject, order);
    order.times[type] = timesOf(order, type) + 1;
    return order;
  };
  for (const event of events) {
    switch (event.type) {
      case 'stock.set':
        story.stock.set(event.subject, event.data.available);
        break;
      case 'stock.added':
        move(event.subject, event.data.quantity, event.seq);
        break;
      case 'stock.removed':
        move(event.subject, -event.data.quantity, event.seq);
        break;
      case 'order.created': {
        const key = event.correlationId ?? `no key in seq ${event.seq}`;
        told(event).price = event.data.price;
        held.set(event.subject, event.data);
        story.byKey.set(key, [...(story.byKey.get(key) ?? []), event.subject]);
        move(event.data.toolId, -event.data.quantity, event.seq);
        break;
      }
      case 'order.paid':
        told(event).paidBy.push(event.data.transactionId);
        break;
      case 'order.shipped': {
        const order = told(event);
        order.shippedWithoutMoney ||= order.isAsked || order.givenBack >= order.price * 100;
        break;
      }
      case 'order.corrected': {
        const order = told(event);
        order.correctedTooLate ||= timesOf(order, 'order.shipped', 'order.deleted') > 0;
        break;
      }
      case 'order.deleted':
        told(event);
        returnPieces(event);
        break;
      case 'order.refund-requested':
        told(event).isAsked = true;
        break;
      case 'order.refunded': {
        const order = told(event);
        const { refundId, amount, restock } = event.data;
        order.refunds.push(refundId);
        order.givenBack += amount;
        if (event.data.by === 'shop' || order.givenBack >= order.price * 100) order.isAsked = false;
        if (!restock) break;
        order.restockedTimes += 1;
        returnPieces(event);
        break;
      }
      case 'order.refund-failed': {
        const order = told(event);
        order.givenBack -= event.data.amount;
        if (event.data.refundId === null) order.isAsked = false;
        break;
      }
      // No fault leads to an event that an operator would have to void: what is found stays found. No person is erased.
      case 'order.tracked':
      case 'order.payment-claimed':
      case 'order.payment-claim-refused':
      case 'order.cancellation-requested':
      case 'order.cancellation-declined':
      case 'order.cancellation-withdrawn':
      case 'order.disputed':
      case 'event.voided':
      case 'person.erased':
        break;
      default:
        event satisfies never;
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
