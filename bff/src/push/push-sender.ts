import { NoticeFault } from '../notices/notice.ts';
import { encryptPush, type SubscriptionKeys } from './encrypt-push.ts';
import { isPushAddress, type PushHosts } from './push-hosts.ts';
import type { Vapid } from './vapid.ts';

/** Where a browser takes pushes. The address is a secret: with the keys, it is enough to send. */
export interface Subscription extends SubscriptionKeys {
  endpoint: string;
}

/** A message to one browser and how a push service treats it (RFC 8030, 5). */
export interface OutgoingPush {
  text: string;
  /** How long (s) it waits for a device that is off. */
  ttl: number;
}

const timeoutMs = 8_000;
/** Longer than this nothing waits because a push service asks for it. */
const longestPauseMs = 24 * 3_600_000;

/**
 * Makes what hands a push to its push service: `gone` when the browser takes no more of them. Throws `NoticeFault`, which names the service's host
 * and status, nothing else.
 */
export function pushSender(vapid: Vapid, hosts: PushHosts) {
  return async ({ endpoint, ...keys }: Subscription, push: OutgoingPush): Promise<'sent' | 'gone'> => {
    if (!isPushAddress(endpoint, hosts))
      throw new NoticeFault('This push service is not allowed.', { isFinal: true });
    const { origin, hostname } = new URL(endpoint);
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: {
        Authorization: await vapid.authorization(origin),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: String(push.ttl),
        Urgency: 'normal',
      },
      body: encryptPush(push.text, keys),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new NoticeFault(`The push service ${hostname} does not answer.`, { cause });
    });
    // Nothing that it says is of use, however long it talks.
    await answer.body?.cancel();
    if (answer.ok) return 'sent';
    if (answer.status === 404 || answer.status === 410) return 'gone';
    throw new NoticeFault(`The push service ${hostname} answered ${answer.status}.`, {
      isFinal: answer.status < 500 && answer.status !== 429,
      waitMs: pauseOf(answer.headers.get('retry-after')),
    });
  };
}

/** Reads `Retry-After`, seconds or a date (RFC 9110, 10.2.3), as ms; 0 when it says nothing. */
function pauseOf(header: string | null): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestPauseMs) : 0;
}
