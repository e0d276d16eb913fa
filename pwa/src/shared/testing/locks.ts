import { vi } from 'vitest';

interface Options {
  signal?: AbortSignal;
  steal?: boolean;
}

/** Web Locks of one browser, which `has` more: they can be held by another tab, waited for with a signal, and stolen. */
export function testingLocks(has: object = {}) {
  const held = new Map<string, { until: Promise<unknown>; lose: (why: unknown) => void }>();
  const request = async (name: string, { signal, steal }: Options, work: () => Promise<void>) => {
    const givenUp = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    givenUp.catch(() => undefined);
    await null;
    if (steal) held.get(name)?.lose(new DOMException('The lock was stolen', 'AbortError'));
    else
      for (let other = held.get(name); other !== undefined; other = held.get(name))
        await Promise.race([other.until, givenUp]);
    const { promise: lost, reject: lose } = Promise.withResolvers<never>();
    const done = Promise.race([work(), lost]);
    const mine = { until: done.catch(() => undefined).finally(() => giveBack()), lose };
    const giveBack = () => held.get(name) === mine && held.delete(name);
    held.set(name, mine);
    return done;
  };
  vi.stubGlobal('navigator', { onLine: true, locks: { request }, ...has });
  return {
    /** Another tab takes the lock, and gives it back when the function is called. */
    holdElsewhere(name: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      request(name, {}, () => promise).catch(() => undefined);
      return resolve;
    },
  };
}
