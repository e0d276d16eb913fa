import { type RedisClient, redisKeys, StoreClosedError } from '@karigar/events';
import { z } from 'zod';
import type { Device, NoticeKind } from '../contracts/notices.ts';
import type { Personal } from '../personal/personal.ts';

/** The devices that pushes go to, and what their people want to hear. */
export type DeviceRecords = ReturnType<typeof deviceRecords>;

/** Most devices of a person: a further one replaces the one that was seen longest ago. */
export const mostDevices = 20;

/** Hash: device id -> `ms sealed`; and `choice:<kind>` -> 1 or 0 of what was switched. */
export const devicesOf = (uid: string): string => redisKeys.record(`devices:${uid}`);
/** Hash: device id -> whose it is. */
const owners = redisKeys.record('device-owners');
/** Hash: uid -> 1 for people who want to be told of orders to ship. */
const packers = redisKeys.record('to-ship');
const choiceOf = (kind: NoticeKind): string => `choice:${kind}`;

/** KEYS meta, devices, owners, devices of the owner before   ARGV id, uid, value, the owner before   Answers 1, 0 when the owner changed, -1 */
const putScript = `#!lua
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
if (redis.call('HGET', KEYS[3], ARGV[1]) or '') ~= ARGV[4] then return 0 end
redis.call('HDEL', KEYS[4], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
return 1
`;

/** KEYS devices, owners   ARGV uid, id   Answers 1 or 0 */
const removeScript = `#!lua
if redis.call('HGET', KEYS[2], ARGV[2]) == ARGV[1] then redis.call('HDEL', KEYS[2], ARGV[2]) end
return redis.call('HDEL', KEYS[1], ARGV[2])
`;

/** KEYS meta, devices, packers   ARGV uid, then field and value of each choice   Answers 1 or -1 */
const chooseScript = `#!lua
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
redis.call('HSET', KEYS[2], unpack(ARGV, 2))
if redis.call('HGET', KEYS[2], '${choiceOf('to-ship')}') == '1' then
  redis.call('HSET', KEYS[3], ARGV[1], '1')
else
  redis.call('HDEL', KEYS[3], ARGV[1])
end
return 1
`;

/** What a browser gives, and what its person calls it by, such as "Chrome on Android". */
const Sealed = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string(), name: z.string() });
type Sealed = z.infer<typeof Sealed>;

/** Defaults: everything is on, except what packers have to switch on. */
const isOn = (stored: Readonly<Record<string, string>>, kind: NoticeKind): boolean =>
  (stored[choiceOf(kind)] ?? (kind === 'to-ship' ? '0' : '1')) === '1';
/** The time of a stored device (ms), which its value begins with. */
const timeOf = (value: string): number => Number.parseInt(value, 10);
/** The devices of a person, the newest first. */
const devicesIn = (stored: Readonly<Record<string, string>>): [id: string, value: string][] =>
  Object.entries(stored)
    .filter(([field]) => !field.startsWith('choice:'))
    .sort(([, one], [, other]) => timeOf(other) - timeOf(one));
const contextOf = (uid: string, id: string): string => `device/1 ${uid} ${id}`;

/**
 * Keeps the devices of people as sealed records beside the log: the address of a subscription is enough to send to the device. Every method
 * throws `LogUnavailableError` while Redis is away.
 */
export function deviceRecords(redis: RedisClient, personal: Personal) {
  const read = (uid: string) => redis.run((connection) => connection.hGetAll(devicesOf(uid)));
  const ownerOf = (id: string) => redis.run((connection) => connection.hGet(owners, id));
  const stored = (answer: unknown): boolean => {
    if (answer === -1) throw new StoreClosedError('empty');
    return answer === 1;
  };
  const remove = async (uid: string, id: string): Promise<boolean> => {
    const keys = [devicesOf(uid), owners];
    return stored(
      await redis.run((connection) => connection.eval(removeScript, { keys, arguments: [uid, id] })),
    );
  };
  const open = async (uid: string, id: string, value: string): Promise<Sealed | null> => {
    const opened = await personal.openFor(uid, contextOf(uid, id), value.split(' ')[1] ?? '');
    return opened === 'erased' ? null : Sealed.parse(opened);
  };
  return {
    /** Shows a person their devices, the newest first, and what they want to hear. Throws ProblemError KEY_MISSING. */
    async of(uid: string): Promise<{ devices: Device[]; wants(kind: NoticeKind): boolean }> {
      const values = await read(uid);
      const devices = await Promise.all(
        devicesIn(values).map(async ([id, value]) => {
          const opened = await open(uid, id, value);
          const addedAt = new Date(timeOf(value)).toISOString();
          return opened === null ? [] : { _id: id, name: opened.name, addedAt };
        }),
      );
      return { devices: devices.flat(), wants: (kind) => isOn(values, kind) };
    },
    /** Whether a person wants to hear of this kind. */
    wants: async (uid: string, kind: NoticeKind): Promise<boolean> => isOn(await read(uid), kind),
    /** Names the devices of a person that are to hear of this kind, without opening anything. */
    async hearing(uid: string, kind: NoticeKind): Promise<string[]> {
      const values = await read(uid);
      return isOn(values, kind) ? devicesIn(values).map(([id]) => id) : [];
    },
    /** Lists the people who want to be told of orders to ship, packers or not. */
    packers: (): Promise<string[]> => redis.run((connection) => connection.hKeys(packers)),
    /**
     * Takes a device in, or anew; one that was somebody else's is this person's from now on. Answers its id. Throws `PersonErasedError`, and
     * ProblemError KEY_MISSING.
     */
    async put(uid: string, device: Sealed): Promise<string> {
      const id = personal.hashOf(`device ${device.endpoint}`);
      const value = `${Date.now()} ${await personal.sealFor(uid, contextOf(uid, id), device)}`;
      for (;;) {
        const before = (await ownerOf(id)) ?? '';
        const keys = [redisKeys.meta, devicesOf(uid), owners, devicesOf(before === '' ? uid : before)];
        const words = [id, uid, value, before];
        const answer = await redis.run((connection) =>
          connection.eval(putScript, { keys, arguments: words }),
        );
        if (stored(answer)) break;
      }
      for (const [old] of devicesIn(await read(uid)).slice(mostDevices)) await remove(uid, old);
      return id;
    },
    /** Removes one device of a person; false when it was not theirs. */
    remove,
    /** Finds a device and whose it is; null when it is gone, or its person is. Throws ProblemError KEY_MISSING. */
    async find(id: string): Promise<{ uid: string; device: Sealed } | null> {
      const uid = await ownerOf(id);
      const value =
        uid === null ? null : await redis.run((connection) => connection.hGet(devicesOf(uid), id));
      const device = uid === null || value === null ? null : await open(uid, id, value);
      return uid === null || device === null ? null : { uid, device };
    },
    /** Keeps what a person wants to hear; kinds that are not named stay as they are. */
    async choose(uid: string, choices: readonly { kind: NoticeKind; on: boolean }[]): Promise<void> {
      if (choices.length === 0) return;
      const keys = [redisKeys.meta, devicesOf(uid), packers];
      const words = [uid, ...choices.flatMap(({ kind, on }) => [choiceOf(kind), on ? '1' : '0'])];
      stored(await redis.run((connection) => connection.eval(chooseScript, { keys, arguments: words })));
    },
    /** Removes all that is kept of an account; may be repeated. */
    async forget(uid: string): Promise<void> {
      for (const [id] of devicesIn(await read(uid))) await remove(uid, id);
      await redis.run((connection) => connection.hDel(packers, uid));
      await redis.run((connection) => connection.del(devicesOf(uid)));
    },
  };
}
