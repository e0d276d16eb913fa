import type { LiveOrder } from '@karigar/bff/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { lendToken } from '../testing/lend-token.ts';
import { awayPause, followLive, type LivePorts, livePause } from './live-connection.ts';

afterEach(() => vi.unstubAllGlobals());

const idOf = (seq: number) => `0.${seq}.aaaaaaaa`;
const news = (seq: number): string =>
  `: still here\n\nid: ${idOf(seq)}\nevent: order\ndata: ${JSON.stringify({ seq, type: 'order.paid', orderId: `o${seq}`, order: null })}\n\n`;

/** A stream in two pieces, cut in the middle of a message, that then breaks. */
const brokenStream = (text: string) =>
  new Response(
    new ReadableStream({
      start(controller) {
        const bytes = new TextEncoder().encode(text);
        controller.enqueue(bytes.slice(0, 25));
        controller.enqueue(bytes.slice(25));
        controller.close();
      },
    }),
  );

/** Follows the shop until `signal` aborts; a device that hears for the first time and misses nothing, unless `ports` say otherwise. */
const follow = (ports: Partial<LivePorts>) =>
  followLive({
    signal: new AbortController().signal,
    lastId: async () => null,
    onGap: async () => undefined,
    onRefused: async () => undefined,
    onOrder: async () => undefined,
    ...ports,
  });
const refuse = (status: number, code: string, headers = {}) =>
  new Response(
    JSON.stringify({ type: 'about:blank', title: 'No', detail: '', status, code, requestId: '' }),
    { status, headers },
  );

test('news arrives whole, and a new connection goes on after the last of it', async () => {
  lendToken();
  const asked: (string | null)[] = [];
  const answers = [brokenStream(news(7)), brokenStream(news(8))];
  const stop = new AbortController();
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Headers }) => {
    asked.push(headers.get('Last-Event-ID'));
    expect(headers.get('Authorization')).toBe('Bearer token');
    return Promise.resolve(answers.shift());
  });
  const heard: number[] = [];
  let lastId: string | null = null;
  await follow({
    signal: stop.signal,
    lastId: () => Promise.resolve(lastId),
    onOrder: async (order, id) => {
      const { seq } = order as LiveOrder;
      heard.push(seq);
      lastId = id;
      if (seq === 8) stop.abort();
    },
  });
  expect(heard).toEqual([7, 8]);
  expect(asked).toEqual([null, idOf(7)]);
});

/** Follows streams that each say `event` first, from `from`; gives the gaps that were told of until news came. */
async function gapsAt(event: string, from: number | null): Promise<string[]> {
  const stop = new AbortController();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(brokenStream(`event: ${event}\nid: ${idOf(41)}\ndata: {}\n\n${news(42)}`)),
  );
  const gaps: string[] = [];
  await follow({
    signal: stop.signal,
    lastId: () => Promise.resolve(from === null ? null : idOf(from)),
    onGap: async (id) => void gaps.push(id),
    onOrder: async () => stop.abort(),
  });
  return gaps;
}

test('a device that follows for the first time, and one whose last news is not at hand, hear of the gap', async () => {
  expect(await gapsAt('ready', null)).toEqual([idOf(41)]);
  expect(await gapsAt('resync', 7)).toEqual([idOf(41)]);
});

test('where the stream goes on after the last news nothing is missed', async () => {
  expect(await gapsAt('ready', 7)).toEqual([]);
});

test('it reads in a browser whose streams cannot be iterated over', async () => {
  const iterator = Object.getOwnPropertyDescriptor(ReadableStream.prototype, Symbol.asyncIterator);
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
  try {
    const stop = new AbortController();
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(brokenStream(news(7))));
    const onOrder = vi.fn(async () => stop.abort());
    await follow({
      signal: stop.signal,
      onOrder,
    });
    expect(onOrder).toHaveBeenCalledOnce();
  } finally {
    if (iterator) Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, iterator);
  }
});

test('news that cannot be kept, and a stream that always ends at once, are asked for ever more rarely', async () => {
  vi.useFakeTimers();
  const stop = new AbortController();
  const fetches = vi.fn(() => Promise.resolve(brokenStream(news(7))));
  vi.stubGlobal('fetch', fetches);
  const following = follow({
    signal: stop.signal,
    onOrder: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  });
  await vi.advanceTimersByTimeAsync(120_000);
  stop.abort();
  await following;
  vi.useRealTimers();
  expect(fetches.mock.calls.length).toBeLessThan(12);
});

test('a sign-in that is over ends it', async () => {
  lendToken();
  const fetches = vi.fn(async () => refuse(401, 'UNAUTHENTICATED'));
  vi.stubGlobal('fetch', fetches);
  await follow({});
  expect(fetches).toHaveBeenCalledTimes(1);
});

test('where the shop has no seat for the stream, what it shows is asked for until there is one', async () => {
  vi.useFakeTimers();
  lendToken();
  const full = () => refuse(429, 'RATE_LIMITED', { 'Retry-After': '60' });
  const answers = [full(), full(), brokenStream(news(7))];
  const fetches = vi.fn(() => Promise.resolve(answers.shift()));
  vi.stubGlobal('fetch', fetches);
  const stop = new AbortController();
  const onRefused = vi.fn(() => Promise.resolve());
  const following = follow({
    signal: stop.signal,
    onRefused,
    onOrder: async () => stop.abort(),
  });
  await vi.advanceTimersByTimeAsync(59_000);
  expect([fetches.mock.calls.length, onRefused.mock.calls.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(17_000);
  expect([fetches.mock.calls.length, onRefused.mock.calls.length]).toEqual([2, 2]);
  await vi.advanceTimersByTimeAsync(76_000);
  await following;
  expect([fetches.mock.calls.length, onRefused.mock.calls.length]).toEqual([3, 2]);
  vi.useRealTimers();
});

test('a shop that was away for half a minute is followed again within five seconds', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  let isAway = true;
  const stop = new AbortController();
  const fetches = vi.fn(() =>
    isAway ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(brokenStream(news(7))),
  );
  vi.stubGlobal('fetch', fetches);
  const onOrder = vi.fn(async () => stop.abort());
  const following = follow({
    signal: stop.signal,
    onOrder,
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetches.mock.calls.length).toBeLessThan(20);
  isAway = false;
  await vi.advanceTimersByTimeAsync(5_000);
  await following;
  expect(onOrder).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('the pause before a shop that does not answer grows with the time for which it has not', () => {
  expect(awayPause(0, 0)).toBe(500);
  expect(awayPause(60_000, 1)).toBe(10_000);
  expect(awayPause(24 * 3_600_000, 1)).toBe(60_000);
});

test('the pause grows to a minute and is never the same for everybody', () => {
  expect(livePause(0, 0)).toBe(500);
  expect(livePause(0, 1)).toBe(1_000);
  expect(livePause(20, 1)).toBe(60_000);
});
