import fc from 'fast-check';
import { expect } from 'vitest';
import type { Origin } from '../commands/append-until-decided.ts';
import { orderIdFor } from '../log/redis-keys.ts';
import type { AfterPayment } from '../order-log.ts';
import { OrderRejectedError } from '../orders/decision.ts';
import { agree, type Model, type ModelOrder, type RealShop } from './model.ts';

type Work = (model: Model, real: RealShop) => Promise<void>;

/** What a call led to, in one word: done, unchanged, or the code of the refusal. */
export async function outcome(call: Promise<{ changed?: boolean; repeated?: boolean }>): Promise<string> {
  try {
    const { changed, repeated } = await call;
    return changed === false || repeated === true ? 'unchanged' : 'done';
  } catch (error) {
    if (error instanceof OrderRejectedError) return error.code;
    throw error;
  }
}

/** A command that works on model and shop, after which both must agree. */
export function command(name: string, work: Work): fc.AsyncCommand<Model, RealShop> {
  return {
    check: () => true,
    run: async (model, real) => {
      await work(model, real);
      await agree(model, real);
    },
    toString: () => name,
  };
}

/** The id of the model's order of this name. */
export const idOf = (name: string): string => orderIdFor('user-1', name);

/** What a command about a paid order leads to, and what it changes in the model. */
type Rule = (order: ModelOrder, model: Model) => { expected: string; change: () => void };

const after = (name: string, told: AfterPayment, origin: Origin, rule: Rule) =>
  command(`${told.type}(${name})`, async (model, real) => {
    const order = model.orders.get(idOf(name));
    const { expected, change } =
      order === undefined ? { expected: 'ORDER_NOT_FOUND', change: () => undefined } : rule(order, model);
    expect(await outcome(real.log.afterPayment(idOf(name), told, origin))).toBe(expected);
    if (expected === 'done') change();
  });

const nothing = () => undefined;
const unpaidOrGone = ({ state }: ModelOrder) =>
  state === 'unpaid' ? 'ORDER_NOT_PAID' : state === 'deleted' ? 'ORDER_GONE' : null;

const askRefund = (name: string, restock: boolean, origin: Origin) =>
  after(name, { type: 'request-refund', reason: 'other', restock }, origin, (order) => {
    const { refund } = order;
    const refused = unpaidOrGone(order);
    if (refused !== null) return { expected: refused, change: nothing };
    if (refund.asked || refund.back >= order.price * 100) return { expected: 'unchanged', change: nothing };
    const change = () =>
      Object.assign(refund, {
        attempt: refund.attempt + 1,
        asked: true,
        failed: false,
        restock: restock && !refund.restocked,
      });
    return { expected: 'done', change };
  });

/** The n-th refund at the provider: `whole` is all that is left, else one cent. */
const takeRefund = (name: string, n: number, whole: boolean, by: 'shop' | 'provider', origin: Origin) =>
  command(`take refund(${name}, ${n}, ${whole ? 'all' : 'a cent'}, ${by})`, async (model, real) => {
    const order = model.orders.get(idOf(name));
    const left = order === undefined ? 1 : order.price * 100 - order.refund.back;
    const amount = whole ? Math.max(left, 1) : 1;
    const refundId = `${idOf(name)}-${n}-${order?.refund.back ?? 0}`;
    const told = { type: 'record-refund', refundId, amount, by } as const;
    const open = order?.byHand && order.refund.back >= order.price * 100 ? 'ORDER_REFUNDED' : 'done';
    const expected = order === undefined ? 'ORDER_NOT_FOUND' : (unpaidOrGone(order) ?? open);
    expect(await outcome(real.log.afterPayment(idOf(name), told, origin))).toBe(expected);
    expect(await outcome(real.log.afterPayment(idOf(name), told, origin))).toBe(
      expected === 'done' ? 'unchanged' : expected,
    );
    if (expected !== 'done' || order === undefined) return;
    const { refund } = order;
    refund.back += amount;
    refund.failed = false;
    const ended = refund.back >= order.price * 100;
    if (ended && refund.asked && refund.restock && !refund.restocked) {
      refund.restocked = true;
      const tool = model.tools.get(order.tool);
      if (tool !== undefined) tool.available += order.quantity;
    }
    if (ended || by === 'shop') refund.asked = false;
    if (!ended) return;
    order.state = 'refunded';
    order.cancelling = false;
  });

const refuseRefund = (name: string, attempt: number, origin: Origin) =>
  after(name, { type: 'fail-refund', failed: { attempt }, reason: 'refused' }, origin, (order) => {
    const { refund } = order;
    const refused = unpaidOrGone(order);
    if (refused !== null) return { expected: refused, change: nothing };
    if (!refund.asked || refund.attempt !== attempt) return { expected: 'unchanged', change: nothing };
    return { expected: 'done', change: () => Object.assign(refund, { asked: false, failed: true }) };
  });

const cancel = (name: string, origin: Origin) =>
  after(name, { type: 'request-cancellation', reason: 'mistake' }, origin, (order) => {
    const outcomes = {
      unpaid: 'ORDER_NOT_PAID',
      paid: order.refund.asked
        ? 'REFUND_PENDING'
        : order.cancelling || order.withdrawals === 3
          ? 'unchanged'
          : 'done',
      shipped: 'ORDER_SHIPPED',
      refunded: 'ORDER_REFUNDED',
      deleted: 'ORDER_GONE',
    };
    const change = () => {
      order.cancelling = true;
    };
    return { expected: outcomes[order.state], change };
  });

const withdraw = (name: string, origin: Origin) =>
  after(name, { type: 'withdraw-cancellation' }, origin, (order) => {
    const change = () => Object.assign(order, { cancelling: false, withdrawals: order.withdrawals + 1 });
    const refused = unpaidOrGone(order);
    if (refused !== null) return { expected: refused, change };
    return { expected: order.cancelling ? 'done' : 'unchanged', change };
  });

const decline = (name: string, origin: Origin) =>
  after(name, { type: 'decline-cancellation' }, origin, (order) => {
    const change = () => {
      order.cancelling = false;
    };
    const refused = unpaidOrGone(order);
    if (refused !== null) return { expected: refused, change };
    return { expected: order.cancelling ? 'done' : 'unchanged', change };
  });

/** What can happen to the money of an order after its payment, and to the wish to cancel it. */
export const moneyCommands = (key: fc.Arbitrary<string>, who: fc.Arbitrary<Origin>) => [
  fc.tuple(key, fc.boolean(), who).map(([name, restock, by]) => askRefund(name, restock, by)),
  fc
    .tuple(key, fc.nat(3), fc.boolean(), fc.constantFrom('shop' as const, 'provider' as const), who)
    .map(([name, n, whole, by, origin]) => takeRefund(name, n, whole, by, origin)),
  fc.tuple(key, fc.integer({ min: 1, max: 2 }), who).map(([name, n, by]) => refuseRefund(name, n, by)),
  fc.tuple(key, who).map(([name, by]) => cancel(name, by)),
  fc.tuple(key, who).map(([name, by]) => decline(name, by)),
  fc.tuple(key, who).map(([name, by]) => withdraw(name, by)),
];
