import { describe, expect, it } from 'vitest';
import { relativeKeys as keys } from '../log/generation-keys.ts';
import type { RecordedEvent, ShopEvent } from '../orders/order-event.ts';
import { Projection } from '../orders/projection.ts';
import { sampleSale } from '../testing/sample-shop.ts';
import { projectBatch } from './batch.ts';
import { OrderFold, PoisonEventError } from './order-fold.ts';

const sale = sampleSale();
const created: ShopEvent = { type: 'order.created', data: sale };
const paid: ShopEvent = { type: 'order.paid', data: { transactionId: 'pi', amount: 12 } };
const shipped: ShopEvent = { type: 'order.shipped', data: { carrier: null, trackingNumber: null } };
const deleted: ShopEvent = { type: 'order.deleted', data: { reason: 'customer' } };
const stockSet = (available: number): ShopEvent => ({ type: 'stock.set', data: { available } });
const stockAdded = (quantity: number): ShopEvent => ({ type: 'stock.added', data: { quantity } });

/** Events as the log would hold them: those of stock about the tool, the others about one order. */
function recorded(...events: ShopEvent[]): RecordedEvent[] {
  let v = 0;
  return events.map((event, index) => ({
    seq: index + 1,
    subject: event.type.startsWith('stock.') ? 't' : 'ord_1',
    v: event.type.startsWith('stock.') ? 0 : ++v,
    schema: 1,
    ts: 1_000 + index,
    actor: 'a',
    correlationId: 'c',
    requestHash: '',
    hash: '',
    ...event,
  }));
}
/** A fold whose orders are all in memory. */
const newFold = (onPoison: (error: PoisonEventError) => void) =>
  new OrderFold({ mostRecords: 100, load: async () => [], onPoison });
const stop = (error: PoisonEventError) => {
  throw error;
};
const changesOf = async (events: RecordedEvent[], fold = newFold(stop)) =>
  projectBatch(new Projection(), await fold.take(events));
const stockAfter = async (...events: ShopEvent[]) =>
  (await changesOf(recorded(...events))).fields.get(keys.stock)?.get('t');

describe('a batch of events', () => {
  it('keeps the order in which stock was set, added and sold', async () => {
    expect(await stockAfter(stockSet(50), created, stockAdded(2))).toEqual({ set: '49' });
    expect(await stockAfter(created, stockSet(50), stockAdded(2))).toEqual({ set: '52' });
    expect(await stockAfter(created, stockAdded(2))).toEqual({ add: -1 });
  });

  it('puts an order only where its last event leaves it', async () => {
    const { left, entered, orders } = await changesOf(recorded(created, paid, shipped));
    expect([...left]).toEqual([]);
    const status = 'shipped';
    const sets = [keys.set(status), keys.person(sale.uid, status), keys.name(sale.toolsName, status)];
    expect([...entered]).toEqual(sets.map((set) => [set, ['1', 'ord_1']]));
    expect(orders.get('ord_1')).toMatchObject({
      history: [
        { seq: 1, ts: 1000 },
        { seq: 2, ts: 1001 },
        { seq: 3, ts: 1002 },
      ],
      state: { status: 'shipped' },
    });
  });

  it('takes an order out of the sets in which it stood before', async () => {
    const fold = newFold(stop);
    const [first, ...rest] = recorded(created, paid, shipped) as [RecordedEvent, ...RecordedEvent[]];
    await changesOf([first], fold);
    const { left, entered } = await changesOf(rest, fold);
    expect([...left.keys()]).toContain(keys.set('unpaid'));
    expect([...entered.keys()]).toContain(keys.set('shipped'));
    expect([...left.keys(), ...entered.keys()]).not.toContain(keys.set('paid'));
  });

  it('leaves no trace of an order that came and went but its record and its place among the deleted', async () => {
    const { left, entered, fields, names } = await changesOf(recorded(created, deleted));
    expect([...left]).toEqual([]);
    expect([...entered]).toEqual([[keys.deleted, ['2', 'ord_1']]]);
    expect(fields.get(keys.stock)?.get('t')).toEqual({ add: 0 });
    expect([...names]).toEqual(['Claw Hammer']);
  });

  it('leaves out an event that cannot follow, if its caller says so', async () => {
    const events = recorded(created, paid, shipped);
    const doubled = [events[0], { ...events[0], seq: 9 }, events[1], events[2]] as RecordedEvent[];
    const met: number[] = [];
    const changes = await changesOf(
      doubled,
      newFold(({ seq }) => met.push(seq)),
    );
    expect(met).toEqual([9]);
    expect(changes).toEqual(await changesOf(events));
  });

  it('names the event that cannot follow', async () => {
    const folding = changesOf(recorded(created, shipped));
    await expect(folding).rejects.toThrow(PoisonEventError);
    await expect(folding).rejects.toThrow('Event 2 (order.shipped) cannot be projected');
  });
});
