import {
  type EventNotice,
  type EventPosition,
  LogUnavailableError,
  type OrderDocument,
} from '@karigar/events';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { LiveOrder } from '../contracts/shop.ts';
import { sealBuyer } from '../personal/buyer.ts';
import { openPersonal, type Personal } from '../personal/personal.ts';
import { memoryKeyStore } from '../personal/testing/memory-key-store.ts';
import type { Listener, OrderNews, Sight } from './listeners.ts';
import { followOrders } from './order-follower.ts';

const hashOf = (seq: number): string => String(seq).padStart(40, 'a');
const idOf = (seq: number): string => `${seq}.aaaaaaaaaaaaaaaa`;

/** A log whose events the test writes; `o7-u3` is an order of the person `u3`. */
class WrittenLog {
  seq = 0;
  readonly reads: string[] = [];
  broken: Error | null = null;
  readonly #events: EventNotice[] = [];
  readonly #personal: Personal;
  #wake = () => {};

  constructor(personal: Personal) {
    this.#personal = personal;
  }

  write(subject: string, type = 'order.created'): void {
    this.seq += 1;
    this.#events.push({ seq: this.seq, subject, type, ts: Date.now(), hash: hashOf(this.seq) });
    this.#wake();
  }

  head = async () => ({ seq: 0, hash: hashOf(0), epoch: 0 }) as never;

  order = async (id: string): Promise<OrderDocument> => {
    this.reads.push(id);
    if (this.broken) throw this.broken;
    const uid = id.split('-')[1] ?? '';
    const buyer = { email: `${uid}@live.test`, name: '', address: '', city: '', zip: '' };
    const person = await sealBuyer(this.#personal, uid, id, buyer);
    const money = { refund: null, refundRequest: null, dispute: null };
    const delivery = { carrier: null, trackingNumber: null, correctedAt: null };
    return { id, uid, person, ...money, ...delivery, createdAt: 0, paidAt: null, shippedAt: null } as never;
  };

  async *notices(from: number | EventPosition, signal: AbortSignal): AsyncGenerator<EventNotice> {
    signal.addEventListener('abort', () => this.#wake());
    for (let at = typeof from === 'number' ? from : from.seq; !signal.aborted; ) {
      const event = this.#events[at];
      if (event) {
        at += 1;
        yield event;
      } else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}

const unlimited = { hours: 0, unverifiedHours: 0, verifiedAmong: async () => new Set<string>() };

const listening = async (onErased: (uid: string) => Promise<void> = async () => undefined) => {
  const personal = await openPersonal(memoryKeyStore(), () => undefined);
  const log = new WrittenLog(personal);
  const logger = pino({ level: 'silent' });
  const follower = followOrders({ log, logger, reservation: unlimited, personal, carriers: [], onErased });
  await follower.started;
  return { log, follower };
};

/** A stream that records whose orders it hears of, and how often it was ended. */
const streamOf = (uid: string, sees: Sight = 'nothing') => {
  const heard: string[] = [];
  const tell = vi.fn((news: OrderNews) => heard.push(orderOf(news)));
  const end = vi.fn();
  return { uid, accounts: [uid], sees, tell, end, heard } satisfies Listener & { heard: string[] };
};

const orderOf = ({ text }: OrderNews): string =>
  (JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '') as LiveOrder).orderId;

it('reads the order of an event once, and tells the streams of its owner and of admins only', async () => {
  const { log, follower } = await listening();
  const people = Array.from({ length: 1_000 }, (_, n) => streamOf(`u${n}`));
  const [second, admin] = [streamOf('u7'), streamOf('boss', 'orders')];
  for (const stream of [...people, second, admin]) follower.follow(stream, null);
  log.write('o1-u7');
  log.write('o2-u8');
  await expect.poll(() => admin.heard).toEqual(['o1-u7', 'o2-u8']);
  expect(log.reads).toEqual(['o1-u7', 'o2-u8']);
  const hearing = people.filter(({ tell }) => tell.mock.calls.length > 0).flatMap(({ accounts }) => accounts);
  expect(hearing).toEqual(['u7', 'u8']);
  expect(second.heard).toEqual(['o1-u7']);
  await follower.close();
});

it('reads no order while no stream is open, and not of events about tools', async () => {
  const { log, follower } = await listening();
  log.write('o1-u1');
  await expect.poll(() => follower.seq).toBe(1);
  const stream = streamOf('u1');
  follower.follow(stream, null);
  log.write('t1', 'stock.added');
  log.write('o2-u1');
  await expect.poll(() => stream.heard).toEqual(['o2-u1']);
  expect(log.reads).toEqual(['o2-u1']);
  await follower.close();
});

it('gives everybody who comes back what they missed, from one reading', async () => {
  const { log, follower } = await listening();
  for (const order of ['o1-u1', 'o2-u2', 'o3-u1']) log.write(order);
  await expect.poll(() => follower.seq).toBe(3);
  const missed = await Promise.all(
    [streamOf('u1'), streamOf('u1'), streamOf('u2'), streamOf('boss', 'orders')].map((stream) =>
      follower.follow(stream, idOf(1)).missed?.(),
    ),
  );
  expect(missed.map((news) => news?.map(orderOf))).toEqual([
    ['o3-u1'],
    ['o3-u1'],
    ['o2-u2'],
    ['o2-u2', 'o3-u1'],
  ]);
  expect(log.reads).toEqual(['o2-u2', 'o3-u1']);
  for (const strange of [idOf(99), '0.2.bbbbbbbb', '1.2.aaaaaaaa', '2', 'NaN'])
    expect(follower.follow(streamOf('u1'), strange).missed).toBeNull();
  await follower.close();
});

it('ends the streams when the log cannot be read, so that they resume; one broken order ends none', async () => {
  const { log, follower } = await listening();
  const stream = streamOf('u1');
  follower.follow(stream, null);
  log.broken = new LogUnavailableError('away');
  log.write('o1-u1');
  await expect.poll(() => stream.end.mock.calls.length).toBe(1);
  log.broken = new Error('no order at all');
  log.write('o2-u1');
  await expect.poll(() => log.reads.length).toBe(2);
  log.broken = null;
  log.write('o3-u1');
  await expect.poll(() => stream.heard).toEqual(['o3-u1']);
  expect(stream.end).toHaveBeenCalledOnce();
  const again = follower.follow(streamOf('u1'), idOf(0));
  expect((await again.missed?.())?.map(orderOf)).toEqual(['o1-u1', 'o3-u1']);
  await follower.close();
});

it('tells a stream that ended nothing more', async () => {
  const { log, follower } = await listening();
  const [gone, stays] = [streamOf('u1'), streamOf('u1')];
  const { stop } = follower.follow(gone, null);
  follower.follow(stays, null);
  stop();
  log.write('o1-u1');
  await expect.poll(() => stays.heard).toEqual(['o1-u1']);
  expect(gone.tell).not.toHaveBeenCalled();
  await follower.close();
});

it('forgets an erased person first, then has admins and the person load their lists again', async () => {
  const forgotten: string[] = [];
  const { log, follower } = await listening(async (uid) => {
    forgotten.push(uid);
  });
  const texts = (sees: Sight, uid: string) => {
    const told: string[] = [];
    const stream = { ...streamOf(uid, sees), tell: (news: OrderNews) => told.push(news.text) };
    return { stream, told };
  };
  const [admin, own, other] = [texts('orders', 'boss'), texts('nothing', 'u1'), texts('nothing', 'u2')];
  for (const { stream } of [admin, own, other]) follower.follow(stream, null);
  log.write('o1-u1');
  await expect.poll(() => own.told).toHaveLength(1);
  log.write('u1', 'person.erased');
  await expect.poll(() => admin.told).toHaveLength(2);
  expect(forgotten).toEqual(['u1']);
  for (const { told } of [admin, own]) expect(told[1]).toBe(`event: resync\ndata: {}\nid: ${idOf(2)}\n\n`);
  expect(other.told).toEqual([]);
  // What was read of the order before holds the person's name: whoever missed it gets it read again.
  await follower.follow(streamOf('boss', 'orders'), idOf(0)).missed?.();
  expect(log.reads).toEqual(['o1-u1', 'o1-u1']);
  await follower.close();
});

it('forgets an erased person also while no stream is open', async () => {
  const forgotten: string[] = [];
  const { log, follower } = await listening(async (uid) => {
    forgotten.push(uid);
  });
  log.write('u1', 'person.erased');
  await expect.poll(() => forgotten).toEqual(['u1']);
  await follower.close();
});
