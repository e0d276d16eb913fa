import { SSEStreamingApi } from 'hono/streaming';
import { afterEach, expect, it, vi } from 'vitest';
import { type Listener, type Sight, wordsFor } from './listeners.ts';
import { streamOrders } from './live-calls.ts';

const accounts = ['u1'];

afterEach(() => vi.useRealTimers());

/** A stream whose client reads only what the test reads; `listener` is what the follower tells. */
function openStream({
  stopping = new AbortController().signal,
  sees = 'nothing' as Sight,
  mayStay = async () => true,
} = {}) {
  const { readable, writable } = new TransformStream();
  const stream = new SSEStreamingApi(writable, readable);
  const followed: { listener?: Listener; stopped: boolean } = { stopped: false };
  const follower = {
    follow(listener: Listener) {
      followed.listener = listener;
      return {
        at: '0.41.aaaaaaaa',
        missed: async () => [],
        stop: () => {
          followed.stopped = true;
        },
      };
    },
  };
  const ended = streamOrders(stream, {
    follower,
    uid: 'u1',
    accounts,
    sees,
    mayStay,
    from: null,
    stopping,
  });
  const tell = (seq: number) => {
    const text = `event: order\nid: ${seq}\n\n`;
    followed.listener?.tell({ owner: 'u1', text, ownText: text, parcelText: '' });
  };
  return { stream, followed, ended, tell };
}

it('ends for a client that reads nothing, before its news fills the memory', async () => {
  const { followed, ended, tell } = openStream();
  for (let seq = 1; seq <= 1_001; seq += 1) tell(seq);
  await ended;
  expect(followed.stopped).toBe(true);
});

it('ends at the next heartbeat for an admin whose rights were taken away', async () => {
  vi.useFakeTimers();
  let isAdmin = true;
  const { followed, ended } = openStream({ sees: 'orders', mayStay: async () => isAdmin });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(followed.stopped).toBe(false);
  isAdmin = false;
  await vi.advanceTimersByTimeAsync(20_000);
  await ended;
  expect(followed.stopped).toBe(true);
});

it('ends when the process stops, also for a client that reads nothing', async () => {
  const stopping = new AbortController();
  const { followed, ended } = openStream({ stopping: stopping.signal });
  stopping.abort();
  await ended;
  expect(followed.stopped).toBe(true);
});

it('sends what it is told, in order, until the client leaves', async () => {
  const { stream, ended, tell } = openStream();
  tell(42);
  tell(43);
  const reader = stream.responseReadable.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('id: 43')) text += (await reader.read()).value;
  expect(text).toBe(
    'event: ready\ndata: {}\nid: 0.41.aaaaaaaa\n\nevent: order\nid: 42\n\nevent: order\nid: 43\n\n',
  );
  await reader.cancel();
  await ended;
});

it.each<[Sight, string, string]>([
  ['orders', 'u2', 'all'],
  ['nothing', 'u1', 'own'],
  ['parcels', 'u1', 'own+parcel'],
  ['parcels', 'u2', '+parcel'],
])('tells a stream that sees %s of an order of %s: %s', (sees, owner, told) => {
  const news = { owner, text: 'all', ownText: 'own', parcelText: '+parcel' };
  expect(wordsFor({ accounts, sees }, news)).toBe(told);
});

it('tells packers once what everybody hears, and nothing of an order that is not theirs to see', () => {
  const packer = { accounts, sees: 'parcels' } as const;
  const resync = { owner: 'u1', text: 'resync', ownText: 'resync', parcelText: 'resync' };
  expect(wordsFor(packer, resync)).toBe('resync');
  expect(wordsFor(packer, { ...resync, owner: '' })).toBe('resync');
  expect(wordsFor(packer, { ...resync, owner: 'u2', parcelText: '' })).toBe('');
});
