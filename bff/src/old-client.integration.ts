import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { TestSimulator } from './payments/testing/test-simulator.ts';
import { AuthEmulator } from './testing/auth-emulator.ts';
import { adminEmail, RunningShop } from './testing/running-shop.ts';

let emulator: AuthEmulator;
let simulator: TestSimulator;

[emulator, simulator] = await Promise.all([AuthEmulator.start(), TestSimulator.start()]);
const shop = await RunningShop.start({
  FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
  ...simulator.environment,
  MAX_UNPAID_ORDERS: '5',
});
afterAll(async () => {
  await shop.stop();
  await Promise.all([emulator.empty(), simulator.stop()]);
});

type Body = Record<string, unknown>;

/** A client as it was written for the old shop: its payloads to the letter, and the token on each call. */
async function signIn(email: string, options: { verified?: boolean } = {}) {
  const idToken = await emulator.idToken(email, options);
  const { status, body } = await shop.json('put', `/user/${email}`, {
    body: { email },
    headers: { Authorization: `Bearer ${idToken}` },
  });
  expect(status).toBe(200);
  const person = { uid: '', email, token: String(body.token) };
  const call = async (method: string, path: string, payload?: Body): Promise<Body> => {
    const answer = await shop.json(method, path, {
      as: person,
      ...(payload ? { body: payload } : {}),
    });
    expect([method, path, answer.status < 300]).toEqual([method, path, true]);
    return answer.body;
  };
  return { body, call, idToken, email };
}

describe('a client that was written for the old shop', () => {
  it('browses, orders, pays, ships, reviews, keeps a profile, makes an admin, adds and deletes tools', async () => {
    const admin = await signIn(adminEmail, { verified: true });
    const customer = await signIn('Customer@Example.com', { verified: true });
    expect(await admin.call('get', `/admin/${adminEmail}`)).toEqual({ admin: true });
    expect(await customer.call('get', `/admin/${customer.email}`)).toEqual({ admin: false });

    const name = `Hammer ${randomUUID()}`;
    const { insertedId: toolId } = await admin.call('post', '/tools', {
      name,
      price: '25',
      description: 'A hammer',
      minOrderQuantity: '10',
      availableQuantity: '500',
      image: 'https://i.ibb.co/abc/hammer.jpg',
    });
    const tools = (await customer.call('get', '/tools')) as unknown as Body[];
    expect(tools.map((tool) => tool._id)).toContain(toolId);
    const tool = await customer.call('get', `/tools/${toolId}`);

    await customer.call('post', '/orders', {
      toolsName: tool.name,
      description: tool.description,
      image: tool.image,
      address: '1 Road',
      city: 'Dhaka',
      email: 'Customer@Example.com',
      name: 'Customer',
      quantity: '10',
      zip: 1215,
      price: 250,
      unitPrice: tool.price,
      status: 'pending',
    });
    await customer.call('put', `/tools/${toolId}`, { availableQuantity: 490 });
    expect(await customer.call('get', `/tools/${toolId}`)).toMatchObject({ availableQuantity: 490 });

    const [order] = (await customer.call('get', `/orders/${customer.email}`)) as unknown as Body[];
    expect(order).toMatchObject({ toolsName: name, price: 250, paid: false, status: 'pending' });
    const { clientSecret } = await customer.call('post', '/create-payment-intent', { price: order?.price });
    const intentId = String(clientSecret).split('_secret_')[0] ?? '';
    await simulator.pay({ id: intentId, clientSecret: String(clientSecret) });
    await customer.call('patch', `/orders/order/${order?._id}`, {
      order: order?._id,
      transactionId: intentId,
    });
    expect(await customer.call('get', `/orders/order/${order?._id}`)).toMatchObject({
      paid: true,
      transactionId: intentId,
    });

    const found = (await admin.call('get', `/orders?search=${name.slice(0, 12)}`)) as unknown as Body[];
    expect(found.map((one) => one._id)).toContain(order?._id);
    expect(await admin.call('put', `/order/${order?._id}`, { status: 'Shipped' })).toMatchObject({
      modifiedCount: 1,
    });
    expect(await customer.call('get', `/orders/order/${order?._id}`)).toMatchObject({ status: 'Shipped' });

    await customer.call('post', '/reviews', { reviews: 'Strong handle', rating: '4' });
    const reviews = (await customer.call('get', '/reviews')) as unknown as Body[];
    expect(reviews[0]).toMatchObject({ reviews: 'Strong handle', rating: 4, name: 'Test Person' });

    expect(await customer.call('get', `/userinfo/${customer.email}`)).toBeNull();
    const profile = {
      city: 'Dhaka',
      country: 'Bangladesh',
      education: 'Diploma',
      linkedin: '',
      phone: '017',
      zip: '1215',
      name: 'Customer',
      email: 'somebody-else@example.com',
      photoURL: null,
    };
    expect(await customer.call('put', `/userinfo/${customer.email}`, profile)).toMatchObject({
      upsertedCount: 1,
    });
    expect(await customer.call('get', `/userinfo/${customer.email}`)).toMatchObject({
      phone: '017',
      email: 'customer@example.com',
    });

    const users = (await admin.call('get', '/user')) as unknown as Body[];
    expect(users.map((user) => user.email)).toContain('customer@example.com');
    expect(await admin.call('put', `/user/admin/${customer.email}`)).toEqual({ modifiedCount: 1 });
    expect(await customer.call('delete', `/tools/${toolId}`)).toEqual({ deletedCount: 1 });
  });
});

describe('the exchange of tokens', () => {
  it('refuses the token of somebody else and of nobody', async () => {
    const ask = (path: string, token: string, body: Body = {}) =>
      shop.json('put', path, { body, headers: { Authorization: `Bearer ${token}` } });
    const mine = await emulator.idToken('mine@example.com');
    const answers = await Promise.all([
      ask('/user/mine@example.com', mine),
      ask('/user/MINE@example.com', mine, { email: 'Mine@Example.com' }),
      ask('/user/yours@example.com', mine),
      ask('/user/mine@example.com', mine, { email: 'yours@example.com' }),
      ask('/user/mine@example.com', 'garbage'),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 403, 403, 401]);
    expect((await shop.json('put', '/user/mine@example.com', { body: {} })).status).toBe(401);
  });

  it('says 503, not 401, when the identity service is away, so that nobody is signed out', async () => {
    const lonely = await RunningShop.start({}, shop);
    try {
      const { status, body } = await lonely.json('put', '/user/mine@example.com', {
        body: {},
        headers: { Authorization: `Bearer ${await emulator.idToken('mine@example.com')}` },
      });
      expect([status, body.code]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
    } finally {
      process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host;
      await lonely.stop({ keepRedis: true });
    }
  });

  it('makes admins of listed addresses only once they are verified', async () => {
    const listed = await RunningShop.start(
      { FIREBASE_AUTH_EMULATOR_HOST: emulator.host, ADMIN_EMAILS: 'boss@example.com' },
      shop,
    );
    try {
      const askAs = async (verified: boolean) => {
        const idToken = await emulator.idToken('boss@example.com', { verified });
        const { body } = await listed.json('put', '/user/boss@example.com', {
          body: {},
          headers: { Authorization: `Bearer ${idToken}` },
        });
        const as = { uid: '', email: 'boss@example.com', token: String(body.token) };
        return (await listed.json('get', '/admin/boss@example.com', { as })).body;
      };
      expect(await askAs(false)).toEqual({ admin: false });
      expect(await askAs(true)).toEqual({ admin: true });
    } finally {
      await listed.stop({ keepRedis: true });
    }
  });

  it('is closed with the emulator’s paths when others reach the shop, for the machine itself alone it goes on', async () => {
    const open = await RunningShop.start(
      {
        FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
        HOST: '0.0.0.0',
        INBOX_URL: 'http://127.0.0.1:9',
      },
      shop,
    );
    try {
      for (const path of [
        '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any',
        '/securetoken.googleapis.com/v1/token',
        '/emulator/v1/projects/demo-karigar/oobCodes',
        '/emulator',
        '/inbox',
        '/inbox/0123456789abcdef01234567/letter',
      ]) {
        const answer = await fetch(`http://127.0.0.1:${open.shop.port}${path}`, {
          method: 'POST',
          body: '{}',
        });
        expect([path, answer.status]).toEqual([path, 403]);
        const { error } = (await answer.json()) as { error: { message: string } };
        expect(error.message).toContain('HOST=127.0.0.1');
      }
      const bearer = { Authorization: `Bearer ${await emulator.idToken('mine@example.com')}` };
      const ask = async (headers: Record<string, string>) => {
        const answer = await fetch(`http://127.0.0.1:${open.shop.port}/api/user/mine@example.com`, {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json', ...bearer, ...headers },
          body: '{}',
        });
        return answer.status;
      };
      expect(await ask({ 'X-Forwarded-For': '192.0.2.7' })).toBe(403);
      expect(await ask({})).toBe(200);
    } finally {
      await open.stop({ keepRedis: true });
    }
  });

  it('reaches the emulator through the shop’s own origin, as the browser does', async () => {
    const answer = await fetch(`${shop.shop.url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'through@example.com', password: 'secret!1', returnSecureToken: true }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ email: 'through@example.com' });
    const simulated = await fetch(`${shop.shop.url}/simulator/v1/payment_intents/pi_none`);
    expect(simulated.status).toBe(401);
  });
});
