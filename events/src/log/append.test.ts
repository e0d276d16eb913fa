import { describe, expect, it } from 'vitest';
import { noRecord, type OrderRecord } from '../model/order-record.ts';
import { advance, projectErasure, projectStock } from '../model/project.ts';
import type { OrderEvent } from '../orders/order-event.ts';
import { Projection } from '../orders/projection.ts';
import { sampleSale } from '../testing/sample-shop.ts';
import { type AppendGuards, appendCall, readAnswer } from './append.ts';
import { generationKeys } from './generation-keys.ts';

const keys = generationKeys(7);
const projection = new Projection();
const origin = { actor: 'a', correlationId: 'c', requestHash: '' };

/** The fields of a call, with the names of the sets in place of how many they are. */
function named({ keys: names, args }: ReturnType<typeof appendCall>) {
  const fields = JSON.parse(args[0] ?? '');
  let at = 11;
  for (const sets of ['absent', 'stands', 'leaves', 'enters', 'empty', 'others']) {
    const count: number = fields[sets] ?? 0;
    fields[sets] = names.slice(at, at + count);
    at += count;
  }
  return { ...fields, last: names[at], data: args[1], state: args[2] };
}
const noSets = { absent: [], stands: [], leaves: [], enters: [], empty: [], others: [] };

const sale = sampleSale();
const created = { type: 'order.created', data: sale } as const;
const unpaid: OrderRecord = {
  history: [{ seq: 12, ts: 1 }],
  requestHash: 'r',
  state: { status: 'unpaid', sale },
};
function callFor(event: OrderEvent, record: OrderRecord, guards: AppendGuards = {}) {
  const { patch } = advance('ord_1', record, event);
  const expectedVersion = record.history.length;
  const asked = { ...guards, expectedVersion };
  return named(appendCall(keys, projection, { subject: 'ord_1', event, patch, ...origin, guards: asked }));
}

describe('the call of an append', () => {
  it('names only what a fact about stock touches', () => {
    const event = { type: 'stock.set', data: { available: 5 } } as const;
    const about = { subject: 'tool-1', event, guards: {} };
    expect(
      named(appendCall(keys, projection, { ...about, ...origin, patch: projectStock(event, 'tool-1') })),
    ).toEqual({
      ...{ gen: '7', code: projection.code, subject: 'tool-1', type: 'stock.set', schema: '1', ...origin },
      ...{ ...noSets, last: undefined, data: '{"available":5}', state: '' },
      ...{ tool: 'tool-1', set: 5 },
    });
  });

  it('asks that a new order stands nowhere yet and its person is not erased', () => {
    const record = { ...noRecord, requestHash: 'r' };
    const call = callFor(created, record, { toolRev: 4, need: 2, newestSeen: 9 });
    expect(call).toMatchObject({
      ...{ version: 0, rev: 4, after: 9, last: keys.person(sale.uid, 'unpaid'), person: sale.uid },
      absent: ['paid', 'shipped', 'refunded', 'deleted'].map((set) => `{o}:g7:${set}`),
      enters: [keys.set('unpaid'), keys.person(sale.uid, 'unpaid'), keys.name(sale.toolsName, 'unpaid')],
      ...{ tool: sale.toolId, need: 2, add: -sale.quantity, name: sale.toolsName },
      totals: { awaitingPayment: sale.price },
    });
    expect(call.score).toBeUndefined();
    expect(JSON.parse(call.data)).toEqual(sale);
    expect(JSON.parse(call.state)).toEqual({ status: 'unpaid', sale });
  });

  it('moves a paid order to other sets and ends its intent', () => {
    const call = callFor({ type: 'order.paid', data: { transactionId: 'pi_1', amount: 9 } }, unpaid);
    expect(call).toMatchObject({
      leaves: [keys.set('unpaid'), keys.person(sale.uid, 'unpaid'), keys.name(sale.toolsName, 'unpaid')],
      enters: [keys.set('paid'), keys.person(sale.uid, 'paid'), keys.name(sale.toolsName, 'paid')],
      ...{ score: 12, transaction: 'pi_1', ends: true },
    });
  });

  it('leaves an order that keeps its state in its sets, and only asks whether it is there', () => {
    const paid = { status: 'paid', sale, transactionId: 'pi', paidIn: 2 } as const;
    const asked = { type: 'order.cancellation-requested', data: { reason: 'mistake' } } as const;
    expect(callFor(asked, { ...unpaid, state: paid })).toMatchObject({
      ...{ ...noSets, stands: [keys.set('paid')], enters: [keys.attention], score: 12 },
    });
  });

  it('tells "no intent" from "not asked", and names the sets after which a tool name is forgotten', () => {
    const gone = { type: 'order.deleted', data: { reason: 'customer' } } as const;
    expect(callFor(gone, unpaid).intent).toBeUndefined();
    expect(callFor(gone, unpaid, { intent: null }).intent).toBe('');
    expect(callFor(gone, unpaid, { intent: 'pi_1' }).intent).toBe('pi_1');
    expect(callFor(gone, unpaid)).toMatchObject({ enters: [keys.deleted], ends: true });
    expect(callFor(gone, unpaid).others).toHaveLength(4);
  });

  it('asks that a person who is erased has no open order', () => {
    const about = { subject: 'u', event: { type: 'person.erased', data: {} } as const };
    const call = named(
      appendCall(keys, projection, { ...about, ...origin, guards: {}, patch: projectErasure('u') }),
    );
    expect(call).toMatchObject({
      ...{ person: 'u', enters: [keys.erased] },
      empty: [keys.person('u', 'unpaid'), keys.person('u', 'paid')],
    });
  });
});

describe('the answer of an append', () => {
  it('is read once', () => {
    expect(readAnswer('OK 12 1700 abc 40')).toEqual({
      ...{ kind: 'OK', seq: 12, ts: 1700, hash: 'abc', available: 40 },
    });
    expect(readAnswer('STOCK 3')).toEqual({ kind: 'STOCK', detail: '3' });
    expect(readAnswer('GEN')).toEqual({ kind: 'GEN', detail: '' });
  });

  it('throws what the script calls malformed', () => {
    expect(() => readAnswer('BAD score')).toThrow('BAD score');
  });
});
