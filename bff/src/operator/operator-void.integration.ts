import { join } from 'node:path';
import { redisKeys } from '@karigar/events';
import { afterAll, expect, it } from 'vitest';
import type { OpsEntry } from '../ops.ts';
import { openOperatorShop } from './testing/operator-shop.ts';

/** An order is placed twice: all that the read models hold of it is lost before the command is repeated. */
const place = await openOperatorShop();
const { log } = place.shop;
const toolId = await place.shop.newTool(10);
const command = {
  ...{ uid: 'u', idempotencyKey: 'k', requestHash: 'r', person: 'sealed' },
  ...{ toolId, quantity: 2, actor: 'user:u', correlationId: 'c' },
};
const { order } = await log.place(command);
const orderId = order.id;
const first = order.seqs[0] ?? 0;
const { gen } = await log.head();
await log.redis.run(async (connection) => {
  await connection.del(`{o}:g${gen}:order:${orderId}`);
  for (const set of await connection.keys(`{o}:g${gen}:*unpaid`)) await connection.zRem(set, orderId);
});
const second = (await log.place(command)).order.seqs[0] ?? 0;
afterAll(() => place.stop());

it('a log that holds what cannot have happened is named, kept out of backups, and put right by declaring it void', async () => {
  const file = join(place.dir, 'twice');
  const verified = await place.run(['verify']);
  expect(verified.code).toBe(1);
  expect(verified.out).toContain(`LOG      event ${second} ${orderId}`);
  expect(verified.out).toContain(`npm run orders -- void ${second}`);
  expect(verified.out).not.toContain('restore a backup');
  const exported = await place.run(['export', file]);
  expect(exported).toMatchObject({ code: 1, err: expect.stringContaining(`${second}: of ${orderId}`) });
  expect((await place.run(['rebuild'])).err).toContain(`Event ${second} (order.created) cannot be projected`);

  const { seq: head } = await log.head();
  const refusals: [string[], string][] = [
    [['void', String(second), '--yes'], "required option '--why <word>'"],
    [['void', String(second), '--why', 'twice', '--yes'], 'Allowed choices are placed-twice, impossible'],
    [['void', String(first), '--why', 'other', '--yes'], `Only these can be declared void: ${second}.`],
    [['void', '999', '--why', 'other', '--yes'], 'is not there'],
  ];
  for (const [args, told] of refusals)
    expect(await place.run(args)).toMatchObject({ code: 1, err: expect.stringContaining(told) });
  const looked = await place.run(['void', String(second), '--why', 'other']);
  expect(looked).toMatchObject({ code: 1, out: expect.stringContaining('Add --yes to do it.') });
  expect((await log.head()).seq).toBe(head);

  const why = 'placed-twice';
  const declare = ['void', String(second), '--why', why, '--who', 'amal', '--yes'];
  const declared = await place.run(declare);
  expect(declared).toMatchObject({ code: 0, err: '' });
  expect(declared.out).toContain(`Event ${head + 1} declares event ${second} of ${orderId} void`);
  expect((await place.run(declare)).err).toContain('is void already');
  const event = await log.redis.run((connection) =>
    connection.xRange(redisKeys.events, `${head + 1}-0`, '+'),
  );
  expect(event).toMatchObject([{ message: { type: 'event.voided', actor: 'ops:amal', subject: orderId } }]);
  expect(JSON.parse(event?.[0]?.message.data ?? '')).toEqual({ seq: second, reason: why });
  const notes = (await place.run(['notes', '--kind', 'void', '--json'])).json<OpsEntry[]>();
  expect(notes).toMatchObject([{ kind: 'void', who: 'ops:amal', why, detail: { seq: second } }]);

  expect((await place.run(['rebuild'])).code).toBe(0);
  expect(await place.run(['verify'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('No difference.'),
  });
  expect((await place.run(['export', file])).code).toBe(0);
  expect(await place.run(['import', file, '--yes'], { REDIS_URL: place.empty.url })).toMatchObject({
    code: 0,
  });
  expect(await log.stock([toolId])).toEqual([8]);
});
