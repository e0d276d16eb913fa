import { afterAll, describe, expect, it } from 'vitest';
import type { AuditedAction } from '../contracts/shop.ts';
import type { Tool } from '../contracts/tool.ts';
import { aTool, RunningShop } from '../testing/running-shop.ts';

const shop = await RunningShop.start();
const admin = await shop.admin();
const customer = await shop.person('rahim@example.com');
afterAll(() => shop.stop());

const toolsNow = async () => (await shop.json<Tool[]>('get', '/tools')).body;
const toolNow = async (id: string) => (await shop.json<Tool>('get', `/tools/${id}`)).body;

describe('the catalogue', () => {
  it('shows a tool to everyone as soon as an admin has added it, newest first', async () => {
    const older = await shop.newTool({ name: 'Old Saw' });
    const newer = await shop.newTool({ name: 'New Saw' });
    const ids = (await toolsNow()).map((tool) => tool._id);
    expect(ids.indexOf(newer)).toBeLessThan(ids.indexOf(older));
    expect(await toolNow(newer)).toMatchObject({ name: 'New Saw', availableQuantity: 100, rev: 1 });
  });

  it('answers 304 without a body for the bytes a client has, and 200 after any change', async () => {
    const id = await shop.newTool();
    const first = await shop.call('get', '/tools');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const same = await shop.call('get', '/tools', { headers: { 'If-None-Match': `W/"x", ${tag}` } });
    expect(same.status).toBe(304);
    expect(await same.text()).toBe('');
    await shop.call('put', `/tools/${id}`, { as: admin, body: { price: 13 } });
    const changed = await shop.call('get', '/tools', { headers: { 'If-None-Match': tag } });
    expect(changed.status).toBe(200);
  });

  it('is packed for those who can read it, under a tag of its own', async () => {
    await shop.newTool({ description: 'long '.repeat(300) });
    const ask = (encoding: string) =>
      shop.call('get', '/tools', { headers: { 'Accept-Encoding': encoding } });
    const [packed, plain] = [await ask('gzip'), await ask('identity')];
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toContain('Accept-Encoding');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    expect(await packed.json()).toEqual(await plain.json());
  });

  it('is the same answer whether memory gives it at once or the application does', async () => {
    await shop.newTool({ name: 'Twice Seen, ৳ 12 – হাতুড়ি' });
    const headersOf = (answer: Response) =>
      [...answer.headers.entries()].filter(([name]) => !['date', 'x-request-id'].includes(name)).sort();
    for (const encoding of ['identity', 'gzip']) {
      const ask = (path: string) => shop.call('get', path, { headers: { 'Accept-Encoding': encoding } });
      await ask('/tools');
      const [quick, full] = [await ask('/tools'), await ask('/tools?')];
      expect([...headersOf(quick)]).toEqual(headersOf(full));
      expect(await quick.text()).toBe(await full.text());
      expect(quick.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('searches names literally and without regard to case', async () => {
    const id = await shop.newTool({ name: 'Plier (8") .*' });
    const found = async (text: string) =>
      (await shop.json<Tool[]>('get', `/searchtools?search=${encodeURIComponent(text)}`)).body.map(
        (t) => t._id,
      );
    expect((await found('PLIER (8')) as string[]).toContain(id);
    expect(await found('.*')).toEqual([id]);
    expect(await found('no such tool')).toEqual([]);
    expect(await found('')).toEqual((await toolsNow()).map((tool) => tool._id));
  });
});

describe('editing a tool', () => {
  it('lets only one of two admins who saw the same revision win', async () => {
    const id = await shop.newTool();
    const edit = (price: number) =>
      shop
        .call('put', `/tools/${id}`, { as: admin, body: { price, rev: 1 } })
        .then((answer) => answer.status);
    expect((await Promise.all([edit(20), edit(21)])).sort()).toEqual([200, 409]);
    expect((await toolNow(id)).rev).toBe(2);
  });

  it('sets stock, adds to it, and moves the revision each time', async () => {
    const id = await shop.newTool();
    await shop.call('put', `/tools/${id}`, { as: admin, body: { availableQuantity: '7' } });
    expect(await toolNow(id)).toMatchObject({ availableQuantity: 7, rev: 2 });
    await shop.call('put', `/tools/${id}`, { as: admin, body: { availableQuantity: '+5', rev: 2 } });
    expect(await toolNow(id)).toMatchObject({ availableQuantity: 12, rev: 3 });
    const nothing = await shop.json('put', `/tools/${id}`, { as: admin, body: { name: aTool.name } });
    expect(nothing.body).toEqual({ modifiedCount: 0 });
  });

  it('adds to the stock once, however often the edit is sent after a lost answer', async () => {
    const id = await shop.newTool();
    const send = (body: object) => shop.json('put', `/tools/${id}`, { as: admin, body });
    const edit = { availableQuantity: '+5', name: 'Stocked Saw', rev: 1 };
    expect((await send(edit)).body).toEqual({ modifiedCount: 1 });
    expect((await send(edit)).body).toEqual({ modifiedCount: 1 });
    expect(await toolNow(id)).toMatchObject({ availableQuantity: 105, name: 'Stocked Saw', rev: 2 });
    const audited = await shop.json<AuditedAction[]>('get', `/audit?search=${id}`, { as: admin });
    expect(audited.body.map(({ kind }) => kind)).toEqual(['tool.changed', 'tool.added']);
    const other = await send({ ...edit, availableQuantity: '+6' });
    expect([other.status, other.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    await send({ price: 14, rev: 2 });
    expect((await send(edit)).status).toBe(409);
    expect(await toolNow(id)).toMatchObject({ availableQuantity: 105, rev: 3 });
  });

  it('adds to the stock of a revision only, and says so', async () => {
    const id = await shop.newTool();
    const answer = await shop.json<{ code: string; errors: { field: string; message: string }[] }>(
      'put',
      `/tools/${id}`,
      { as: admin, body: { availableQuantity: '+5' } },
    );
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID']);
    const message = 'Send rev, the revision that you read, with +n and -n';
    expect(answer.body.errors).toEqual([{ field: 'rev', message }]);
    expect(await toolNow(id)).toMatchObject({ availableQuantity: 100, rev: 1 });
  });

  it('answers a customer who sends the stock, as the old client does, and changes nothing', async () => {
    const id = await shop.newTool();
    const old = await shop.json('put', `/tools/${id}`, { as: customer, body: { availableQuantity: 1 } });
    expect([old.status, old.body]).toEqual([200, { modifiedCount: 0 }]);
    const more = await shop.json('put', `/tools/${id}`, {
      as: customer,
      body: { availableQuantity: 1, price: 1 },
    });
    expect([more.status, more.body.code]).toEqual([403, 'FORBIDDEN']);
    expect(await toolNow(id)).toMatchObject({ availableQuantity: 100, price: 12, rev: 1 });
  });

  it('hides a deleted tool, says so once, and knows what never was', async () => {
    const id = await shop.newTool();
    const remove = () => shop.json('delete', `/tools/${id}`, { as: admin });
    expect((await remove()).body).toEqual({ deletedCount: 1 });
    expect((await remove()).body).toEqual({ deletedCount: 0 });
    expect((await shop.json('get', `/tools/${id}`)).body.code).toBe('TOOL_NOT_FOUND');
    expect((await toolsNow()).map((tool) => tool._id)).not.toContain(id);
    const edit = await shop.json('put', `/tools/${id}`, { as: admin, body: { price: 3 } });
    expect(edit.status).toBe(404);
    expect((await shop.json('delete', '/tools/tool_never', { as: admin })).status).toBe(404);
  });
});

describe('several processes', () => {
  it('agree on the catalogue soon after one of them changed it', async () => {
    const other = await RunningShop.start({}, shop);
    try {
      const id = await shop.newTool({ name: 'Shared Chisel' });
      const seenByOther = async () => (await other.json<Tool>('get', `/tools/${id}`)).body;
      await expect.poll(seenByOther).toMatchObject({ name: 'Shared Chisel' });
      await shop.call('put', `/tools/${id}`, { as: admin, body: { price: 99, availableQuantity: 3 } });
      await expect.poll(seenByOther).toMatchObject({ price: 99, availableQuantity: 3 });
    } finally {
      await other.stop({ keepRedis: true });
    }
  });
});
