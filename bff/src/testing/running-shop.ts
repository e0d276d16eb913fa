import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis, type TestRedis } from '@karigar/events/testing';
import { type Logger, pino } from 'pino';
import { configFrom } from '../config/config.ts';
import type { PlacedOrder } from '../contracts/order.ts';
import type { Problem } from '../contracts/problem.ts';
import { accessTokens } from '../identity/access-token.ts';
import { type OpenShop, openShop } from '../open-shop.ts';
import { keepsPromise } from './answer-contract.ts';

/** What a test knows of a person: their address and the shop's token for them. */
export interface TestPerson {
  uid: string;
  email: string;
  token: string;
}

const secret = 'a-secret-for-tests-that-is-long-enough';
/** The admin of the tests, by configuration. */
export const adminEmail = 'admin@karigar.test';

/** The whole server on a real Redis, in this process; `environment` is put over the demo's. */
export class RunningShop {
  readonly redis: TestRedis;
  readonly shop: OpenShop;
  readonly dataDir: string;

  private readonly ownsData: boolean;

  private constructor(redis: TestRedis, shop: OpenShop, dataDir: string, ownsData: boolean) {
    this.redis = redis;
    this.shop = shop;
    this.dataDir = dataDir;
    this.ownsData = ownsData;
  }

  static async start(
    environment: Record<string, string> = {},
    shared?: { redis: TestRedis; dataDir?: string },
    logger: Logger = pino({ level: 'silent' }),
  ): Promise<RunningShop> {
    // Processes of one shop share the keys of its people as they share its store.
    const redis = shared?.redis ?? (await startRedis());
    const dataDir = shared?.dataDir ?? (await mkdtemp(join(tmpdir(), 'karigar-bff-')));
    const config = configFrom({
      PORT: '0',
      DATA_DIR: dataDir,
      REDIS_URL: redis.url,
      // Nothing listens there unless a test brings its own: the parts that need it say so.
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
      SIMULATOR_URL: 'http://127.0.0.1:9',
      ACCESS_TOKEN_SECRET: secret,
      ADMIN_EMAILS: adminEmail,
      RATE_LIMIT: 'off',
      MAX_UNPAID_ORDERS: '0',
      MAX_HELD_SHARE: '1',
      ...environment,
    });
    if (config.auth.emulatorHost) process.env.FIREBASE_AUTH_EMULATOR_HOST = config.auth.emulatorHost;
    const shop = await openShop(config, logger);
    return new RunningShop(redis, shop, dataDir, shared?.dataDir === undefined);
  }

  /** Stops the server, and the Redis unless another shop shares it. */
  async stop(options: { keepRedis?: boolean } = {}): Promise<void> {
    await this.shop.stop();
    if (!options.keepRedis) await this.redis.stop();
    if (this.ownsData) await rm(this.dataDir, { recursive: true, force: true });
  }

  /** A person with a token of this shop, as if they had just signed in. */
  async person(
    email: string,
    options: { uid?: string; verified?: boolean; secret?: string; now?: number; signedInAt?: number } = {},
  ): Promise<TestPerson> {
    const uid = options.uid ?? `uid-${email}`;
    const now = options.now;
    const signedInAt = options.signedInAt ?? Math.floor(Date.now() / 1000);
    const tokens = accessTokens(options.secret ?? secret, now === undefined ? Date.now : () => now);
    const emailVerified = options.verified ?? false;
    const owner = { uid, email, emailVerified, name: 'Test Person', signedInAt };
    return { uid, email, token: (await tokens.issue(owner, (now ?? Date.now()) * 1_000)).token };
  }

  admin(): Promise<TestPerson> {
    return this.person(adminEmail, { verified: true });
  }

  /** Makes a call; `body` is sent as JSON unless it is text, which goes as it is. */
  async call(
    method: string,
    path: string,
    options: { as?: TestPerson | undefined; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const hasBody = options.body !== undefined;
    return fetch(`${this.shop.url}/api${path}`, {
      method: method.toUpperCase(),
      headers: {
        ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
        ...(options.as ? { Authorization: `Bearer ${options.as.token}` } : {}),
        ...options.headers,
      },
      ...(hasBody
        ? { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }
        : {}),
      signal: AbortSignal.timeout(60_000),
    });
  }

  /** Makes a call and reads its JSON, which must be as the description of the call promises. */
  async json<T = Record<string, unknown>>(
    method: string,
    path: string,
    options: Parameters<RunningShop['call']>[2] = {},
  ): Promise<{ status: number; body: T; headers: Headers }> {
    const answer = await this.call(method, path, options);
    const { status, headers } = answer;
    const body = (await answer.json()) as T;
    keepsPromise({ method, path, status, type: headers.get('content-type'), body });
    return { status, body, headers };
  }

  /** Places an order under a new key; `fields` are put over those of `anOrder`. */
  place(as: TestPerson, toolId: string, fields: Record<string, unknown> = {}) {
    const body = { ...anOrder(as, toolId), ...fields };
    const headers = { 'Idempotency-Key': randomUUID() };
    return this.json<PlacedOrder & Problem>('post', '/orders', { as, body, headers });
  }

  /** Adds a tool as the admin and answers its id. */
  async newTool(fields: Record<string, unknown> = {}): Promise<string> {
    const { body } = await this.json<{ insertedId: string }>('post', '/tools', {
      as: await this.admin(),
      body: { ...aTool, ...fields },
    });
    return body.insertedId;
  }
}

/** A tool as an admin sends it. */
export const aTool = {
  name: 'Claw Hammer',
  price: 12,
  minOrderQuantity: 2,
  availableQuantity: 100,
  description: 'A forged hammer with an ash handle',
  image: '/images/hammer.webp',
};

/** An order of two pieces as a customer sends it. */
export const anOrder = (person: { email: string }, toolId: string) => ({
  toolId,
  email: person.email,
  name: 'Rahim',
  address: '1 Test Road',
  city: 'Dhaka',
  zip: '1215',
  quantity: 2,
});
