import { expect } from 'vitest';
import type { LiveOrder } from '../../contracts/shop.ts';
import type { RunningShop, TestPerson } from '../../testing/running-shop.ts';

interface Message {
  event: string;
  id: string;
  data: string;
}

/** A stream of a shop that a test listens to; `messages` grows as they come. */
export interface TestStream {
  messages: Message[];
  /** The order news among them. */
  orders(): LiveOrder[];
  /** Whether the server has ended it. */
  hasEnded(): boolean;
  stop(): void;
}

/** Opens a stream and collects its messages until it is stopped. Resolves with the first of them. */
export async function listen(shop: RunningShop, as: TestPerson, lastEventId?: string): Promise<TestStream> {
  const stop = new AbortController();
  const answer = await fetch(`${shop.shop.url}/api/live`, {
    headers: {
      Authorization: `Bearer ${as.token}`,
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    },
    signal: stop.signal,
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const messages: Message[] = [];
  const read = async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      rest += decoder.decode(chunk, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? '';
        if (field('event')) messages.push({ event: field('event'), id: field('id'), data: field('data') });
      }
    }
  };
  let ended = false;
  read()
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  await expect.poll(() => messages.length, { timeout: 20_000 }).toBeGreaterThan(0);
  const orders = () =>
    messages.filter((one) => one.event === 'order').map((one) => JSON.parse(one.data) as LiveOrder);
  return { messages, orders, hasEnded: () => ended, stop: () => stop.abort() };
}
