import { createECDH } from 'node:crypto';
import { noticeKinds } from '../contracts/notices.ts';
import { DeviceId, NewDevice, Notifications, NotificationsEdit } from '../contracts/notifications.ts';
import { Deleted } from '../contracts/order.ts';
import { privateJson } from '../http/answers.ts';
import { type Call, defineCall, pathParam } from '../http/call.ts';
import type { Person } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { type DeviceRecords, seenDevices } from './device-records.ts';
import { isPushAddress, type PushHosts } from './push-hosts.ts';

interface NotificationCallParts {
  readonly devices: DeviceRecords;
  readonly hosts: PushHosts;
  /** Null where the shop is not set up for pushes. */
  readonly publicKey: string | null;
}

/** The calls with which people say what they want to hear, and on which of their devices. */
export function notificationCalls({ devices, hosts, publicKey }: NotificationCallParts): Call[] {
  const settingsOf = async (person: Person): Promise<Notifications> => {
    const [isAdmin, own] = await Promise.all([person.isAdmin(), devices.of(person.uid)]);
    return {
      kinds: noticeKinds
        .filter((kind) => kind !== 'to-ship' || isAdmin)
        .map((kind) => ({ kind, on: own.wants(kind) })),
      devices: seenDevices(own.devices),
    };
  };
  const answers = { 200: { description: 'What is switched on, and the devices', schema: Notifications } };
  return [
    defineCall({
      method: 'get',
      path: '/me/notifications',
      summary: 'What the person who asks hears of through their browsers, and on which devices',
      access: 'signed-in',
      limit: 'read',
      answers,
      problems: ['KEY_MISSING'],
      handle: async ({ person }) => privateJson(await settingsOf(person)),
    }),
    defineCall({
      method: 'put',
      path: '/me/notifications',
      summary: 'Switches what the person who asks hears of; "to-ship" is for admins',
      access: 'signed-in',
      limit: 'write',
      body: NotificationsEdit,
      answers,
      problems: ['FORBIDDEN', 'KEY_MISSING'],
      async handle({ person, body }) {
        if (body.kinds.some(({ kind }) => kind === 'to-ship') && !(await person.isAdmin()))
          throw new ProblemError('FORBIDDEN', 'Only admins can get notifications about orders to ship.');
        await devices.choose(person.uid, body.kinds);
        return privateJson(await settingsOf(person));
      },
    }),
    defineCall({
      method: 'post',
      path: '/me/devices',
      summary:
        'Takes in the browser of the person who asks, or anew; it leaves whoever had it before. Beyond 20, the one heard of longest ago gives way',
      access: 'signed-in',
      limit: 'write',
      body: NewDevice,
      answers: { 201: { description: 'The id of the device', schema: DeviceId } },
      problems: ['KEY_MISSING', 'NOT_FOUND'],
      async handle({ person, body: { endpoint, keys, name } }) {
        if (publicKey === null)
          throw new ProblemError('NOT_FOUND', 'This shop is not set up for notifications.');
        const at = (field: string, message: string) =>
          new ProblemError('INVALID', message, { errors: [{ field, message }] });
        if (!isPushAddress(endpoint, hosts)) throw at('endpoint', 'This push service is not supported.');
        if (!isPoint(keys.p256dh)) throw at('keys.p256dh', 'Send the public key of the subscription');
        return privateJson({ _id: await devices.put(person.uid, { endpoint, ...keys, name }) }, 201);
      },
    }),
    defineCall({
      method: 'delete',
      path: '/me/devices/:id',
      summary: 'Forgets a device of the person who asks',
      access: 'signed-in',
      limit: 'write',
      answers: { 200: { description: 'How many were forgotten', schema: Deleted } },
      problems: [],
      async handle({ c, person }) {
        return privateJson({ deletedCount: (await devices.remove(person.uid, pathParam(c, 'id'))) ? 1 : 0 });
      },
    }),
  ];
}

/** Tells whether this is a point of P-256: nothing can be encrypted for any other. */
function isPoint(p256dh: string): boolean {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  try {
    pair.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
