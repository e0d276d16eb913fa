import { describe, expect, it } from 'vitest';
import { noRecord, type OrderRecord } from '../model/order-record.ts';
import { advance, projectionCode, projectStock } from '../model/project.ts';
import type { OrderEvent } from '../orders/order-event.ts';
import { sampleSale } from '../testing/sample-shop.ts';
import { appendArguments, readAnswer } from './append.ts';
import { stockScope } from './generation-keys.ts';

const sale = sampleSale({ uid: 'person {}', unitPrice: 2, price: 6 });

describe('the arguments of an append', () => {
  it('leave out every guard that is not asked for', () => {
    const event = { type: 'stock.set', data: { available: 5 } } as const;
    const argv = appendArguments(7, {
      scope: stockScope('tool-1'),
      subject: 'tool-1',
      event,
      actor: 'admin:a@example.com',
      correlationId: 'req-1',
      requestHash: '',
      guards: {},
      patch: projectStock(event),
    });
    expect(argv.slice(0, 8)).toEqual(['7', projectionCode, '-', '-', 'tool-1', '-', '', '-']);
    expect(argv.slice(8, 12)).toEqual(['tool-1', 'stock.set', '1', '{"available":5}']);
    expect(argv.slice(15, 19)).toEqual(['', '', '', '']);
    expect(argv.slice(19)).toEqual(['=5', '', '', '']);
  });

  it('tell "no intent" from "not asked"', () => {
    const ask = (intent: string | null) =>
      appendArguments(1, {
        scope: stockScope(''),
        subject: 'o',
        event: { type: 'order.deleted', data: { reason: 'customer' } },
        actor: '',
        correlationId: '',
        requestHash: '',
        guards: { intent },
        patch: projectStock({ type: 'stock.added', data: { quantity: 1 } }),
      })[7];
    expect(ask(null)).toBe('=');
    expect(ask('pi_1')).toBe('=pi_1');
  });
});

describe('the document of an order', () => {
  const created = { type: 'order.created', data: sale } as const;
  const argumentsOf = (event: OrderEvent, record: OrderRecord) => {
    const { scope, patch } = advance('ord_1', record, event);
    const by = { actor: 'a', correlationId: 'c', requestHash: 'r', guards: {} };
    return appendArguments(1, { scope, subject: 'ord_1', event, patch, ...by });
  };

  it('has a mark for the data of a new order, which are sent once', () => {
    const argv = argumentsOf(created, { ...noRecord, requestHash: 'r' });
    expect(argv[11]).toBe(JSON.stringify(sale));
    expect(argv[15]).toBe('{"status":"unpaid","sale":\x01}');
  });

  it('has the mark also where its own words look like the data, so that they are put back', () => {
    const cancellation = { reason: 'mistake', askedIn: 3 } as const;
    const state = { status: 'paid', sale, transactionId: 'pi', paidIn: 2, cancellation } as const;
    const event = { type: 'order.cancellation-declined', data: {} } as const;
    const declined = { ...cancellation, declinedIn: 2 };
    const argv = argumentsOf(event, { history: [{ seq: 1, ts: 1 }], requestHash: 'r', state });
    expect(argv[11]).toBe('{}');
    expect(argv[15]).toContain('person \x01');
    expect(argv[15]?.replace('\x01', '{}')).toBe(JSON.stringify({ ...state, cancellation: declined }));
  });
});

describe('the answer of an append', () => {
  it('is read once into a kind of its own', () => {
    expect(readAnswer('OK 12 2 1700 abc 40')).toEqual({
      kind: 'ok',
      seq: 12,
      ts: 1700,
      hash: 'abc',
      available: 40,
    });
    expect(readAnswer('STOCK 3')).toEqual({ kind: 'out-of-stock', available: 3 });
    expect(readAnswer('TX ord_1')).toEqual({ kind: 'transaction-used', owner: 'ord_1' });
    expect(readAnswer('CODE p2')).toEqual({ kind: 'other-code', code: 'p2' });
  });

  it('throws what the script calls malformed', () => {
    expect(() => readAnswer('BAD score')).toThrow('BAD score');
  });
});
