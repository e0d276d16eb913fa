import type { EventPosition, OrderDocument, RecordedEvent } from '@karigar/events';
import { beforeEach, expect, it } from 'vitest';
import { askAfterMs, askForReviews } from './ask-for-reviews.ts';
import type { Notice } from './notice.ts';

const now = 100 * askAfterMs;
let events: RecordedEvent[];
let orders: OrderDocument[];
let stored: string | null;
let told: string[];

/** An order of a tool, and its event `ageMs` ago. */
function event(type: string, id: string, ageMs: number, toolId = 't1', status = 'shipped') {
  const seq = events.length + 1;
  events.push({ type, subject: id, seq, hash: `h${seq}`, ts: now - ageMs } as unknown as RecordedEvent);
  orders.push({ id, uid: 'u1', toolId, status } as OrderDocument);
}
const connection = {
  get: async () => stored,
  set: async (_key: string, value: string) => {
    stored = value;
  },
};
const log = {
  redis: { run: (work: (of: typeof connection) => unknown) => work(connection) },
  head: async () => ({ seq: events.length, hash: events.at(-1)?.hash ?? '' }),
  eventsAfter: async ({ seq, hash }: EventPosition) =>
    seq > 0 && events[seq - 1]?.hash !== hash ? null : { events: events.slice(seq), full: false },
  order: async (id: string) => orders.find((one) => one.id === id) ?? null,
  orders: async () => ({ orders: orders.filter(({ status }) => status === 'shipped'), nextCursor: null }),
} as unknown as Parameters<typeof askForReviews>[0]['log'];
const ask = (at = now) =>
  askForReviews(
    { log },
    async (notices: readonly Notice[]) => void told.push(...notices.map(({ subject }) => subject)),
    at,
  );

beforeEach(() => {
  events = [];
  orders = [];
  told = [];
  stored = JSON.stringify({ seq: 0, hash: '' });
});

it('asks a week after a parcel has left, once, and once for each tool', async () => {
  event('order.shipped', 'o1', askAfterMs + 2);
  event('order.paid', 'o2', askAfterMs + 1, 't2', 'paid');
  event('order.shipped', 'o3', askAfterMs, 't1');
  event('order.shipped', 'o4', askAfterMs, 't4');
  event('order.shipped', 'o5', askAfterMs - 1, 't5');
  await ask();
  await ask();
  expect(told).toEqual(['o1', 'o4']);
  await ask(now + 1);
  expect(told).toEqual(['o1', 'o4', 'o5']);
});

it('does not ask whose order was refunded meanwhile', async () => {
  event('order.shipped', 'o1', askAfterMs, 't1', 'refunded');
  await ask();
  expect(told).toEqual([]);
});

it.each([
  ['a shop that asks for the first time', null],
  ['another history', JSON.stringify({ seq: 1, hash: 'other' })],
])('begins at the end of the log of %s', async (_, before) => {
  event('order.shipped', 'o1', askAfterMs);
  stored = before;
  await ask();
  await ask();
  expect([told, stored]).toEqual([[], JSON.stringify({ seq: 1, hash: 'h1' })]);
});
