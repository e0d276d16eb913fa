import { randomUUID } from 'node:crypto';
import type { OrderLog } from '@karigar/events';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { customerIndex } from '../../customers/customer-index.ts';
import type { Person } from '../../identity/person.ts';
import { waitingRecords } from '../../notices/waiting-records.ts';
import { newPerson, TestShop } from '../../payments/testing/test-shop.ts';
import { profileRecords } from '../../people/profile-records.ts';
import { userRecords } from '../../people/user-records.ts';
import { sealBuyer } from '../../personal/buyer.ts';
import { openPersonal } from '../../personal/personal.ts';
import { memoryKeyStore } from '../../personal/testing/memory-key-store.ts';
import { ProblemError } from '../../problem/problem-error.ts';
import { deviceRecords } from '../../push/device-records.ts';
import type { ErasureParts } from '../erase-person.ts';
import { type OpenErasure, openErasure } from '../open-erasure.ts';
import { pendingErasures } from '../pending-erasures.ts';

/** The parts of one process, with the records that it works on. */
export type Process = Awaited<ReturnType<ErasureShop['process']>>;

/** A shop whose people can be erased: a real log and provider, one key store, and an identity service that is only a list. */
export class ErasureShop {
  readonly shop: TestShop;
  readonly toolId: string;
  readonly keys = memoryKeyStore();
  /** Accounts that the identity service has removed. */
  readonly removed = new Set<string>();
  identityIsAway = false;
  /** The shop's clock (ms). */
  time = Date.now();
  private readonly open: OpenErasure[] = [];

  private constructor(shop: TestShop, toolId: string) {
    this.shop = shop;
    this.toolId = toolId;
  }

  static async start(): Promise<ErasureShop> {
    const shop = await TestShop.start();
    return new ErasureShop(shop, await shop.newTool(100_000));
  }

  /** Why erasures were not finished. */
  readonly faults: unknown[] = [];

  async stop(): Promise<void> {
    for (const erasure of this.open) erasure.stop();
    await this.shop.stop();
  }

  /** What a process of the shop works with; it knows of nobody yet. */
  async process(keepInvoicesYears = 0) {
    const { parts: payments } = this.shop;
    const log: OrderLog = { ...this.shop.log, now: async () => this.time };
    const personal = await openPersonal(this.keys, () => undefined);
    const identity = {
      removeAccount: async (uid: string) => {
        if (this.identityIsAway)
          throw new ProblemError('PROVIDER_UNAVAILABLE', 'The identity service is away');
        this.removed.add(uid);
      },
    };
    return {
      log,
      payments,
      personal,
      users: userRecords({ redis: log.redis, personal, adminEmails: new Set() }),
      profiles: profileRecords(log.redis, personal),
      customers: customerIndex(log.redis, personal),
      devices: deviceRecords(log.redis, personal),
      waiting: waitingRecords(log.redis),
      identity,
      pending: pendingErasures(log.redis),
      erased: new Set<string>(),
      keepInvoicesYears,
      tell: (_outcome: string, fault?: unknown) => {
        if (fault !== undefined) this.faults.push(fault);
      },
    } satisfies ErasureParts;
  }

  /** Starts the erasures of a server. */
  async server(parts?: ErasureParts): Promise<OpenErasure> {
    const options = parts ?? (await this.process());
    const quiet = { logger: pino({ level: 'silent' }), registry: new Registry() };
    const erasure = await openErasure({ ...options, ...quiet });
    this.open.push(erasure);
    void erasure.finish().catch(() => undefined);
    return erasure;
  }

  /** Somebody who has signed in, written a profile, and is found by their email. */
  async person(): Promise<Person> {
    const person = newPerson();
    const { users, profiles, customers, devices, waiting } = await this.process();
    await users.signedIn(person);
    await profiles.save(person, profile);
    await devices.put(person.uid, {
      endpoint: `https://push.example/${person.uid}`,
      p256dh: 'p',
      auth: 'a',
      name: 'Phone',
    });
    await waiting.put('tool', person.uid);
    await customers.add([{ uid: person.uid, terms: customers.termsOf(person) }]);
    return person;
  }

  /** Places an order of a person, whose key is made with it. Answers its id. */
  async place(person: Person): Promise<string> {
    const { personal } = await this.process();
    const idempotencyKey = randomUUID();
    const buyer = { email: person.email, name: 'Rahim', address: '1 Test Road', city: 'Dhaka', zip: '1205' };
    const { order } = await this.shop.log.place({
      uid: person.uid,
      idempotencyKey,
      requestHash: 'test',
      person: await sealBuyer(personal, person.uid, idempotencyKey, buyer),
      toolId: this.toolId,
      quantity: 1,
      actor: `user:${person.uid}`,
      correlationId: 'test',
    });
    return order.id;
  }

  /** Pays an order with the provider's word, and ships it unless told otherwise. */
  async pay(orderId: string, options: { ship?: boolean } = {}): Promise<void> {
    const origin = { orderId, actor: 'system:test', correlationId: 'test' };
    await this.shop.log.pay({ ...origin, transactionId: `pi_${orderId}` });
    if (options.ship !== false) await this.shop.log.ship(origin);
  }

  /** What is left of a person in this shop, by where it is; empty for one who is erased to the end. */
  async left({ uid, email }: Person): Promise<string[]> {
    const { log, users, profiles, customers, devices, waiting, pending, personal } = await this.process();
    const [key, inLog, account, entry] = await Promise.all([
      this.keys.find(uid),
      log.erasedPersons(),
      users.find(email),
      pending.find(uid),
    ]);
    const stored = await log.redis.run((connection) => connection.exists(`{o}:profile:${uid}`));
    return [
      ...(key === 'erased' ? [] : ['key']),
      ...(inLog.includes(uid) ? [] : ['log']),
      ...(account === null ? [] : ['user']),
      ...(stored === 0 && (await profiles.of([uid])).length === 0 ? [] : ['profile']),
      ...((await devices.hearing(uid, 'paid')).length === 0 ? [] : ['device']),
      ...((await waiting.of([uid])).length === 0 ? [] : ['waiting']),
      ...((await customers.find(email)).uids.length === 0 ? [] : ['index']),
      ...(this.removed.has(uid) ? [] : ['account']),
      ...(entry === null ? [] : ['pending']),
      ...((await personal.erased()).includes(uid) ? [] : ['marker']),
    ];
  }
}

/** A profile as a person fills it in. */
export const profile = {
  phone: '+880 1711-000000',
  education: 'Carpenter',
  country: 'Bangladesh',
  city: 'Dhaka',
  zip: '1205',
  linkedin: '',
  name: 'Rahim',
  photoURL: '',
};
