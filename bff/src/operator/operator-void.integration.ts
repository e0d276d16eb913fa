import { join } from 'node:path';
import { type OpsEntry, redisKeys } from '@karigar/events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newFilledKeys } from '../personal/testing/filled-keys.ts';
import { type OperatorShop, openOperatorShop } from './testing/operator-shop.ts';

let place: OperatorShop;
let orderId = '';
let toolId = '';
let first = 0;
let second = 0;

/** An order is placed twice: all that the read models hold of it is lost before the command is repeated. */
beforeAll(async () => {
  place = await openOperatorShop();
  const { log } = place.shop;
  toolId = await place.shop.newTool(10);
  const command = {
    ...{ uid: 'u', idempotencyKey: 'k', requestHash: 'r', person: 'sealed' },
    ...{ toolId, quantity: 2, actor: 'user:u', correlationId: 'c' },
  };
  const { order } = await log.place(command);
  orderId = order.id;
  first = order.seqs[0] ?? 0;
  const { gen } = await log.head();
  await log.redis.run(async (connection) => {
    await connection.del(`{o}:g${gen}:order:${orderId}`);
    for (const set of await connection.keys(`{o}:g${gen}:*unpaid`)) await connection.zRem(set, orderId);
  });
  second = (await log.place(command)).order.seqs[0] ?? 0;
});
afterAll(() => place?.stop());

it('a log that holds what cannot have happened is named, kept out of backups, and put right by declaring it void', async () => {
  const { log } = place.shop;
  const file = join(place.dir, 'twice');
  const verified = await place.run(['verify']);
  expect(verified.code).toBe(1);
  expect(verified.out).toContain(`LOG      event ${second} ${orderId}`);
  expect(verified.out).toContain(`npm run orders -- void ${second}`);
  expect(verified.out).not.toContain('restore a backup');
  const exported = await place.run(['export', file]);
  expect(exported).toMatchObject({ code: 1, err: expect.stringContaining(`event ${second} of ${orderId}`) });
  expect((await place.run(['rebuild'])).err).toContain(`Event ${second} (order.created) cannot be projected`);

  const { seq: head } = await log.head();
  const note = `Rina wrote that event ${first} has placed it already`;
  const refusals: [string[], string][] = [
    [['void', String(second), '--yes'], 'Say why'],
    [['void', String(second), '--why', 'twice', '--yes'], 'Allowed choices are placed-twice, impossible'],
    [['void', String(second), '--why', 'other'], 'add --yes'],
    [
      ['void', String(first), '--why', 'other', '--yes'],
      `fits the history before it, or cannot be read. Only these can be declared void: ${second}`,
    ],
    [['void', String(second), '--why', 'other', '--note', note, '--yes'], 'Set DATA_KEY'],
    [['void', '999', '--why', 'other', '--yes'], 'There is no event 999'],
  ];
  for (const [args, told] of refusals)
    expect(await place.run(args)).toMatchObject({ code: 1, err: expect.stringContaining(told) });
  expect((await log.head()).seq).toBe(head);

  const keys = await newFilledKeys(place.dir);
  await keys.seal('u', orderId, { email: '', name: 'Rina', address: '', city: '', zip: '' });
  await keys.close();
  const why = 'placed-twice';
  const declare = ['void', String(second), '--why', why, '--who', 'amal', '--note', note, '--yes'];
  const declared = await place.run(declare);
  expect(declared).toMatchObject({ code: 0, err: '' });
  expect(declared.out).toContain(`Event ${head + 1} declares event ${second} of ${orderId} void`);
  expect((await place.run(declare)).out).toContain('void already');
  const event = await log.redis.run((connection) =>
    connection.xRange(redisKeys.events, `${head + 1}-0`, '+'),
  );
  expect(event).toMatchObject([{ message: { type: 'event.voided', actor: 'ops:amal', subject: orderId } }]);
  const sealed: unknown = JSON.parse(event?.[0]?.message.data ?? '');
  expect(sealed).toEqual({ seq: second, reason: why, note: expect.not.stringContaining('Rina') });
  const tail = ['tail', '--last', '1', '--no-follow'];
  expect((await place.run(tail)).out).toContain(JSON.stringify({ seq: second, reason: why, note }));
  const withoutKey = await place.run(tail, { DATA_DIR: '/nowhere' });
  expect(withoutKey.err).toContain(`The note of event ${head + 1} stays sealed. Set DATA_KEY`);
  expect(withoutKey.out).toContain(JSON.stringify(sealed));
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
