import { describe, expect, it } from 'vitest';
import { namedFields, type RawEntry, storedFields } from '../log/event-fields.ts';
import { Differences } from '../model/difference.ts';
import type { RecordedEvent, ShopEvent } from '../orders/order-event.ts';
import { sampleSale } from '../testing/sample-shop.ts';
import { FoldedLog } from './folded-log.ts';
import { foldOrder, type ImpossibleEvents } from './impossible-events.ts';

const created: ShopEvent = { type: 'order.created', data: sampleSale() };
const paid: ShopEvent = { type: 'order.paid', data: { transactionId: 'pi', amount: 12 } };
const shipped: ShopEvent = { type: 'order.shipped', data: { carrier: null, trackingNumber: null } };
const deleted: ShopEvent = { type: 'order.deleted', data: { reason: 'customer' } };
const stock: ShopEvent = { type: 'stock.added', data: { quantity: 1 } };
const voided = (seq: number): ShopEvent => ({
  type: 'event.voided',
  data: { seq, reason: 'other' },
});

/** The same as an entry of the log. */
function event(seq: number, { type, data }: ShopEvent, subject: string, v: number): RawEntry {
  const rest = { schema: 1, ts: 1, actor: 'a', correlationId: 'c', requestHash: '', hash: '' };
  const fields: Record<string, unknown> = { ...rest, subject, v, type, data: JSON.stringify(data) };
  return [`${seq}-0`, namedFields(storedFields.map((name) => String(fields[name])))];
}
/** An event about an order, with its version. */
type Told = readonly [event: ShopEvent, subject: string, v: number];

function recorded(told: readonly Told[]): RecordedEvent[] {
  const rest = { schema: 1, ts: 1, actor: 'a', correlationId: 'c', requestHash: '', hash: '' };
  return told.map(([event, subject, v], index) => ({ ...rest, seq: index + 1, subject, v, ...event }));
}
/** Folds events that are all of the order `a`, or of nothing that a fold asks for. */
const checked = async (...told: Told[]): Promise<ImpossibleEvents> =>
  (await foldOrder(recorded(told), 'a')).impossible;
const seqs = ({ list }: ImpossibleEvents) => list.map(({ seq }) => seq);

describe('a log in which every event fits', () => {
  it('has nothing impossible in it', async () => {
    const { list } = await checked(
      [stock, 't', 0],
      [created, 'a', 1],
      [created, 'b', 1],
      [paid, 'a', 2],
      [deleted, 'b', 2],
      [shipped, 'a', 3],
    );
    expect(list).toEqual([]);
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
  ] as [string, Told, string][])('is named: %s', async (_, told, message) => {
    const { list } = await checked([created, 'a', 1], told);
    expect(list).toEqual([{ seq: 2, subject: told[1], message }]);
  });

  it('does not count: its order goes on without it', async () => {
    const told: Told[] = [
      [created, 'a', 1],
      [created, 'a', 1],
      [paid, 'a', 2],
      [paid, 'a', 2],
      [shipped, 'a', 3],
    ];
    const { record, impossible } = await foldOrder(recorded(told), 'a');
    expect(seqs(impossible)).toEqual([2, 4]);
    expect(record.history.map(({ seq }) => seq)).toEqual([1, 3, 5]);
  });

  it('is settled by a later event that voids it, and by nothing else', async () => {
    const check = await checked(
      [voided(3), 'a', 0],
      [created, 'a', 1],
      [created, 'a', 1],
      [created, 'a', 1],
      [voided(4), 'a', 0],
    );
    expect(seqs(check)).toEqual([3]);
    expect([...check.voided]).toEqual([4]);
  });

  it('is not made of one that fits by voiding that', async () => {
    const check = await checked([created, 'a', 1], [voided(1), 'a', 0], [paid, 'a', 2]);
    expect(check.list).toEqual([]);
    expect(check.voided.size).toBe(0);
  });

  it.each([
    ['is missing', [event(1, created, 'a', 1), event(3, shipped, 'a', 3)]],
    ['cannot be read', [['1-0', ['nonsense']] as RawEntry, event(2, shipped, 'a', 3)]],
  ])('is not looked for behind an event that %s', async (_, entries) => {
    const faults = new Differences();
    const folded = new FoldedLog({ eventsAt: async () => [] }, faults);
    await folded.take(entries);
    expect(folded.impossible.list).toEqual([]);
    expect(faults.list).toContainEqual(expect.objectContaining({ kind: 'log' }));
  });
});
