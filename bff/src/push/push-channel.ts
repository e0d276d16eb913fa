import type { OrderLog } from '@karigar/events';
import type { Logger } from 'pino';
import { pushedKinds } from '../contracts/notices.ts';
import { includesRole } from '../identity/person.ts';
import type { Channel, Notice } from '../notices/notice.ts';
import type { UserRecords } from '../people/user-records.ts';
import { secretFromFile } from '../personal/secret-file.ts';
import type { DeviceRecords } from './device-records.ts';
import type { PushHosts } from './push-hosts.ts';
import { pushMessage } from './push-message.ts';
import { pushSender } from './push-sender.ts';
import { vapidOf } from './vapid.ts';

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
