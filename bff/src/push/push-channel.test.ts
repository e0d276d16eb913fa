import type { OrderDocument } from '@karigar/events';
import { expect, it } from 'vitest';
import { aboutTools, noticeKinds } from '../contracts/notices.ts';
import { pushMessage } from './push-channel.ts';

const shop = 'https://shop.example';
const toolFor = (kind: (typeof noticeKinds)[number]) => ({
  ...{ name: 'Claw Hammer', minOrderQuantity: 1, availableQuantity: 1 },
  deleted: kind === 'discontinued',
});
const written = (kind: (typeof noticeKinds)[number], number = 180) =>
  pushMessage(
    { kind, subject: 't-1', id: `7:${kind}:push:d` },
    aboutTools.includes(kind)
      ? { tool: toolFor(kind) }
      : { order: { number, toolId: 't-1' } as OrderDocument },
    shop,
    2,
  );

it('says what happened, and leads to the order or the tool', () => {
  expect(JSON.parse(written('shipped').text)).toEqual({
    web_push: 8030,
    notification: {
      title: 'Your order K-180 is on its way',
      body: 'Tap for details.',
      navigate: 'https://shop.example/dashboard/orders/K-180',
      tag: '7:shipped:push:d',
      lang: 'en',
      dir: 'ltr',
    },
    app_badge: 2,
  });
  const read = (text: string) => JSON.parse(text) as { notification: { title: string; navigate: string } };
  expect(read(written('to-ship').text).notification.navigate).toBe(`${shop}/dashboard/orders/K-180`);
  expect(read(written('review').text).notification.navigate).toBe(`${shop}/dashboard/addreview?tool=t-1`);
  expect(read(written('back-in-stock').text).notification).toMatchObject({
    title: 'Claw Hammer is back in stock',
    navigate: `${shop}/tools/t-1`,
  });
  expect(read(written('discontinued').text).notification).toMatchObject({
    title: 'Claw Hammer is no longer available',
    navigate: `${shop}/tools`,
  });
});

it('has a time to live (RFC 8030, 5.2)', () => {
  const all = noticeKinds.map((kind) => written(kind));
  expect(all.every(({ ttl }) => ttl >= 12 * 3_600 && ttl <= 3 * 24 * 3_600)).toBe(true);
});
