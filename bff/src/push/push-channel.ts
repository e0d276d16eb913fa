import type { OrderLog } from '@karigar/events';
import type { Logger } from 'pino';
import { type NoticeKind, pushedKinds } from '../contracts/notices.ts';
import { showNumber } from '../contracts/order-number.ts';
import { includesRole } from '../identity/person.ts';
import { type Channel, type Notice, NoticeFault, type NoticeTask, type Subject } from '../notices/notice.ts';
import { kindRows, titleOf } from '../notices/notice-kinds.ts';
import type { UserRecords } from '../people/user-records.ts';
import { secretFromFile } from '../personal/data-key.ts';
import type { DeviceRecords } from './device-records.ts';
import { encryptPush, type SubscriptionKeys } from './encrypt-push.ts';
import { isPushAddress, type PushHosts } from './push-hosts.ts';
import { type Vapid, vapidOf } from './vapid.ts';

interface PushConfig {
  /** How this installation pushes. */
  push: PushHosts & {
    /** The shop's private key (base64url), or null for one that is made once into the data folder. */
    privateKey: string | null;
    /** By which push services reach the shop's people; null in production when no contact is a real one, which they ask for: then nothing is pushed. */
    subject: string | null;
  };
  dataDir: string;
  /** The public address of the shop. */
  shopUrl: string;
}

/** What pushes are made of. */
interface PushParts {
  log: OrderLog;
  users: UserRecords;
  devices: DeviceRecords;
  logger: Logger;
}

/**
 * Opens the way to tell people through their browsers. Its targets are devices by their ids. `publicKey` is what browsers subscribe with; null, with no
 * channel, where the shop is not set up for pushes. Throws what the file system throws.
 */
export async function openPush(
  { push, dataDir, shopUrl }: PushConfig,
  { log, users, devices, logger }: PushParts,
): Promise<{ channels: Channel[]; publicKey: string | null }> {
  if (push.subject === null) {
    logger.warn('nothing is pushed to browsers: set VAPID_SUBJECT, or CONTACT_EMAIL to a real address');
    return { channels: [], publicKey: null };
  }
  const privateKey = push.privateKey ?? (await secretFromFile(dataDir, 'vapid-private-key'));
  const vapid = vapidOf(privateKey, push.subject);
  const send = pushSender(vapid, push);
  /** Names the devices to push to now: a customer may have another account since, and a packer may be one no more. */
  const targets = async ({ kind, uid }: Notice): Promise<string[]> => {
    if (!pushedKinds.includes(kind)) return [];
    const isForPackers = kind === 'to-ship';
    const holders = await Promise.all((isForPackers ? await devices.packers() : [uid]).map(users.holderOf));
    const hearers = holders.filter(({ roles }) => !isForPackers || includesRole(roles, 'packer'));
    return (await Promise.all(hearers.map((hearer) => devices.hearing(hearer.uid, kind)))).flat();
  };
  /** Counts what waits for a person: a packer's parcels, a customer's payments. */
  const waitingFor = async (uid: string): Promise<number> => {
    const { roles, accounts } = await users.holderOf(uid);
    const query = includesRole(roles, 'packer')
      ? ({ states: ['paid'] } as const)
      : ({ states: ['unpaid'], uids: accounts } as const);
    return (await log.orders({ ...query, limit: 1 })).total;
  };
  const channel: Channel = {
    name: 'push',
    targets,
    async send(task, subject, mayTell) {
      const { target } = task;
      const [found, heard] = await Promise.all([devices.find(target), targets(task)]);
      // The device may be somebody else's by now, or its person wants to hear no more of this.
      if (found === null || !heard.includes(target)) return 'dropped';
      if (!(await mayTell({ person: found.uid, isTheirs: true }))) return 'dropped';
      const message = pushMessage(task, subject, shopUrl, await waitingFor(found.uid));
      if ((await send(found.device, message)) === 'sent') return 'sent';
      await devices.remove(found.uid, target);
      return 'dropped';
    },
  };
  return { channels: [channel], publicKey: vapid.publicKey };
}

type PushedNotice = Pick<NoticeTask, 'id' | 'kind' | 'subject'>;

/** How long (s) most kinds are worth telling. */
const usualTtl = 3 * 24 * 3_600;

/** Says what is told now, of what, and where a tap on the push leads. */
function placeOf(
  { kind, subject: id }: PushedNotice,
  subject: Subject,
): [kind: NoticeKind, name: string, path: string] {
  if ('tool' in subject)
    return subject.tool.deleted
      ? ['discontinued', subject.tool.name, '/tools']
      : [kind, subject.tool.name, `/tools/${id}`];
  const name = showNumber(subject.order.number);
  if (kind === 'review') return [kind, name, `/dashboard/addreview?tool=${subject.order.toolId}`];
  return [kind, name, `/dashboard/orders/${name}`];
}

/**
 * Writes a push in the declarative form (Push API, "declarative push message"), which browsers that know it show by themselves and a service worker
 * reads like any other. Nothing personal is in it. A repeat has the same tag and takes the place of what is shown. `shop` is the shop's
 * address; `waiting` what the icon's badge counts.
 */
export function pushMessage(
  task: PushedNotice,
  subject: Subject,
  shop: string,
  waiting: number,
): OutgoingPush {
  const [kind, name, path] = placeOf(task, subject);
  const { body, ttl = usualTtl } = kindRows[kind];
  const notification = {
    title: titleOf(kind, name),
    body,
    navigate: `${shop}${path}`,
    tag: task.id,
    lang: 'en',
    dir: 'ltr',
  };
  return {
    text: JSON.stringify({ web_push: 8030, notification, app_badge: waiting }),
    ttl,
  };
}

/** Where a browser takes pushes. The address is a secret: with the keys, it is enough to send. */
interface Subscription extends SubscriptionKeys {
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
function pushSender(vapid: Vapid, hosts: PushHosts) {
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
