import type { Aftermath, LoggedEvent, PlaceEntry, StepEntry } from './history.ts';
import { newStory, readStory, type Story } from './order-story.ts';

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
    if (order.correctedTimes > 1)
      findings.push({ kind: 'doubled', what: `one correction of order ${orderId} was made twice` });
    if (order.correctedTooLate)
      findings.push({ kind: 'screen', what: `order ${orderId} was corrected after it had left` });
    if (order.paidBy.length > 1) findings.push({ kind: 'doubled', what: `order ${orderId} was paid twice` });
    if (order.restockedTimes > 1)
      findings.push({ kind: 'doubled', what: `the pieces of order ${orderId} returned twice` });
    if (order.refunds.length > new Set(order.refunds).size)
      findings.push({ kind: 'doubled', what: `a refund of order ${orderId} is recorded twice` });
    if (order.shippedWithoutMoney)
      findings.push({ kind: 'money', what: `order ${orderId} was shipped while its money went back` });
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
      if (op === 'correct') return order.correctedTimes === 0;
      if (op === 'refund') return order.refundsAsked + order.refunds.length === 0;
      return op === 'ship' ? order.shippedTimes === 0 : order.deletedTimes === 0;
    })
    .map(({ op, orderId }) => ({ kind: 'lost', what: `${op} of order ${orderId} was acknowledged` }));
}

function checkMoney({ charges }: Aftermath, story: Story): Finding[] {
  const findings: Finding[] = [];
  const taken = charges.filter((charge) => charge.succeeded);
  const payers = new Map<string, string>();
  for (const [orderId, order] of story.orders) {
    for (const intentId of order.paidBy) payers.set(intentId, orderId);
    const [intentId] = order.paidBy;
    if (intentId === undefined) continue;
    const paid = taken.filter((charge) => charge.intentId === intentId);
    const cents = paid.reduce((sum, charge) => sum + charge.amount - charge.refunded, 0);
    const due = order.price * 100 - order.givenBack;
    if (paid.length !== 1 || cents !== due)
      findings.push({ kind: 'money', what: `of order ${orderId} ${due} cents are due, ${cents} are kept` });
    if (order.isAsked)
      findings.push({ kind: 'money', what: `a refund of order ${orderId} is asked for and not answered` });
  }
  for (const charge of taken) {
    if (payers.has(charge.intentId) || charge.refunded >= charge.amount) continue;
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
        row.givenBack !== order.givenBack ||
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
