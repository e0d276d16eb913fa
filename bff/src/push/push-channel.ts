import { isDeleted, type OrderLog } from '@karigar/events';
import type { Tool } from '../contracts/tool.ts';
import type { MayTell } from '../notices/may-tell.ts';
import type { Channel, Notice } from '../notices/notice.ts';
import type { UserRecords } from '../people/user-records.ts';
import type { DeviceRecords } from './device-records.ts';
import { type PushSubject, pushMessage } from './push-message.ts';
import type { pushSender } from './push-sender.ts';

/** What pushes are made of. */
interface ChannelParts {
  readonly log: Pick<OrderLog, 'order' | 'orders'>;
  readonly users: Pick<UserRecords, 'holderOf' | 'accountsFor'>;
  readonly devices: Pick<DeviceRecords, 'hearing' | 'packers' | 'find' | 'remove'>;
  readonly mayTell: MayTell;
  readonly send: ReturnType<typeof pushSender>;
  /** Finds a tool that is on sale. */
  readonly tool: (id: string) => Promise<Pick<Tool, 'name'> | undefined>;
  /** The public address of the shop. */
  readonly shop: string;
}

/** Makes the way to tell people through their browsers. Its targets are devices by their ids. */
export function pushChannel({ log, users, devices, mayTell, send, tool, shop }: ChannelParts): Channel {
  /** Who hears of it now: a customer may have another account since, and an admin may be one no more. */
  const hearersOf = async ({ kind, uid }: Notice): Promise<string[]> => {
    if (kind !== 'to-ship') return [(await users.holderOf(uid)).uid];
    const packers = await Promise.all((await devices.packers()).map(users.holderOf));
    return packers.flatMap((packer) => (packer.isAdmin ? [packer.uid] : []));
  };
  const subjectOf = async ({ kind, subject }: Notice): Promise<PushSubject | null> => {
    if (kind === 'back-in-stock') {
      const found = await tool(subject);
      return found === undefined ? null : { kind, toolId: subject, toolName: found.name };
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
  return {
    name: 'push',
    targets: async (notice) =>
      (await Promise.all((await hearersOf(notice)).map((uid) => devices.hearing(uid, notice.kind)))).flat(),
    async send(task) {
      const [found, subject] = await Promise.all([devices.find(task.target), subjectOf(task)]);
      // The device may be somebody else's by now, or its person wants to hear no more of this.
      const isHeard =
        found !== null &&
        (await hearersOf(task)).includes(found.uid) &&
        (await devices.hearing(found.uid, task.kind)).includes(task.target);
      if (found === null || subject === null || !isHeard) return 'dropped';
      if (!(await mayTell(task, { person: found.uid, isTheirs: true }))) return 'dropped';
      const push = pushMessage(subject, task.id, shop, await waitingFor(found.uid));
      if ((await send(found.device, push)) === 'sent') return 'sent';
      await devices.remove(found.uid, task.target);
      return 'dropped';
    },
  };
}
