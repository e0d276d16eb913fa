import type { OrderLog } from '@karigar/events';
import type { Logger } from 'pino';
import type { Tool } from '../contracts/tool.ts';
import type { MayTell } from '../notices/may-tell.ts';
import type { Channel } from '../notices/notice.ts';
import type { UserRecords } from '../people/user-records.ts';
import { secretFromFile } from '../personal/secret-file.ts';
import type { DeviceRecords } from './device-records.ts';
import { pushChannel } from './push-channel.ts';
import type { PushHosts } from './push-hosts.ts';
import { pushSender } from './push-sender.ts';
import { vapidOf } from './vapid.ts';

/** How this installation pushes. */
export interface PushSettings extends PushHosts {
  /** The shop's private key (base64url), or null for one that is made once into the data folder. */
  readonly privateKey: string | null;
  /** By which push services reach the shop's people; null in production when no contact is a real one, which they ask for: then nothing is pushed. */
  readonly subject: string | null;
}

interface PushParts {
  readonly log: OrderLog;
  readonly users: UserRecords;
  readonly devices: DeviceRecords;
  readonly mayTell: MayTell;
  readonly tool: (id: string) => Promise<Pick<Tool, 'name'> | undefined>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Pushes, where the shop is set up for them. */
interface OpenPush {
  readonly channels: readonly Channel[];
  /** With which browsers subscribe; null where the shop is not set up for pushes. */
  readonly publicKey: string | null;
}

/** Opens the way to tell people through their browsers. Throws what the file system throws. */
export async function openPush(
  { push, dataDir, shopUrl }: { push: PushSettings; dataDir: string; shopUrl: string },
  { logger, ...parts }: PushParts,
): Promise<OpenPush> {
  if (push.subject === null) {
    logger.warn('nothing is pushed to browsers: set VAPID_SUBJECT, or CONTACT_EMAIL to a real address');
    return { channels: [], publicKey: null };
  }
  const privateKey = push.privateKey ?? (await secretFromFile(dataDir, 'vapid-private-key'));
  const vapid = vapidOf(privateKey, push.subject);
  const send = pushSender({ vapid, hosts: push });
  return { channels: [pushChannel({ ...parts, send, shop: shopUrl })], publicKey: vapid.publicKey };
}
