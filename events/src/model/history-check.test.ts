import { describe, expect, it } from 'vitest';
import type { RecordedEvent, ShopEvent } from '../orders/order-event.ts';
import { sampleSale } from '../testing/sample-shop.ts';
import { HistoryCheck } from './history-check.ts';

const created: ShopEvent = { type: 'order.created', data: sampleSale() };
const paid: ShopEvent = { type: 'order.paid', data: { transactionId: 'pi', amount: 12 } };
const shipped: ShopEvent = { type: 'order.shipped', data: { carrier: null, trackingNumber: null } };
const deleted: ShopEvent = { type: 'order.deleted', data: { reason: 'customer' } };
const stock: ShopEvent = { type: 'stock.added', data: { quantity: 1 } };
const voided = (seq: number): ShopEvent => ({
  type: 'event.voided',
  data: { seq, reason: 'other' },
});

/** An event about an order, with its version. */
type Told = readonly [event: ShopEvent, subject: string, v: number];

function recorded(told: readonly Told[]): RecordedEvent[] {
  const rest = { schema: 1, ts: 1, actor: 'a', correlationId: 'c', requestHash: '', hash: '' };
  return told.map(([event, subject, v], index) => ({ ...rest, seq: index + 1, subject, v, ...event }));
}
function checked(...told: Told[]): HistoryCheck {
  const check = new HistoryCheck();
  for (const event of recorded(told)) check.scan({ seq: event.seq, event });
  return check;
}
const seqs = (check: HistoryCheck) => check.impossible.map(({ seq }) => seq);

describe('a log in which every event fits', () => {
  it('has nothing impossible in it', () => {
    const check = checked(
      [stock, 't', 0],
      [created, 'a', 1],
      [created, 'b', 1],
      [paid, 'a', 2],
      [deleted, 'b', 2],
      [shipped, 'a', 3],
    );
    expect(check.impossible).toEqual([]);
  });
});

describe('an event that cannot have happened', () => {
  it.each([
    ['a second placing', [created, 'a', 1], 'it is event 1 of its order, after event 1'],
    [
      'a second placing with the next version',
      [created, 'a', 2],
      'order.created cannot happen to an order that is unpaid',
    ],
    [
      'a parcel that was not paid',
      [shipped, 'a', 2],
      'order.shipped cannot happen to an order that is unpaid',
    ],
    ['a version that leaves one out', [paid, 'a', 3], 'it is event 3 of its order, after event 1'],
    ['an order that was never placed', [paid, 'x', 1], 'order.paid cannot happen to an order that is none'],
  ] as [string, Told, string][])('is named: %s', (_, told, message) => {
    expect(checked([created, 'a', 1], told).impossible).toEqual([{ seq: 2, subject: told[1], message }]);
  });

  it('does not count: its order goes on without it', () => {
    const check = checked(
      [created, 'a', 1],
      [created, 'a', 1],
      [paid, 'a', 2],
      [paid, 'a', 2],
      [shipped, 'a', 3],
    );
    expect(seqs(check)).toEqual([2, 4]);
  });

  it('is settled by a later event that voids it, and by nothing else', () => {
    const check = checked(
      [voided(3), 'a', 0],
      [created, 'a', 1],
      [created, 'a', 1],
      [created, 'a', 1],
      [voided(4), 'a', 0],
    );
    expect(seqs(check)).toEqual([3]);
    expect([...check.voided]).toEqual([4]);
  });

  it('is not made of one that fits by voiding that', () => {
    const check = checked([created, 'a', 1], [voided(1), 'a', 0], [paid, 'a', 2]);
    expect(check.impossible).toEqual([]);
    expect(check.voided.size).toBe(0);
  });

  it('is not looked for behind an event that is missing or cannot be read', () => {
    const [first, second] = recorded([
      [created, 'a', 1],
      [shipped, 'a', 3],
    ]);
    const gap = new HistoryCheck();
    gap.scan({ seq: 1, event: first ?? null });
    gap.scan({ seq: 3, event: second ?? null });
    const unreadable = new HistoryCheck();
    unreadable.scan({ seq: 1, event: null });
    unreadable.scan({ seq: 2, event: second ?? null });
    expect([...gap.impossible, ...unreadable.impossible]).toEqual([]);
  });
});
