import type { RecordedEvent } from '@karigar/events';
import { expect, it } from 'vitest';
import { sealBuyer } from '../personal/buyer.ts';
import { cachedKeys } from '../personal/cached-keys.ts';
import { openPersonal } from '../personal/personal.ts';
import { memoryKeyStore } from '../personal/testing/memory-key-store.ts';
import { orderTimeline } from './order-timeline.ts';

const clear = {
  email: 'rahim@example.com',
  name: 'Rahim',
  address: '1 Test Road',
  city: 'Dhaka',
  zip: '1215',
};

/** An order of the time before the seals, which was corrected since. */
async function correctedOrder() {
  const personal = await openPersonal(cachedKeys(memoryKeyStore()), () => undefined);
  const person = await sealBuyer(personal, 'u1', 'ord_1', { ...clear, city: 'Khulna' });
  const origin = { subject: 'ord_1', ts: 0, actor: 'user:u1', correlationId: 'test', hash: '' };
  const history = [
    { ...origin, seq: 1, v: 1, type: 'order.created', schema: 1, data: { uid: 'u1', person: clear } },
    { ...origin, seq: 2, v: 2, type: 'order.corrected', schema: 1, data: { person } },
  ] as unknown as RecordedEvent[];
  return { personal, history };
}

it('a correction tells what was before and what is so since', async () => {
  const { personal, history } = await correctedOrder();
  const [placed, corrected] = await orderTimeline(personal, history, null);
  expect(corrected?.data).toEqual({ before: { city: 'Dhaka' }, after: { city: 'Khulna' } });
  expect(placed?.data).toEqual({ uid: 'u1' });
});

it('nothing is left of a correction once its customer is erased, also where the log has them in the clear', async () => {
  const { personal, history } = await correctedOrder();
  await personal.erase('u1');
  for (const staff of [null, new Map<string, string>()]) {
    const [, corrected] = await orderTimeline(personal, history, staff);
    expect(corrected?.data).toEqual({ before: {}, after: {} });
  }
});
