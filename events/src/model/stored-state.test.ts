import { describe, expect, it } from 'vitest';
import type { Sale } from '../orders/order-event.ts';
import type { OrderState } from '../orders/order-state.ts';
import { storedOffer } from './offer.ts';
import { decodeState, encodeState, offerRefIn } from './stored-state.ts';

const sale: Sale = {
  toolId: 't',
  toolsName: 'Tool',
  description: 'd\nwith a line end',
  image: '/a.webp',
  unitPrice: 2,
  quantity: 3,
  price: 6,
  uid: 'u',
  person: { email: 'a@example.com', name: 'ঢাকা', address: 'a', city: 'c', zip: 'z' },
};
const offer = storedOffer(sale);
const offers = new Map([[offer.ref, sale]]);

const paid = { status: 'paid', sale, transactionId: 'pi', paidIn: 2 } as const;
const refund = { attempt: 1, parts: [{ id: 're', amount: 600, in: 4 }], restocked: true };
const settled: readonly OrderState[] = [
  paid,
  { ...paid, corrected: { times: 1, in: 3 }, cancellation: { reason: 'mistake', askedIn: 4 } },
  { ...paid, status: 'shipped', shippedIn: 3 },
  {
    ...paid,
    ...{ status: 'shipped', shippedIn: 3, shipment: { carrier: 'dhl', trackingNumber: null } },
    dispute: { id: 'dp', status: 'lost', reason: 'fraudulent', amount: 600, in: 5 },
  },
  { ...paid, status: 'refunded', shippedIn: null, refund },
  { ...paid, status: 'refunded', shippedIn: 3, refund },
];

describe('a stored state', () => {
  it.each(settled)('is a list that refers to the offer when it is settled: %j', (state) => {
    const text = encodeState(state);
    expect(text).not.toContain('with a line end');
    expect(offerRefIn(`1 4@1000 \n${text}`)).toBe(offer.ref);
    expect(decodeState(text, offers)).toEqual(state);
    expect(encodeState(decodeState(text, offers))).toBe(text);
  });

  it('holds the data of its event when it is new', () => {
    const text = encodeState({ status: 'unpaid', sale });
    expect(text).toContain(JSON.stringify(sale));
    expect(offerRefIn(`1 4@1000 \n${text}`)).toBeNull();
    expect(decodeState(text, new Map())).toEqual({ status: 'unpaid', sale });
  });

  it('is refused when it is no JSON, of no status, or without its offer', () => {
    const text = encodeState(paid);
    expect(() => decodeState(text.slice(1), offers)).toThrow('must be JSON');
    expect(() => decodeState(text.replace('"p"', '"x"'), offers)).toThrow('is of no known status');
    expect(() => decodeState(text, new Map())).toThrow(`The offer ${offer.ref} of a stored order is lost`);
  });
});
