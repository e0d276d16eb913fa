import type { Aftermath, LoggedEvent, PlaceEntry, StepEntry } from './history.ts';
import { readStory, type Story, timesOf } from './order-story.ts';

/** What can be wrong after a fault. */
type FindingKind =
  | 'lost'
  | 'doubled'
  | 'made-though-refused'
  | 'money'
  | 'stock'
  | 'screen'
  | 'chain'
  | 'archive'
  | 'stalled';

/** One thing that is wrong, named so that a person can look it up. */
export interface Finding {
  kind: FindingKind;
  what: string;
}

/** Counts what is wrong as the report tells it: lost, doubled, and everything else. */
export function countFindings(findings: readonly Finding[]): {
  lost: number;
  doubled: number;
  otherwise: number;
} {
  const lost = findings.filter(({ kind }) => kind === 'lost').length;
  const doubled = findings.filter(({ kind }) => kind === 'doubled').length;
  return { lost, doubled, otherwise: findings.length - lost - doubled };
}

/**
 * Compares what clients were told with what is left, and gives everything that is wrong (nothing is good). It folds
 * the log by its own few rules, so that an error in the shop's projection does not excuse itself. Pure.
 */
export function checkHistory(aftermath: Aftermath): Finding[] {
  const story = readStory(aftermath.events);
  const findings: Finding[] = [];
  const check: Check = (isWrong, kind, what) => {
    if (isWrong) findings.push({ kind, what });
  };
  for (const [index, { seq }] of aftermath.events.entries())
    check(seq !== index + 1, 'chain', `seq ${seq} stands in place ${index + 1}`);
  checkTold(aftermath, story, check);
  checkOrders(story, check);
  checkMoney(aftermath, story, check);
  checkStock(aftermath, story, check);
  checkScreens(aftermath, story, check);
  for (const what of aftermath.verifyDifferences) check(true, 'chain', `verify: ${what}`);
  return findings;
}

type Check = (isWrong: boolean, kind: FindingKind, what: string) => void;

/** The events of which one must be there when a step was acknowledged. */
const eventsOf: Record<StepEntry['op'], LoggedEvent['type'][]> = {
  pay: ['order.paid'],
  ship: ['order.shipped'],
  correct: ['order.corrected'],
  delete: ['order.deleted'],
  refund: ['order.refund-requested', 'order.refunded'],
};

function checkTold({ entries }: Aftermath, { byKey, orders }: Story, check: Check): void {
  const checkPlaced = ({ key, outcome, orderId }: PlaceEntry) => {
    const made = byKey.get(key) ?? [];
    const isLost = outcome === 'acknowledged' && !made.includes(orderId ?? '');
    check(made.length > 1, 'doubled', `key ${key} made ${made.join(' and ')}`);
    check(isLost, 'lost', `order ${orderId} of key ${key} was acknowledged`);
    if (outcome === 'refused')
      check(made.length > 0, 'made-though-refused', `key ${key} was refused but made ${made[0]}`);
  };
  for (const entry of entries)
    if (entry.op === 'place') checkPlaced(entry);
    else if (entry.outcome === 'acknowledged') {
      const { op, orderId } = entry;
      const times = timesOf(orders.get(orderId), ...eventsOf[op]);
      check(times === 0, 'lost', `${op} of order ${orderId} was acknowledged`);
    }
}

const onceOnly = [
  'order.created',
  'order.paid',
  'order.shipped',
  'order.corrected',
  'order.deleted',
] as const;

function checkOrders({ orders }: Story, check: Check): void {
  for (const [orderId, order] of orders) {
    const { paidBy, refunds, restockedTimes, shippedWithoutMoney, correctedTooLate, isAsked } = order;
    const isPaid = paidBy.length > 0;
    const isDeleted = timesOf(order, 'order.deleted') > 0;
    for (const type of onceOnly)
      check(timesOf(order, type) > 1, 'doubled', `${type} happened twice to order ${orderId}`);
    check(isDeleted && isPaid, 'money', `order ${orderId} is paid and deleted`);
    check(restockedTimes > 1, 'doubled', `the pieces of order ${orderId} returned twice`);
    const isRepeated = refunds.length > new Set(refunds).size;
    check(isRepeated, 'doubled', `a refund of order ${orderId} is recorded twice`);
    check(correctedTooLate, 'screen', `order ${orderId} was corrected after it had left`);
    check(shippedWithoutMoney, 'money', `order ${orderId} was shipped while its money went back`);
    check(isAsked && isPaid, 'money', `a refund of order ${orderId} is asked for and not answered`);
  }
}

function checkMoney({ charges }: Aftermath, { orders }: Story, check: Check): void {
  const taken = charges.filter(({ succeeded }) => succeeded);
  const payers = new Set([...orders.values()].flatMap(({ paidBy }) => paidBy));
  for (const [orderId, { paidBy, price, givenBack }] of orders) {
    if (paidBy.length === 0) continue;
    const paid = taken.filter((charge) => charge.intentId === paidBy[0]);
    const kept = paid.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
    const due = price * 100 - givenBack;
    const isWrong = paid.length !== 1 || kept !== due;
    check(isWrong, 'money', `of order ${orderId} ${due} cents are due, ${kept} are kept`);
  }
  for (const { intentId, orderId, amount, refunded } of taken) {
    const isForNothing = !payers.has(intentId) && refunded < amount;
    check(isForNothing, 'money', `charge of ${intentId} (order ${orderId}) paid for nothing`);
  }
}

function checkStock({ stock }: Aftermath, story: Story, check: Check): void {
  for (const what of story.oversold) check(true, 'stock', what);
  for (const [toolId, shown] of Object.entries(stock)) {
    const left = story.stock.get(toolId) ?? 0;
    check(left !== shown, 'stock', `tool ${toolId}: log says ${left}, shop shows ${shown}`);
  }
}

function checkScreens({ orders }: Aftermath, story: Story, check: Check): void {
  const shown = new Map(orders.map((order) => [order.orderId, order]));
  check(shown.size !== orders.length, 'screen', 'the order list shows an order twice');
  for (const [orderId, order] of story.orders) {
    const row = shown.get(orderId);
    const isDeleted = timesOf(order, 'order.deleted') > 0;
    if (row === undefined || isDeleted) {
      check(!isDeleted, 'screen', `order ${orderId} is missing from the list`);
      check(row !== undefined, 'screen', `order ${orderId} is still in the list`);
      continue;
    }
    const isOtherwise =
      row.paid !== order.paidBy.length > 0 ||
      row.shipped !== timesOf(order, 'order.shipped') > 0 ||
      row.givenBack !== order.givenBack ||
      row.price !== order.price;
    check(isOtherwise, 'screen', `order ${orderId} is shown otherwise than the log tells`);
  }
  for (const orderId of shown.keys())
    check(!story.orders.has(orderId), 'screen', `order ${orderId} is not in the log`);
}
