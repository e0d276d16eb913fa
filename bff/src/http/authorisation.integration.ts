import { afterAll, describe, expect, it } from 'vitest';
import { type Calls, calls } from '../contracts/calls.ts';
import { TestSimulator } from '../payments/testing/test-simulator.ts';
import { newBrowser } from '../push/testing/browser.ts';
import { AuthEmulator } from '../testing/auth-emulator.ts';
import { anOrder, aTool, RunningShop, type TestPerson } from '../testing/running-shop.ts';

const signingIn = ['owner', 'other', 'admin', 'packer', 'editor'] as const;
/** Who asks: `owner` is Rahim, whose record it is; the last three carry tokens that must count for nothing. */
const callers = ['visitor', ...signingIn, 'expired', 'forged', 'foreign'] as const;
type Caller = (typeof callers)[number];

type Expected = Record<Caller, number>;
/** Expected statuses: of a packer and an editor those of a stranger, unless said; a token that is not good must do exactly what no token does. */
const expecting = (visitor: number, owner: number, other: number, admin: number): Expected => ({
  ...{ visitor, owner, other, admin, packer: other, editor: other },
  expired: visitor,
  forged: visitor,
  foreign: visitor,
});
const everyone = (status: number) => expecting(status, status, status, status);
const signedIn = (status: number) => expecting(401, status, status, status);
const ownerOnly = (status: number) => expecting(401, status, 403, 403);
const ownerOrAdmin = (status: number) => expecting(401, status, 403, status);
const adminOnly = (status: number) => expecting(401, 403, 403, status);
const packing = (status: number) => ({ ...adminOnly(status), packer: status });
const editing = (status: number) => ({ ...adminOnly(status), editor: status });

interface Case {
  /** The real path; makes what the path names. */
  path: () => Promise<string> | string;
  body?: () => unknown;
  expected: Expected;
}

const at = (path: string | Case['path'], expected: Expected, body?: unknown): Case => ({
  path: typeof path === 'string' ? () => path : path,
  body: () => body,
  expected,
});

const browser = newBrowser('https://fcm.googleapis.com/fcm/send/x');
const owner = 'rahim@example.com';
const people = new Map<Caller, TestPerson>();
const idTokens = new Map<Caller, string>();

const [emulator, simulator] = await Promise.all([AuthEmulator.start(), TestSimulator.start()]);
const shop = await RunningShop.start({
  FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
  ...simulator.environment,
});
people.set('owner', await shop.person(owner));
people.set('other', await shop.person('karim@example.com'));
people.set('admin', await shop.admin());
for (const role of ['packer', 'editor'] as const) {
  people.set(role, await signIn(`${role}@example.com`));
  const { status } = await shop.call('put', `/user/${role}@example.com/roles/${role}`, {
    as: people.get('admin'),
  });
  expect(status).toBe(200);
}
people.set('expired', await shop.person(owner, { now: Date.now() - 2 * 3_600_000 }));
people.set('forged', await shop.person(owner, { secret: 'another-secret-that-is-just-as-long!!' }));
// The owner's is of another account than that of the orders here, which may sign in for its address is proven.
for (const caller of signingIn) {
  const verified = caller !== 'other';
  idTokens.set(caller, await emulator.idToken(people.get(caller)?.email ?? '', { verified }));
}
idTokens.set('expired', unsigned({ exp: 1_600_000_000 }));
idTokens.set('forged', 'not.a.token');
idTokens.set(
  'foreign',
  unsigned({ aud: 'another-project', iss: 'https://securetoken.google.com/another-project' }),
);
people.set('foreign', { uid: 'x', email: owner, token: idTokens.get('foreign') ?? '' });
afterAll(async () => {
  await shop.stop();
  await Promise.all([emulator.empty(), simulator.stop()]);
});

/** Somebody who signs in with a proven address. */
async function signIn(email: string): Promise<TestPerson> {
  const { body } = await shop.json<{ token: string }>('put', `/user/${email}`, {
    body: { email },
    headers: { Authorization: `Bearer ${await emulator.idToken(email, { verified: true })}` },
  });
  return { uid: '', email, token: body.token };
}

/** A token as the emulator would make it, with other claims. */
function unsigned(claims: Record<string, unknown>): string {
  const now = Math.floor(Date.now() / 1000);
  const base = {
    iss: 'https://securetoken.google.com/demo-karigar',
    aud: 'demo-karigar',
    sub: 'uid-x',
    user_id: 'uid-x',
    email: owner,
    auth_time: now,
    iat: now,
    exp: now + 3600,
    firebase: { identities: {}, sign_in_provider: 'password' },
  };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ ...base, ...claims })}.`;
}

const anOrderOfOwner = async (): Promise<string> =>
  (await shop.place(people.get('owner') as TestPerson, await shop.newTool())).body.insertedId;
/** The path of a call about an order of the owner. */
const ofOrder = (path: string) => async () => path.replace(':id', await anOrderOfOwner());
/** A call about an order of the owner, by what follows its id. */
const atOrder = (rest: string, expected: Expected, body?: unknown): Case =>
  at(ofOrder(`/orders/:id${rest}`), expected, body);
const byHand = { way: 'bKash', transactionId: '9A7B6C5D4E', reason: 'other' };
const confirmed = '/payment-claim/confirmation';
const tool = async () => `/tools/${await shop.newTool()}`;

const cases: Record<keyof Calls, Case> = {
  'GET /config': { path: () => '/config', expected: everyone(200) },
  'GET /openapi.json': { path: () => '/openapi.json', expected: everyone(200) },
  'GET /docs': { path: () => '/docs', expected: everyone(200) },
  'GET /tools': { path: () => '/tools', expected: everyone(200) },
  'GET /searchtools': { path: () => '/searchtools?search=a', expected: everyone(200) },
  'GET /tools/:id': { path: tool, expected: everyone(200) },
  'POST /tools': at('/tools', editing(201), aTool),
  'PUT /tools/:id': at(tool, editing(200), { price: 5 }),
  'DELETE /tools/:id': at(tool, editing(200)),
  'GET /reviews': { path: () => '/reviews', expected: everyone(200) },
  'GET /reviews/hidden': at('/reviews/hidden', editing(200)),
  'PUT /reviews/:id': at('/reviews/rev_none', editing(404), { hidden: true, reason: 'other' }),
  'PUT /reviews/:id/reply': at('/reviews/rev_none/reply', editing(404), { text: 'Thank you' }),
  'DELETE /reviews/:id/reply': at('/reviews/rev_none/reply', editing(404)),
  'GET /tools/:id/reviews': { path: async () => `${await tool()}/reviews`, expected: everyone(200) },
  'POST /reviews': at('/reviews', signedIn(201), { reviews: 'Good', rating: 5 }),
  // No person orders in another's name; the owner gets as far as the missing tool.
  'POST /orders': at('/orders', ownerOnly(404), anOrder({ email: owner }, 'tool_none')),
  'GET /orders': { path: () => '/orders', expected: adminOnly(200) },
  'GET /bookkeeping.csv': at('/bookkeeping.csv?from=2026-11-01&to=2026-11-02', adminOnly(200)),
  'GET /orders.csv': { path: () => '/orders.csv', expected: adminOnly(200) },
  'GET /orders/:email': { path: () => `/orders/${owner.toUpperCase()}`, expected: ownerOnly(200) },
  'GET /orders/order/:id': at(ofOrder('/orders/order/:id'), ownerOrAdmin(200)),
  'GET /orders/order/:id/events': at(ofOrder('/orders/order/:id/events'), ownerOrAdmin(200)),
  'PATCH /orders/order/:id': at(ofOrder('/orders/order/:id'), ownerOrAdmin(409), {
    transactionId: 'pi_none',
  }),
  'GET /parcels': at('/parcels', packing(200)),
  // It is not paid.
  'GET /parcels/:id': at(ofOrder('/parcels/:id'), packing(404)),
  // A packer sees no order that is not paid.
  'PUT /order/:id': at(ofOrder('/order/:id'), { ...packing(409), packer: 404 }, { status: 'Shipped' }),
  // No order has this number: the answer says so, and nothing is changed.
  'POST /orders/shipments': at('/orders/shipments', packing(200), { shipments: [{ order: 'K-999999999' }] }),
  'PATCH /orders/:id/delivery': atOrder('/delivery', ownerOrAdmin(200), {
    ...{ name: 'Karim', address: '2 New Road', city: 'Khulna', zip: '9100', phone: '' },
  }),
  'POST /orders/:id/refund': atOrder('/refund', adminOnly(409), { reason: 'customer', restock: true }),
  'POST /orders/:id/cancellation': atOrder('/cancellation', ownerOnly(409), { reason: 'mistake' }),
  // It is not paid.
  'POST /orders/:id/cancellation/withdrawal': atOrder('/cancellation/withdrawal', ownerOnly(409)),
  'DELETE /orders/:id/cancellation': atOrder('/cancellation', adminOnly(409)),
  // No way of paying by hand is configured, and no payment is reported.
  'POST /orders/:id/payment-claim': atOrder('/payment-claim', ownerOnly(400), byHand),
  'POST /orders/:id/payment-claim/confirmation': atOrder(confirmed, adminOnly(409), byHand),
  'POST /orders/:id/payment-claim/refusal': atOrder('/payment-claim/refusal', adminOnly(409), byHand),
  'DELETE /orders/:id': atOrder('', ownerOrAdmin(200)),
  'POST /create-payment-intent': at('/create-payment-intent', signedIn(201), { price: 20 }),
  'POST /webhooks/stripe': { path: () => '/webhooks/stripe', body: () => ({}), expected: everyone(400) },
  'GET /userinfo/:email': { path: () => `/userinfo/${owner}`, expected: ownerOrAdmin(200) },
  'PUT /userinfo/:email': at(`/userinfo/${owner}`, ownerOnly(200), {
    ...{ phone: '1', education: 'x', country: 'BD' },
  }),
  'PUT /user/:email': at(`/user/${owner}`, ownerOnly(200), { email: owner }),
  'GET /me': { path: () => '/me', expected: signedIn(200) },
  'GET /me/data': { path: () => '/me/data', expected: signedIn(200) },
  'GET /tools/:id/waiting': { path: () => '/tools/none/waiting', expected: signedIn(200) },
  'POST /tools/:id/waiting': { path: () => '/tools/none/waiting', expected: signedIn(404) },
  'DELETE /tools/:id/waiting': { path: () => '/tools/none/waiting', expected: signedIn(200) },
  'GET /me/notifications': { path: () => '/me/notifications', expected: signedIn(200) },
  'PUT /me/notifications': at('/me/notifications', packing(200), {
    kinds: [{ kind: 'to-ship', on: true }],
  }),
  'POST /me/devices': at('/me/devices', signedIn(201), { ...browser.subscription, name: 'A phone' }),
  // Whoever asks removes what is theirs; of others nothing is found.
  'DELETE /me/devices/:id': { path: () => '/me/devices/none', expected: signedIn(200) },
  // Everybody erases themselves only: whose address it is comes first.
  'DELETE /me': at('/me', signedIn(400), { confirm: 'nobody@example.com' }),
  'GET /admin/:email': { path: () => `/admin/${owner}`, expected: ownerOrAdmin(200) },
  'GET /user': { path: () => '/user', expected: adminOnly(200) },
  'PUT /user/admin/:email': { path: () => '/user/admin/nobody@example.com', expected: adminOnly(404) },
  'DELETE /user/admin/:email': at('/user/admin/nobody@example.com', adminOnly(404)),
  'PUT /user/:email/roles/:role': at('/user/nobody@example.com/roles/packer', adminOnly(404)),
  'DELETE /user/:email/roles/:role': at('/user/nobody@example.com/roles/editor', adminOnly(404)),
  'POST /images': at('/images', editing(415), {}),
  'GET /live': { path: () => '/live', expected: signedIn(200) },
  'GET /stats': { path: () => '/stats', expected: adminOnly(200) },
  'GET /sales': at('/sales?from=2026-11-01&to=2026-11-02', adminOnly(200)),
  'GET /sales.csv': at('/sales.csv?from=2026-11-01&to=2026-11-02', adminOnly(200)),
  'GET /audit': { path: () => '/audit', expected: adminOnly(200) },
  'GET /notices/failed': { path: () => '/notices/failed', expected: adminOnly(200) },
  'POST /notices/failed/again': { path: () => '/notices/failed/again', expected: adminOnly(200) },
  'POST /notices/failed/:id/again': { path: () => '/notices/failed/none/again', expected: adminOnly(404) },
  'DELETE /notices/failed/:id': { path: () => '/notices/failed/none', expected: adminOnly(404) },
  'GET /operations': { path: () => '/operations', expected: adminOnly(200) },
};

describe('who may call what', () => {
  it('is decided in this table for every call that the server has', () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(calls).sort());
  });

  it.each(Object.entries(cases))('%s', async (name, { path, body, expected }) => {
    const [method = ''] = name.split(' ');
    const seen: Record<string, number> = {};
    for (const caller of callers) {
      const token = name === 'PUT /user/:email' ? idTokens.get(caller) : people.get(caller)?.token;
      const answer = await shop.call(method, await path(), {
        ...(body ? { body: body() } : {}),
        headers: token ? { Authorization: `Bearer ${token}` } : {},
      });
      seen[caller] = answer.status;
      await answer.body?.cancel();
    }
    expect(seen).toEqual(expected);
  });

  it('looks the role up anew at each request', async () => {
    const email = 'soon-admin@example.com';
    const person = await signIn(email);
    expect((await shop.call('get', '/stats', { as: person })).status).toBe(403);
    const promote = () => shop.json('put', `/user/admin/${email}`, { as: people.get('admin') });
    expect((await promote()).body).toEqual({ modifiedCount: 1 });
    expect((await shop.call('get', '/stats', { as: person })).status).toBe(200);
    expect((await promote()).body).toEqual({ modifiedCount: 0 });
  });
});
