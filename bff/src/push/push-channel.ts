import { isDeleted, type OrderLog } from '@karigar/events';
import type { Logger } from 'pino';
import type { MayTell } from '../notices/may-tell.ts';
import type { Channel, Notice } from '../notices/notice.ts';
import type { KnownTool } from '../notices/tell-waiting.ts';
import type { UserRecords } from '../people/user-records.ts';
import { secretFromFile } from '../personal/secret-file.ts';
import type { DeviceRecords } from './device-records.ts';
import type { PushHosts } from './push-hosts.ts';
import { type PushSubject, pushMessage } from './push-message.ts';
import { pushSender } from './push-sender.ts';
import { vapidOf } from './vapid.ts';

/** How this installation pushes. */
interface PushSettings extends PushHosts {
  /** The shop's private key (base64url), or null for one that is made once into the data folder. */
  privateKey: string | null;
  /** By which push services reach the shop's people; null in production when no contact is a real one, which they ask for: then nothing is pushed. */
  subject: string | null;
}

interface PushConfig {
  push: PushSettings;
  dataDir: string;
  /** The public address of the shop. */
  shopUrl: string;
}

/** What pushes are made of. */
interface PushParts {
  log: Pick<OrderLog, 'order' | 'orders'>;
  users: Pick<UserRecords, 'holderOf' | 'accountsFor'>;
  devices: Pick<DeviceRecords, 'hearing' | 'packers' | 'find' | 'remove'>;
  mayTell: MayTell;
  tool: (id: string) => Promise<KnownTool | undefined>;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Opens the way to tell people through their browsers. Its targets are devices by their ids. `publicKey` is what browsers subscribe with; null, with no
 * channel, where the shop is not set up for pushes. Throws what the file system throws.
 */
export async function openPush(
  { push, dataDir, shopUrl }: PushConfig,
  { log, users, devices, mayTell, tool, logger }: PushParts,
): Promise<{ channels: Channel[]; publicKey: string | null }> {
  if (push.subject === null) {
    logger.warn('nothing is pushed to browsers: set VAPID_SUBJECT, or CONTACT_EMAIL to a real address');
    return { channels: [], publicKey: null };
  }
  const privateKey = push.privateKey ?? (await secretFromFile(dataDir, 'vapid-private-key'));
  const vapid = vapidOf(privateKey, push.subject);
  const send = pushSender({ vapid, hosts: push });
  /** Who hears of it now: a customer may have another account since, and an admin may be one no more. */
  const hearersOf = async ({ kind, uid }: Notice): Promise<string[]> => {
    if (kind !== 'to-ship') return [(await users.holderOf(uid)).uid];
    const packers = await Promise.all((await devices.packers()).map(users.holderOf));
    return packers.flatMap((packer) => (packer.isAdmin ? [packer.uid] : []));
  };
  const subjectOf = async ({ kind, subject }: Notice): Promise<PushSubject | null> => {
    if (kind === 'back-in-stock' || kind === 'discontinued') {
      const found = await tool(subject);
      if (found === undefined) return null;
      return { kind: found.deleted ? 'discontinued' : kind, id: subject, name: found.name };
    }
    const order = await log.order(subject);
    if (order === null || isDeleted(order)) return null;
    // A parcel that has left meanwhile, or will never leave, is no work any more.
    const isDone = order.status === 'shipped' || order.status === 'refunded';
    if ((kind === 'to-ship' && isDone) || (kind === 'unpaid' && order.status !== 'unpaid')) return null;
    return { kind, number: order.number };
  };
  /** What waits for a person: an admin's parcels, a customer's payments. */
  const waitingFor = async (uid: string): Promise<number> => {
    const { isAdmin } = await users.holderOf(uid);
    const query = isAdmin
      ? ({ states: ['paid'] } as const)
      : ({ states: ['unpaid'], uids: await users.accountsFor(uid) } as const);
    return (await log.orders({ ...query, limit: 1 })).total;
  };
  const targets = async (notice: Notice) =>
    (await Promise.all((await hearersOf(notice)).map((uid) => devices.hearing(uid, notice.kind)))).flat();
  const channel: Channel = {
    name: 'push',
    targets,
    async send(task) {
      const { target } = task;
      const [found, subject, heard] = await Promise.all([
        devices.find(target),
        subjectOf(task),
        targets(task),
      ]);
      // The device may be somebody else's by now, or its person wants to hear no more of this.
      if (found === null || subject === null || !heard.includes(target)) return 'dropped';
      if (!(await mayTell(task, { channel: 'push', person: found.uid, isTheirs: true }))) return 'dropped';
      const message = pushMessage(subject, task.id, shopUrl, await waitingFor(found.uid));
      if ((await send(found.device, message)) === 'sent') return 'sent';
      await devices.remove(found.uid, target);
      return 'dropped';
    },
  };
  return { channels: [channel], publicKey: vapid.publicKey };
}
