import type { RecordedEvent } from '@karigar/events';
import { expect, it } from 'vitest';
import { sealBuyer } from '../personal/buyer.ts';
import { openPersonal } from '../personal/personal.ts';
import { memoryKeyStore } from '../personal/testing/memory-key-store.ts';
import { orderTimeline } from './order-timeline.ts';

const buyer = {
  email: 'rahim@example.com',
  name: 'Rahim',
  address: '1 Test Road',
  city: 'Dhaka',
  zip: '1215',
};

/** An order whose person was corrected. */
async function correctedOrder() {
  const personal = await openPersonal(memoryKeyStore(), () => undefined);
  const [person, corrected] = [
    await sealBuyer(personal, 'u1', 'ord_1', buyer),
    await sealBuyer(personal, 'u1', 'ord_1', { ...buyer, city: 'Khulna' }),
  ];
  const origin = { subject: 'ord_1', ts: 0, actor: 'user:u1', correlationId: 'test', hash: '' };
  const history = [
    { ...origin, seq: 1, v: 1, type: 'order.created', schema: 1, data: { uid: 'u1', person } },
    { ...origin, seq: 2, v: 2, type: 'order.corrected', schema: 1, data: { person: corrected } },
  ] as unknown as RecordedEvent[];
  return { personal, history };
}

it('a correction tells what was before and what is so since', async () => {
  const { personal, history } = await correctedOrder();
  const [placed, corrected] = await orderTimeline(personal, history, null);
  expect(corrected?.data).toEqual({ before: { city: 'Dhaka' }, after: { city: 'Khulna' } });
  expect(placed?.data).toEqual({ uid: 'u1' });
});

it('nothing is left of a correction once its customer is erased', async () => {
  const { personal, history } = await correctedOrder();
  await personal.erase('u1');
  for (const staff of [null, new Map<string, string>()]) {
    const [, corrected] = await orderTimeline(personal, history, staff);
    expect(corrected?.data).toEqual({ before: {}, after: {} });
  }
});
