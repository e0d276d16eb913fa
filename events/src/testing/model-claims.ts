import fc from 'fast-check';
import { expect } from 'vitest';
import type { Origin } from '../commands/append-until-decided.ts';
import { mostClaims } from '../orders/claim.ts';
import { isClaimed, type ModelOrder } from './model.ts';
import { command, idOf, outcome } from './model-money.ts';

/** What a command about an order that is not unpaid leads to; null for an unpaid one. */
const notUnpaid = (order: ModelOrder | undefined, transaction: string): string | null => {
  if (order === undefined) return 'ORDER_NOT_FOUND';
  if (order.state === 'deleted') return 'ORDER_GONE';
  if (order.state === 'unpaid') return null;
  return order.transaction === transaction ? 'unchanged' : 'ORDER_PAID';
};

const claim = (name: string, transaction: string, origin: Origin) =>
  command(`claim(${name}, ${transaction})`, async (model, real) => {
    const order = model.orders.get(idOf(name));
    const waits = order !== undefined && isClaimed(order) && order.claim?.transaction === transaction;
    const open = waits ? 'unchanged' : order?.claims === mostClaims ? 'TOO_MANY_CLAIMS' : 'done';
    const expected = notUnpaid(order, transaction) ?? open;
    const told = { orderId: idOf(name), way: 'bKash', transactionId: transaction, expectedIntent: null };
    expect(await outcome(real.log.claim({ ...told, ...origin }))).toBe(expected);
    if (expected !== 'done' || order === undefined) return;
    Object.assign(order, { claim: { transaction, refused: false }, claims: order.claims + 1 });
  });

const confirm = (name: string, transaction: string, origin: Origin) =>
  command(`confirm(${name}, ${transaction})`, async (model, real) => {
    const id = idOf(name);
    const order = model.orders.get(id);
    const owner = model.transactions.get(transaction);
    const isSeen = order !== undefined && isClaimed(order) && order.claim?.transaction === transaction;
    const free = owner === undefined || owner === id ? 'done' : 'TRANSACTION_USED';
    const expected = notUnpaid(order, transaction) ?? (isSeen ? free : 'CLAIM_CHANGED');
    const told = { transactionId: transaction };
    expect(await outcome(real.log.decideClaim(id, told, origin))).toBe(expected);
    if (expected !== 'done' || order === undefined) return;
    Object.assign(order, { state: 'paid', transaction, byHand: true });
    model.transactions.set(transaction, id);
  });

const refuse = (name: string, transaction: string, origin: Origin) =>
  command(`refuse(${name}, ${transaction})`, async (model, real) => {
    const order = model.orders.get(idOf(name));
    const isLast = order?.claim?.transaction === transaction;
    const open = !isLast ? 'CLAIM_CHANGED' : order.claim?.refused ? 'unchanged' : 'done';
    const refused = notUnpaid(order, transaction);
    const expected = refused === 'unchanged' ? 'ORDER_PAID' : (refused ?? open);
    const told = { transactionId: transaction, reason: 'other' } as const;
    expect(await outcome(real.log.decideClaim(idOf(name), told, origin))).toBe(expected);
    if (expected === 'done' && order?.claim) order.claim.refused = true;
  });

/** What can happen to payments by hand. They share two transaction ids, one of which a card payment may have too. */
export const claimCommands = (key: fc.Arbitrary<string>, who: fc.Arbitrary<Origin>) => {
  const transaction = fc.constantFrom('data', 'T9');
  const each = fc.tuple(key, transaction, who);
  return [claim, confirm, refuse].map((make) => each.map((parts) => make(...parts)));
};
