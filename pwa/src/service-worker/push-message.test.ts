import { expect, test } from 'vitest';
import { readPush } from './push-message.ts';

const origin = 'https://shop.example';
const push = (notification: object, more: object = {}) =>
  readPush(JSON.stringify({ web_push: 8030, notification, ...more }), origin);
const whole = {
  title: 'Your order K-180 is paid',
  body: 'Thank you.',
  tag: '7:paid:push:d',
  navigate: 'https://shop.example/dashboard/orders/K-180',
};

test('a push says what to show, where a tap leads and what waits', () => {
  expect(push(whole, { app_badge: 2 })).toEqual({
    title: 'Your order K-180 is paid',
    body: 'Thank you.',
    tag: '7:paid:push:d',
    path: '/dashboard/orders/K-180',
    waiting: 2,
  });
  expect(push(whole).waiting).toBeNull();
});

test.each([undefined, '', 'no JSON', 'null', '[]', '{}', '{"notification":null}', '{"notification":"x"}'])(
  'a push that cannot be read (%s) shows something all the same',
  (text) => {
    expect(readPush(text, origin)).toMatchObject({
      title: 'You have a new notification',
      path: '/dashboard/myorders',
    });
  },
);

test.each([
  ['https://evil.example/steal', '/steal'],
  ['javascript:alert(1)', '/dashboard/myorders'],
  ['https://shop.example//evil.example/x', '/dashboard/myorders'],
  [7, '/dashboard/myorders'],
])('a tap never leads out of the shop: %s', (navigate, path) => {
  const opened = push({ ...whole, navigate }).path;
  expect(new URL(opened, origin).origin).toBe(origin);
  expect(opened).toBe(path);
});

test.each([-1, 1.5, 'x', null])('a count that is none (%s) leaves the icon as it is', (app_badge) => {
  expect(push(whole, { app_badge }).waiting).toBeNull();
});
