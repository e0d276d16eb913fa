import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeTool, logBegin, type OrderLog, openOrderLog, orderIdFor, redisKeys } from '@karigar/events';
import { startRedis, type TestRedis } from '@karigar/events/testing';
import { cursorOf } from '../../jobs/follow-log.ts';
import { sealBuyer } from '../../personal/buyer.ts';
import { openPersonal, type Personal } from '../../personal/personal.ts';
import { dataKeyOf, openKeysIn } from '../../personal/testing/test-keys.ts';
import { customerIndex, customersFollower } from '../customer-index.ts';

const dataKey = dataKeyOf(Buffer.alloc(32, 7).toString('base64'));
const origin = { actor: 'system:test', correlationId: 'test' } as const;
const toolId = 'tool_index';

const openLog = (url: string): Promise<OrderLog> => openOrderLog({ url, commandTimeoutMs: 20_000 });

/** Opens the keys of a data folder as a process of the shop does. */
export async function openTestKeys(dataDir: string): Promise<Personal> {
  return openPersonal(await openKeysIn(dataDir, dataKey), () => undefined);
}

/** A shop with a real log and a real key store, whose customers are to be found. */
export class IndexShop {
  readonly redis: TestRedis;
  readonly dataDir: string;
  readonly log: OrderLog;
  readonly personal: Personal;

  private constructor(redis: TestRedis, dataDir: string, log: OrderLog, personal: Personal) {
    this.redis = redis;
    this.dataDir = dataDir;
    this.log = log;
    this.personal = personal;
  }

  static async start(): Promise<IndexShop> {
    const redis = await startRedis();
    const dataDir = await mkdtemp(join(tmpdir(), 'karigar-index-'));
    const shop = new IndexShop(redis, dataDir, await openLog(redis.url), await openTestKeys(dataDir));
    await shop.offerTool();
    return shop;
  }

  async stop(): Promise<void> {
    await this.log.close();
    await this.redis.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Empties the Redis under its processes, and makes another shop in it. */
  async replaceLog(): Promise<void> {
    await this.log.redis.run((connection) => connection.flushAll());
    await (await openLog(this.redis.url)).close();
    await this.offerTool();
  }

  /** Puts the cursor back to the first event, as a process leaves it that dies before it moves the cursor. */
  async turnBack(): Promise<void> {
    const first = (await this.log.eventsAfter(logBegin, 1))?.events[0];
    const key = redisKeys.follower(customersFollower);
    const { seq, hash } = first ?? logBegin;
    await this.log.redis.run((connection) => connection.hSet(key, { seq, hash }));
  }

  /** How many events the index has not taken yet. */
  async behind(): Promise<number> {
    const [{ seq }, done] = await Promise.all([this.log.head(), cursorOf(this.log.redis, customersFollower)]);
    return seq - done;
  }

  /** Puts the tool of the tests on sale. */
  private async offerTool(): Promise<void> {
    const tool = { name: 'Hammer', price: 12, minOrderQuantity: 1, description: '', image: '' };
    const record = encodeTool({
      id: toolId,
      ...tool,
      category: '',
      alt: '',
      otherNames: '',
      rev: 1,
      createdAt: 1,
    });
    await this.log.redis.run((connection) => connection.set(redisKeys.tool(toolId), record));
    await this.log.setStock({ toolId, set: 1_000_000, ...origin });
  }

  /** The index as any process opens it. */
  get index() {
    return customerIndex(this.log.redis, this.personal);
  }

  /** Places an order of a customer. Answers its id. */
  async order(uid: string, email: string, name: string): Promise<string> {
    const idempotencyKey = randomUUID();
    const person = await this.sealed(uid, orderIdFor(uid, idempotencyKey), email, name);
    const { order } = await this.log.place({
      ...{ uid, idempotencyKey, requestHash: 'test', person, toolId, quantity: 1 },
      ...origin,
    });
    return order.id;
  }

  /** Sends an unpaid order's parcel to somebody else. */
  async correct(uid: string, orderId: string, email: string, name: string): Promise<void> {
    await this.log.correct({ orderId, person: await this.sealed(uid, orderId, email, name), ...origin });
  }

  /** Has the log say that a customer is erased, and destroys their key unless that is yet to come. */
  async erase(uid: string, { keepKey = false } = {}): Promise<void> {
    const { orders } = await this.log.orders({ uids: [uid], states: ['unpaid'], limit: 1_000 });
    for (const { id } of orders)
      await this.log.remove({ orderId: id, reason: 'erasure', expectedIntent: null, ...origin });
    await this.log.erasePerson({ uid, ...origin });
    if (!keepKey) await this.personal.erase(uid);
  }

  private sealed(uid: string, orderId: string, email: string, name: string): Promise<string> {
    const buyer = { email, name, address: '1 Test Road', city: 'Dhaka', zip: '1205', phone: '' };
    return sealBuyer(this.personal, uid, orderId, buyer);
  }
}
