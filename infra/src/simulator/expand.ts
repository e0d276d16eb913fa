import type Stripe from 'stripe';
import { findBalanceTransaction } from './balance-transactions.ts';
import { findPaymentMethod } from './payment-methods.ts';
import type { Put, Store } from './store.ts';
import { SimulatorError } from './stripe-error.ts';

/** The kinds of object that a call answers with. */
export type ObjectKind = keyof typeof references;

/** Fields that the SDK's types give as an id or the object itself. */
type ExpandableField<T> = {
  [K in keyof T]-?: Extract<T[K], string> extends never
    ? never
    : Extract<T[K], { object: string }> extends never
      ? never
      : K;
}[keyof T];
type References<T> = { readonly [K in ExpandableField<T>]?: readonly string[] };

/** What each kind of object refers to, and the kinds that may stand there. */
const references = {
  payment_method: {},
  payment_intent: {
    latest_charge: ['charge'],
    payment_method: ['payment_method'],
  } satisfies References<Stripe.PaymentIntent>,
  charge: {
    payment_intent: ['payment_intent'],
    balance_transaction: ['balance_transaction'],
  } satisfies References<Stripe.Charge>,
  refund: {
    charge: ['charge'],
    payment_intent: ['payment_intent'],
    balance_transaction: ['balance_transaction'],
    failure_balance_transaction: ['balance_transaction'],
  } satisfies References<Stripe.Refund>,
  dispute: {
    charge: ['charge'],
    payment_intent: ['payment_intent'],
  } satisfies References<Stripe.Dispute>,
  balance_transaction: {
    source: ['charge', 'refund', 'dispute'],
  } satisfies References<Stripe.BalanceTransaction>,
  event: {},
};

/**
 * Checks the paths of `expand` against the kind of object that a call answers with; those of a list begin with `data`. Throws 400 for
 * a field that is no reference, and for a path of more than four levels.
 */
export function checkExpand(paths: readonly string[], kind: ObjectKind, isList: boolean): void {
  for (const path of paths) {
    const [first, ...rest] = path.split('.');
    const fields = isList ? rest : [first ?? '', ...rest];
    let kinds: readonly string[] = [kind];
    const isLost = fields.some((field) => {
      kinds = kinds.flatMap((one) => referencesOf(one)[field] ?? []);
      return kinds.length === 0;
    });
    if (isLost || (isList && (first !== 'data' || rest.length === 0))) {
      throw refused(`This property cannot be expanded (${path}).`);
    }
    if (rest.length > 3) throw refused('Properties can be expanded at most four levels deep.');
  }
}

/**
 * The answer with the objects at `paths` in the place of their ids; `puts` are objects that the call itself has made or changed.
 * The paths must have been checked.
 */
export function expandAnswer(
  store: Store,
  { answer, puts }: { answer: unknown; puts: readonly Put[] },
  paths: readonly string[],
): unknown {
  const expand = (value: unknown, fields: readonly string[]): unknown => {
    const [field, ...rest] = fields;
    if (Array.isArray(value)) return value.map((one) => expand(one, fields));
    if (field === undefined || typeof value !== 'object' || value === null) return value;
    const held = (value as Record<string, unknown>)[field];
    const whole = typeof held === 'string' ? lookUp(store, puts, held) : held;
    return { ...value, [field]: expand(whole, rest) };
  };
  return paths.reduce((whole, path) => expand(whole, path.split('.')), answer);
}

/** The object behind an id, by the beginning that Stripe's ids have. */
function lookUp(store: Store, puts: readonly Put[], id: string): unknown {
  const fresh = puts.find((one) => one.id === id && one.table !== 'method');
  if (fresh) return fresh.value;
  switch (id.slice(0, id.indexOf('_'))) {
    case 'pi':
      return store.intents.get(id);
    case 'ch':
      return store.charges.get(id);
    case 're':
      return store.refunds.get(id);
    case 'du':
      return store.disputes.get(id);
    case 'txn':
      return findBalanceTransaction(store, id);
    default:
      return findPaymentMethod(store, id).method;
  }
}

const referencesOf = (kind: string): Readonly<Record<string, readonly string[]>> =>
  references[kind as ObjectKind];

const refused = (message: string) =>
  new SimulatorError(400, { type: 'invalid_request_error', message, param: 'expand' }, { replayed: false });
