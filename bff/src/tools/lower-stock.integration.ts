import { openOrderLog } from '@karigar/events';
import { afterAll, describe, expect, it } from 'vitest';
import type { AuditedAction } from '../contracts/shop.ts';
import type { Tool } from '../contracts/tool.ts';
import { anOrder, RunningShop } from '../testing/running-shop.ts';

const shop = await RunningShop.start();
const admin = await shop.admin();
const customer = await shop.person('rahim@example.com');
afterAll(() => shop.stop());

const toolNow = async (id: string) => (await shop.json<Tool>('get', `/tools/${id}`)).body;
const edit = (id: string, body: object, as = admin) => shop.json('put', `/tools/${id}`, { as, body });

/** Every event of a tool's stock and of its orders, as its type and the pieces that it takes (below 0) or brings. */
async function stockEvents(toolId: string): Promise<{ type: string; pieces: number }[]> {
  const log = await openOrderLog({ url: shop.redis.url });
  const found: { type: string; pieces: number }[] = [];
  for await (const { type, subject, data } of log.tail(0, AbortSignal.timeout(60_000), false)) {
    const { available, quantity, toolId: ordered } = data as Record<string, unknown>;
    if (type === 'order.created' && ordered === toolId) found.push({ type, pieces: -Number(quantity) });
    if (subject !== toolId) continue;
    if (type === 'stock.removed') found.push({ type, pieces: -Number(quantity) });
    else found.push({ type, pieces: Number(available ?? quantity) });
  }
  await log.close();
  return found;
}

describe('taking pieces away', () => {
  it('lowers the stock, keeps the reason, and is audited', async () => {
    const id = await shop.newTool();
    const lowered = await edit(id, { availableQuantity: '-30', reason: 'damaged', rev: 1 });
    expect([lowered.status, lowered.body]).toEqual([200, { modifiedCount: 1 }]);
    expect(await toolNow(id)).toMatchObject({ availableQuantity: 70, rev: 2 });
    const audited = await shop.json<AuditedAction[]>('get', `/audit?search=${id}`, { as: admin });
    expect(audited.body[0]).toMatchObject({
      kind: 'tool.changed',
      detail: { after: { availableQuantity: '-30', reason: 'damaged' }, rev: 2 },
    });
  });

  it('goes together with other fields, once however often it is sent', async () => {
    const id = await shop.newTool();
    const body = { availableQuantity: '-10', reason: 'counted', price: 15, rev: 1 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => edit(id, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await toolNow(id)).toMatchObject({ availableQuantity: 90, price: 15, rev: 2 });
  });

  it('of more than is there is refused with how many are there, and changes nothing', async () => {
    const id = await shop.newTool({ availableQuantity: 3 });
    const refused = await edit(id, { availableQuantity: '-4', reason: 'lost', price: 15, rev: 1 });
    expect([refused.status, refused.body.code, refused.body.available]).toEqual([409, 'OUT_OF_STOCK', 3]);
    expect(refused.body.detail).toBe('Only 3 left in stock.');
    expect(await toolNow(id)).toMatchObject({ availableQuantity: 3, price: 12, rev: 1 });
    expect((await edit(id, { availableQuantity: '-3', reason: 'lost', rev: 1 })).status).toBe(200);
    expect((await toolNow(id)).availableQuantity).toBe(0);
  });

  it('is for admins only', async () => {
    const id = await shop.newTool();
    const refused = await edit(id, { availableQuantity: '-4', reason: 'lost', rev: 1 }, customer);
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await toolNow(id)).availableQuantity).toBe(100);
  });

  it.each([
    [{ availableQuantity: '-4', reason: 'lost' }, 'rev', 'Send rev, the revision that you read'],
    [{ availableQuantity: '-4', rev: 1 }, 'reason', 'one of: damaged, lost, returned, counted, other'],
    [{ availableQuantity: '-4', reason: 'gone', rev: 1 }, 'reason', 'one of: damaged, lost'],
    [{ availableQuantity: '+4', reason: 'lost', rev: 1 }, 'reason', 'Send reason with -n only'],
    [{ availableQuantity: 4, reason: 'lost', rev: 1 }, 'reason', 'Send reason with -n only'],
    [{ availableQuantity: '-0', reason: 'lost', rev: 1 }, 'availableQuantity', '"-n" to take n away'],
    [{ availableQuantity: '-1.5', reason: 'lost', rev: 1 }, 'availableQuantity', '"-n" to take n away'],
    [{ availableQuantity: -4, rev: 1 }, 'availableQuantity', '"-n" to take n away'],
  ])('%j is refused with what to send', async (body, field, message) => {
    const id = await shop.newTool();
    const refused = await edit(id, body);
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID']);
    expect(refused.body.errors).toEqual([{ field, message: expect.stringContaining(message) }]);
    expect(await toolNow(id)).toMatchObject({ availableQuantity: 100, rev: 1 });
  });

  it('and buying at once never sell or lose a piece that is not there', async () => {
    const id = await shop.newTool({ availableQuantity: 40 });
    const lower = async (reason: string) => {
      for (;;) {
        const { rev } = await toolNow(id);
        const answer = await edit(id, { availableQuantity: '-7', reason, rev });
        if (answer.status !== 409 || answer.body.code !== 'VERSION_CONFLICT') return answer;
      }
    };
    const buy = () => shop.json('post', '/orders', { as: customer, body: anOrder(customer, id) });
    const work = Array.from({ length: 5 }, () => [
      buy,
      () => lower('lost'),
      buy,
      () => lower('damaged'),
      buy,
    ]);
    const answers = await Promise.all(work.flat().map((start) => start()));
    const refused = answers.filter(({ status }) => status >= 400);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['OUT_OF_STOCK']));
    let left = 0;
    for (const { pieces } of await stockEvents(id)) {
      left += pieces;
      expect(left).toBeGreaterThanOrEqual(0);
    }
    expect((await toolNow(id)).availableQuantity).toBe(left);
    // 15 orders of 2 and 10 lowerings of 7 want 100 of 40 pieces: what is left is too little for a lowering.
    expect(left).toBeLessThan(7);
  });
});
