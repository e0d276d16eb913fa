import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { anOrder, aTool, RunningShop, type TestPerson } from '../testing/running-shop.ts';

const shop = await RunningShop.start();
const admin = await shop.admin();
const rahim = await shop.person('rahim@example.com');
const toolId = await shop.newTool();
afterAll(() => shop.stop());

/** Values that tend to break things: wrong types, huge numbers, NUL, long texts, deep nesting, prototype keys. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1e308,
    -0.5,
    '',
    ' ',
    '\0',
    'a\0b',
    '9'.repeat(400),
    '+5',
    '1e3',
  ),
  fc.constantFrom<unknown>([], {}, [[[]]], 'x'.repeat(3_000), '\ud800', '=1+1', '<script>', '{"a":1}'),
  fc.integer(),
  fc.string(),
  fc.array(fc.anything({ maxDepth: 2 }), { maxLength: 3 }),
  fc.constant(JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}')),
  fc.constant(JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`)),
);

/** The calls that take a body, with a body that is good, and where they go. */
const targets: readonly { method: string; path: () => string; good: () => Record<string, unknown> }[] = [
  { method: 'post', path: () => '/tools', good: () => aTool },
  { method: 'put', path: () => `/tools/${toolId}`, good: () => ({ ...aTool, rev: 1 }) },
  { method: 'post', path: () => '/orders', good: () => ({ ...anOrder(rahim, toolId), unitPrice: 12 }) },
  { method: 'post', path: () => '/reviews', good: () => ({ reviews: 'x', rating: 5 }) },
  {
    method: 'put',
    path: () => `/userinfo/${rahim.email}`,
    good: () => ({ phone: '1', education: 'x', country: 'y' }),
  },
  { method: 'put', path: () => `/user/${rahim.email}`, good: () => ({ email: rahim.email }) },
  { method: 'patch', path: () => '/orders/order/ord_x', good: () => ({ transactionId: 'pi_x' }) },
  { method: 'put', path: () => '/order/ord_x', good: () => ({ status: 'Shipped' }) },
  { method: 'post', path: () => '/create-payment-intent', good: () => ({ price: 10, orderId: 'ord_x' }) },
];

/** Sends it and insists on an answer that the call's description promises, never a failure of our own. */
async function harmless(method: string, path: string, as: TestPerson, body: unknown): Promise<number> {
  const answer = await shop.json(method, path, { as, body });
  if (answer.status >= 500 && answer.body.code !== 'PROVIDER_UNAVAILABLE')
    throw new Error(`${method} ${path} with ${JSON.stringify(body)?.slice(0, 300)}: ${answer.status}`);
  return answer.status;
}

const counts = async () => {
  const [tools, orders, reviews, users] = await Promise.all([
    shop.json<unknown[]>('get', '/tools'),
    shop.json<unknown[]>('get', '/orders', { as: admin }),
    shop.json<unknown[]>('get', '/reviews'),
    shop.json<unknown[]>('get', '/user', { as: admin }),
  ]);
  return [tools, orders, reviews, users].map((answer) => answer.body.length);
};

describe('whatever is sent', () => {
  it('a good body with some fields spoilt never fails inside, and is stored whole or not at all', async () => {
    let [tools = 0, orders = 0, reviews = 0] = await counts();
    const spoilt = fc.tuple(
      fc.nat({ max: targets.length - 1 }),
      fc.array(fc.tuple(fc.nat({ max: 12 }), nasty), { minLength: 1, maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(spoilt, async ([at, changes]) => {
        const target = targets[at];
        if (!target) return;
        const body: Record<string, unknown> = { ...target.good() };
        const fields = [...Object.keys(body), 'extra'];
        for (const [which, value] of changes) body[fields[which % fields.length] ?? 'extra'] = value;
        const path = target.path();
        const as = path.startsWith('/order/') || path === '/tools' ? admin : rahim;
        const status = await harmless(target.method, path, as, body);
        if (status !== 201) return;
        if (path === '/tools') tools += 1;
        if (path === '/orders') orders += 1;
        if (path === '/reviews') reviews += 1;
      }),
      { numRuns: 250, seed: 7 },
    );
    expect((await counts()).slice(0, 3)).toEqual([tools, orders, reviews]);
  });

  it('bytes that are no JSON, or JSON of another shape, are refused by every call that takes a body', async () => {
    const before = await counts();
    const bodies = [
      '',
      '{',
      'null',
      '1',
      '"x"',
      '[]',
      '\u0000',
      '{"a":',
      `${'{"a":'.repeat(900)}1${'}'.repeat(900)}`,
      'NaN',
    ];
    for (const target of targets) {
      for (const body of bodies) {
        const path = target.path();
        const status = await harmless(target.method, path, path.startsWith('/user') ? rahim : admin, body);
        const sent = [target.method, path, body.slice(0, 20)];
        expect([...sent, status >= 400 || target.method === 'put']).toEqual([...sent, true]);
      }
    }
    expect(await counts()).toEqual(before);
  });

  it('paths and queries of any text never fail inside', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('%', '%00', '..', '%2e%2e', '💥', 'a'.repeat(2_000), '*', '(['),
    );
    const orders = '/orders/X /orders/order/X /orders/order/X/events /orders?search=X';
    const people = '/userinfo/X /admin/X /user?search=X /audit?search=X';
    const pages = '/audit?cursor=X&limit=X /orders?cursor=X&limit=X&from=X /tools/X /searchtools?search=X';
    const paths = `${orders} ${people} ${pages}`.split(' ');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), text, fc.boolean(), async (path, value, encode) => {
        const filled = path.replaceAll('X', () =>
          encode
            ? encodeURIComponent(value.toWellFormed())
            : encodeURI(value.toWellFormed()).replaceAll('#', ''),
        );
        const answer = await shop.call('get', filled, { as: admin });
        await answer.body?.cancel();
        if (answer.status >= 500) throw new Error(`${filled}: ${answer.status}`);
      }),
      { numRuns: 200, seed: 11 },
    );
  });
});
