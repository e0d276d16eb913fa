import { expect, it } from 'vitest';
import { checkHistory } from './check-history.ts';
import type { Aftermath, HistoryEntry, LedgerCharge, LoggedEvent, StepEntry } from './history.ts';

const stockSet: LoggedEvent = { seq: 1, subject: 'saw', type: 'stock.set', data: { available: 10 } };
const created = (seq: number, subject: string, key: string, quantity = 2): LoggedEvent => ({
  seq,
  subject,
  correlationId: key,
  type: 'order.created',
  data: {
    toolId: 'saw',
    toolsName: 'Saw',
    description: 'A saw',
    image: '/images/saw.webp',
    unitPrice: 5,
    quantity,
    price: 5 * quantity,
    uid: 'u1',
    person: 'sealed',
  },
});
const paid = (seq: number, subject: string, transactionId: string): LoggedEvent => ({
  seq,
  subject,
  type: 'order.paid',
  data: { transactionId, amount: 10 },
});
const shipped = (seq: number, subject: string): LoggedEvent => ({
  seq,
  subject,
  type: 'order.shipped',
  data: { carrier: null, trackingNumber: null },
});
const deleted = (seq: number, subject: string): LoggedEvent => ({
  seq,
  subject,
  type: 'order.deleted',
  data: { reason: 'customer' },
});
const placed = (key: string, orderId: string | null, outcome: HistoryEntry['outcome']): HistoryEntry => ({
  op: 'place',
  key,
  email: 'buyer@example.com',
  toolId: 'saw',
  quantity: 2,
  outcome,
  orderId,
  attempts: 1,
});
const step = (op: StepEntry['op'], orderId: string): HistoryEntry => ({
  op,
  orderId,
  outcome: 'acknowledged',
  attempts: 1,
});
const charge = (intentId: string, orderId: string, refunded = 0): LedgerCharge => ({
  intentId,
  orderId,
  amount: 1000,
  refunded,
  succeeded: true,
});

/** One order that went all the way, one deleted, one whose answer was lost, and one that never arrived. */
const good: Aftermath = {
  entries: [
    placed('k1', 'o1', 'acknowledged'),
    step('pay', 'o1'),
    step('ship', 'o1'),
    placed('k2', 'o2', 'acknowledged'),
    step('delete', 'o2'),
    placed('k3', null, 'unknown'),
    placed('k4', null, 'unknown'),
    placed('k5', null, 'refused'),
  ],
  events: [
    stockSet,
    created(2, 'o1', 'k1'),
    paid(3, 'o1', 'pi_1'),
    created(4, 'o2', 'k2'),
    shipped(5, 'o1'),
    deleted(6, 'o2'),
    created(7, 'o3', 'k3'),
  ],
  orders: [
    { orderId: 'o1', paid: true, shipped: true, price: 10, givenBack: 0 },
    { orderId: 'o3', paid: false, shipped: false, price: 10, givenBack: 0 },
  ],
  stock: { saw: 6 },
  charges: [charge('pi_1', 'o1'), charge('pi_2', 'o2', 1000)],
  verifyDifferences: [],
};
const kinds = (change: Partial<Aftermath>) => [
  ...new Set(checkHistory({ ...good, ...change }).map((finding) => finding.kind)),
];

it('finds nothing in a history where every acknowledged thing happened once', () => {
  expect(checkHistory(good)).toEqual([]);
});

it('finds a delivery that was corrected twice, or after the parcel had left', () => {
  const corrected = (seq: number, subject: string): LoggedEvent => ({
    seq,
    subject,
    type: 'order.corrected',
    data: { person: 'sealed' },
  });
  expect(kinds({ events: [...good.events, corrected(8, 'o3')] })).toEqual([]);
  expect(kinds({ events: [...good.events, corrected(8, 'o3'), corrected(9, 'o3')] })).toEqual(['doubled']);
  expect(kinds({ events: [...good.events, corrected(8, 'o1')] })).toEqual(['screen']);
});

const listed = (orderId: string, price: number) => ({
  ...{ orderId, price, paid: false, shipped: false, givenBack: 0 },
});
const [first, ...others] = good.orders;
const stranger = listed('o7', 1);

it.each<[string, string[], Partial<Aftermath>]>([
  [
    'an acknowledged order that is not in the log',
    ['lost'],
    { entries: [...good.entries, placed('k9', 'o9', 'acknowledged')] },
  ],
  ...(['pay', 'ship', 'correct', 'delete', 'refund'] as const).map(
    (op): [string, string[], Partial<Aftermath>] => [
      `an acknowledged ${op} that is not in the log`,
      ['lost'],
      { entries: [...good.entries, step(op, 'o3')] },
    ],
  ),
  [
    'one key that made two orders, though their ids differ',
    ['doubled'],
    {
      events: [...good.events, created(8, 'o4', 'k3')],
      orders: [...good.orders, listed('o4', 10)],
      stock: { saw: 4 },
    },
  ],
  ['an order that was paid twice', ['doubled'], { events: [...good.events, paid(8, 'o1', 'pi_1')] }],
  [
    'an order that was paid and deleted',
    ['money'],
    { events: [...good.events, deleted(8, 'o1')], orders: others, stock: { saw: 8 } },
  ],
  [
    'a refused order that was made all the same',
    ['made-though-refused'],
    {
      entries: good.entries.map((entry) =>
        entry.op === 'place' && entry.key === 'k3' ? placed('k3', null, 'refused') : entry,
      ),
    },
  ],
  ['money for nothing', ['money'], { charges: [charge('pi_1', 'o1'), charge('pi_2', 'o2')] }],
  ['too little money', ['money'], { charges: [] }],
  ['money twice', ['money'], { charges: [charge('pi_1', 'o1'), charge('pi_1', 'o1')] }],
  ['stock that does not add up', ['stock'], { stock: { saw: 7 } }],
  [
    'stock below zero',
    ['stock'],
    {
      events: [...good.events, created(8, 'o4', 'k4', 9)],
      orders: [...good.orders, listed('o4', 45)],
      stock: { saw: -3 },
    },
  ],
  ['an order that no list shows', ['screen'], { orders: others }],
  [
    'an order that is shown otherwise',
    ['screen'],
    { orders: good.orders.map((order) => ({ ...order, paid: false })) },
  ],
  ['an order that is only in a list', ['screen'], { orders: [...good.orders, stranger] }],
  [
    'an order that is listed twice',
    ['screen'],
    { orders: [...good.orders, ...(first === undefined ? [] : [first])] },
  ],
  [
    'a gap in the log',
    ['chain'],
    { events: good.events.map((event) => (event.seq === 7 ? { ...event, seq: 8 } : event)) },
  ],
  ['what verify found', ['chain'], { verifyDifferences: ['seq 4: hash differs'] }],
])('finds %s', (_, found, change) => expect(kinds(change)).toEqual(found));

it('counts stock that came in', () => {
  const events: LoggedEvent[] = [
    ...good.events,
    { seq: 8, subject: 'saw', type: 'stock.added', data: { quantity: 5 } },
  ];
  expect(checkHistory({ ...good, events, stock: { saw: 11 } })).toEqual([]);
});

const asked = (seq: number, subject: string): LoggedEvent => ({
  seq,
  subject,
  type: 'order.refund-requested',
  data: { attempt: 1, reason: 'other', restock: true },
});
const refunded = (seq: number, subject: string, refundId: string, amount = 1000): LoggedEvent => ({
  seq,
  subject,
  type: 'order.refunded',
  data: { refundId, amount, from: 'shipped', restock: true, by: 'shop' },
});
/** The first order's money went back, and its pieces returned. */
const back: Partial<Aftermath> = {
  entries: [...good.entries, step('refund', 'o1')],
  events: [...good.events, asked(8, 'o1'), refunded(9, 'o1', 're_1')],
  orders: good.orders.map((order) => (order.orderId === 'o1' ? { ...order, givenBack: 1000 } : order)),
  stock: { saw: 8 },
  charges: [charge('pi_1', 'o1', 1000), charge('pi_2', 'o2', 1000)],
};

it('finds nothing when money went back once and the pieces with it', () => {
  expect(kinds(back)).toEqual([]);
});

it('finds a refund that the ledger does not have, that is unanswered, or that is told on no screen', () => {
  expect(kinds({ ...back, charges: good.charges })).toEqual(['money']);
  expect(kinds({ ...back, orders: good.orders })).toEqual(['screen']);
  expect(kinds({ events: [...good.events, asked(8, 'o1')] })).toEqual(['money']);
});

it('finds a refund that was recorded twice, and pieces that returned twice', () => {
  const events = [...(back.events ?? []), refunded(10, 'o1', 're_1')];
  expect(kinds({ ...back, events })).toEqual(expect.arrayContaining(['doubled', 'money']));
});

it('finds a parcel that left while its money went back', () => {
  const first = good.events.filter(({ type }) => type !== 'order.shipped');
  const events = [...first, asked(7, 'o1'), shipped(8, 'o1'), refunded(9, 'o1', 're_1')].map(
    (event, index) => ({ ...event, seq: index + 1 }),
  );
  expect(kinds({ ...back, events })).toEqual(['money']);
});
