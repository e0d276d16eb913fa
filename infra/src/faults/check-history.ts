import type { Aftermath, LoggedEvent, PlaceEntry, StepEntry } from './history.ts';

/** What can be wrong after a fault. */
type FindingKind =
  | 'lost'
  | 'doubled'
  | 'made-though-refused'
  | 'money'
  | 'stock'
  | 'screen'
  | 'chain'
  | 'stalled';

/** One thing that is wrong, named so that a person can look it up. */
export interface Finding {
  kind: FindingKind;
  what: string;
}

/**
 * Compares what clients were told with what is left, and gives everything that is wrong (nothing is good). It folds
 * the log by its own few rules, so that an error in the shop's projection does not excuse itself. Pure.
 */
export function checkHistory(aftermath: Aftermath): Finding[] {
  const story = readStory(aftermath.events);
  return [
    ...checkSequence(aftermath.events),
    ...checkPlaced(aftermath, story),
    ...checkSteps(aftermath, story),
    ...checkMoney(aftermath, story),
    ...checkStock(aftermath, story),
    ...checkScreens(aftermath, story),
    ...aftermath.verifyDifferences.map((what): Finding => ({ kind: 'chain', what: `verify: ${what}` })),
  ];
}

interface OrderStory {
  createdTimes: number;
  price: number;
  paidBy: string[];
  shippedTimes: number;
  deletedTimes: number;
}

interface Story {
  orders: Map<string, OrderStory>;
  /** Order ids by the key that the buyer sent as the request's id. */
  byKey: Map<string, string[]>;
  /** What is available by tool, and every tool that went below zero. */
  stock: Map<string, number>;
  oversold: string[];
}

function readStory(events: readonly LoggedEvent[]): Story {
  const story: Story = { orders: new Map(), byKey: new Map(), stock: new Map(), oversold: [] };
  const held = new Map<string, { toolId: string; quantity: number }>();
  const move = (toolId: string, by: number, seq: number) => {
    const left = (story.stock.get(toolId) ?? 0) + by;
    story.stock.set(toolId, left);
    if (by < 0 && left < 0) story.oversold.push(`tool ${toolId} has ${left} left after seq ${seq}`);
  };
  const orderOf = (event: LoggedEvent) => {
    const order = story.orders.get(event.subject) ?? newStory();
    story.orders.set(event.subject, order);
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
      case 'order.created': {
        const order = orderOf(event);
        const key = event.correlationId ?? `no key in seq ${event.seq}`;
        order.createdTimes += 1;
        order.price = event.data.price;
        held.set(event.subject, event.data);
        story.byKey.set(key, [...(story.byKey.get(key) ?? []), event.subject]);
        move(event.data.toolId, -event.data.quantity, event.seq);
        break;
      }
      case 'order.paid':
        orderOf(event).paidBy.push(event.data.transactionId);
        break;
      case 'order.shipped':
        orderOf(event).shippedTimes += 1;
        break;
      case 'order.deleted': {
        const part = held.get(event.subject);
        orderOf(event).deletedTimes += 1;
        if (part !== undefined) move(part.toolId, part.quantity, event.seq);
        break;
      }
      // No fault leads to an event that an operator would have to void: what is found stays found. Nobody is erased, and no log is old.
      case 'event.voided':
      case 'log.sealed':
      case 'person.erased':
        break;
      default:
        event satisfies never;
    }
  }
  return story;
}

function newStory(): OrderStory {
  return { createdTimes: 0, price: 0, paidBy: [], shippedTimes: 0, deletedTimes: 0 };
}

function checkSequence(events: readonly LoggedEvent[]): Finding[] {
  return events.flatMap((event, index) =>
    event.seq === index + 1
      ? []
      : [{ kind: 'chain' as const, what: `seq ${event.seq} stands in place ${index + 1}` }],
  );
}

function checkPlaced({ entries }: Aftermath, story: Story): Finding[] {
  const findings: Finding[] = [];
  const places = entries.filter((entry): entry is PlaceEntry => entry.op === 'place');
  for (const entry of places) {
    const made = story.byKey.get(entry.key) ?? [];
    if (made.length > 1)
      findings.push({ kind: 'doubled', what: `key ${entry.key} made ${made.join(' and ')}` });
    if (entry.outcome === 'acknowledged' && !made.includes(entry.orderId ?? '')) {
      findings.push({ kind: 'lost', what: `order ${entry.orderId} of key ${entry.key} was acknowledged` });
    }
    if (entry.outcome === 'refused' && made.length > 0) {
      findings.push({
        kind: 'made-though-refused',
        what: `key ${entry.key} was refused but made ${made[0]}`,
      });
    }
  }
  for (const [orderId, order] of story.orders) {
    if (order.createdTimes > 1)
      findings.push({ kind: 'doubled', what: `order ${orderId} was created twice` });
    if (order.deletedTimes > 1)
      findings.push({ kind: 'doubled', what: `order ${orderId} was deleted twice` });
    if (order.shippedTimes > 1)
      findings.push({ kind: 'doubled', what: `order ${orderId} was shipped twice` });
    if (order.paidBy.length > 1) findings.push({ kind: 'doubled', what: `order ${orderId} was paid twice` });
  }
  return findings;
}

function checkSteps({ entries }: Aftermath, story: Story): Finding[] {
  const steps = entries.filter((entry): entry is StepEntry => entry.op !== 'place');
  return steps
    .filter((entry) => entry.outcome === 'acknowledged')
    .filter(({ op, orderId }) => {
      const order = story.orders.get(orderId) ?? newStory();
      if (op === 'pay') return order.paidBy.length === 0;
      return op === 'ship' ? order.shippedTimes === 0 : order.deletedTimes === 0;
    })
    .map(({ op, orderId }) => ({ kind: 'lost', what: `${op} of order ${orderId} was acknowledged` }));
}

function checkMoney({ charges }: Aftermath, story: Story): Finding[] {
  const findings: Finding[] = [];
  const kept = charges.filter((charge) => charge.succeeded && charge.refunded < charge.amount);
  const payers = new Map<string, string>();
  for (const [orderId, order] of story.orders) {
    for (const intentId of order.paidBy) payers.set(intentId, orderId);
    const [intentId] = order.paidBy;
    if (intentId === undefined) continue;
    const paid = kept.filter((charge) => charge.intentId === intentId);
    const cents = paid.reduce((sum, charge) => sum + charge.amount - charge.refunded, 0);
    if (paid.length !== 1 || cents !== order.price * 100) {
      findings.push({
        kind: 'money',
        what: `order ${orderId} costs ${order.price * 100} cents, charged ${cents}`,
      });
    }
  }
  for (const charge of kept) {
    if (payers.has(charge.intentId)) continue;
    findings.push({
      kind: 'money',
      what: `charge of ${charge.intentId} (order ${charge.orderId}) paid for nothing`,
    });
  }
  return findings;
}

function checkStock({ stock }: Aftermath, story: Story): Finding[] {
  const findings: Finding[] = story.oversold.map((what) => ({ kind: 'stock', what }));
  for (const [toolId, shown] of Object.entries(stock)) {
    const left = story.stock.get(toolId) ?? 0;
    if (left !== shown)
      findings.push({ kind: 'stock', what: `tool ${toolId}: log says ${left}, shop shows ${shown}` });
  }
  return findings;
}

function checkScreens({ orders }: Aftermath, story: Story): Finding[] {
  const findings: Finding[] = [];
  const shown = new Map(orders.map((order) => [order.orderId, order]));
  if (shown.size !== orders.length)
    findings.push({ kind: 'screen', what: 'the order list shows an order twice' });
  for (const [orderId, order] of story.orders) {
    const row = shown.get(orderId);
    const live = order.deletedTimes === 0;
    if (live !== (row !== undefined)) {
      findings.push({
        kind: 'screen',
        what: `order ${orderId} is ${live ? 'missing from' : 'still in'} the list`,
      });
    } else if (
      row !== undefined &&
      (row.paid !== order.paidBy.length > 0 ||
        row.shipped !== order.shippedTimes > 0 ||
        row.price !== order.price)
    ) {
      findings.push({ kind: 'screen', what: `order ${orderId} is shown otherwise than the log tells` });
    }
  }
  for (const orderId of shown.keys()) {
    if (!story.orders.has(orderId))
      findings.push({ kind: 'screen', what: `order ${orderId} is not in the log` });
  }
  return findings;
}
