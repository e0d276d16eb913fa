import { type Notifications, pushedKinds } from '../contracts/notices.ts';
import type { Handlers } from '../http/call.ts';
import type { Person } from '../identity/person.ts';
import { invalid, ProblemError } from '../problem/problem-error.ts';
import type { DeviceRecords } from './device-records.ts';
import { encryptPush } from './encrypt-push.ts';
import { isPushAddress, type PushHosts } from './push-hosts.ts';

interface NotificationCallParts {
  devices: DeviceRecords;
  hosts: PushHosts;
  /** Null where the shop is not set up for pushes. */
  publicKey: string | null;
}

/** The calls with which people say what they want to hear, and on which of their devices. */
export function notificationCalls({ devices, hosts, publicKey }: NotificationCallParts) {
  const settingsOf = async (person: Person): Promise<Notifications> => {
    const [ships, own] = await Promise.all([person.may('packer'), devices.of(person.uid)]);
    return {
      kinds: pushedKinds
        .filter((kind) => kind !== 'to-ship' || ships)
        .map((kind) => ({ kind, on: own.wants(kind) })),
      devices: own.devices,
    };
  };
  return {
    'GET /me/notifications': ({ person }) => settingsOf(person),
    async 'PUT /me/notifications'({ person, body }) {
      if (body.kinds.some(({ kind }) => kind === 'to-ship') && !(await person.may('packer')))
        throw new ProblemError(
          'FORBIDDEN',
          'Only packers and admins can get notifications about orders to ship.',
        );
      await devices.choose(person.uid, body.kinds);
      return settingsOf(person);
    },
    async 'POST /me/devices'({ person, body: { endpoint, keys, name } }) {
      if (publicKey === null)
        throw new ProblemError('NOT_FOUND', 'This shop is not set up for notifications.');
      if (!isPushAddress(endpoint, hosts)) throw invalid('endpoint', 'This push service is not supported.');
      try {
        encryptPush('', keys);
      } catch {
        throw invalid('keys.p256dh', 'Send the public key of the subscription');
      }
      return { _id: await devices.put(person.uid, { endpoint, ...keys, name }) };
    },
    async 'DELETE /me/devices/:id'({ params, person }) {
      return { deletedCount: (await devices.remove(person.uid, params.id)) ? 1 : 0 };
    },
  } satisfies Partial<Handlers>;
}
