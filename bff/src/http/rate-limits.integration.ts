import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { RunningShop, type TestPerson } from '../testing/running-shop.ts';

const shop = await RunningShop.start({ RATE_LIMIT: 'on', TRUSTED_PROXIES: 'loopback' });
afterAll(() => shop.stop());

const from = (address: string) => ({ 'X-Forwarded-For': address });

it('they stop a person, not their neighbours behind the same address, and say when to come back', async () => {
  const [eager, calm] = [await shop.person('eager@example.com'), await shop.person('calm@example.com')];
  const ask = (as: TestPerson) => shop.json('post', '/create-payment-intent', { as, body: {} });
  // The minute may begin anew in between.
  let [allowed, last] = [0, await ask(eager)];
  while (last.status === 400 && allowed < 200) {
    allowed += 1;
    last = await ask(eager);
  }
  expect(allowed).toBeGreaterThanOrEqual(30);
  expect([last.status, last.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask(calm)).status).toBe(400);
});

it('all addresses of one IPv6 network count as one, those of another do not', async () => {
  let host = 0;
  const ask = async (network: string) => {
    host += 1;
    const headers = from(`${network}:${host.toString(16)}::1`);
    return (await shop.call('post', '/images', { headers })).status;
  };
  let [allowed, last] = [0, await ask('2001:db8:1:2')];
  while (last === 401 && allowed < 400) {
    allowed += 1;
    last = await ask('2001:db8:1:2');
  }
  expect(last).toBe(429);
  expect(await ask('2001:db8:1:3')).toBe(401);
});

it('counting writes nothing into the file of the log', async () => {
  const person = await shop.person('reader@example.com');
  const folder = join(shop.redis.dir, 'appendonlydir');
  const written = async () => {
    const name = (await readdir(folder)).find((one) => one.includes('.incr.')) ?? '';
    return readFile(join(folder, name), 'latin1');
  };
  const before = (await written()).length;
  for (let turn = 0; turn < 20; turn += 1) {
    expect((await shop.call('get', `/orders/${person.email}`, { as: person })).status).toBe(200);
    expect((await shop.call('get', '/reviews', { headers: from('198.51.100.4') })).status).toBe(200);
    expect((await shop.call('post', '/reviews', { as: person, body: {} })).status).toBe(400);
  }
  // Background jobs write at any time.
  const keys = (await written()).slice(before).match(/\{o\}:[\w:.-]+/g) ?? [];
  expect(keys.filter((key) => !key.startsWith('{o}:follow:'))).toEqual([]);
});
