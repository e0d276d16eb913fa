import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeTool, type OrderDocument, type OrderLog, openOrderLog, redisKeys } from '@karigar/events';
import { startRedis, type TestRedis } from '@karigar/events/testing';
import type { Person } from '../../identity/person.ts';
import { opsEntries } from '../../ops.ts';
import { isProblemError } from '../../problem/problem-error.ts';
import { cardTestingGuard } from '../card-testing-guard.ts';
import { deleteOrder } from '../delete-order.ts';
import { openForOrder, openUnbound } from '../open-intent.ts';
import { followEvents, takeMessage } from '../payment-events.ts';
import type { GatewayIntent } from '../payment-gateway.ts';
import type { PaymentOutcome, PaymentParts } from '../payment-parts.ts';
import { type Round, throwFaults } from '../payment-round.ts';
import { finishRefunds, refundOrder } from '../refund-order.ts';
import { expireUnpaid } from '../reservation.ts';
import { claimPayment } from '../settle-payment.ts';
import { TestSimulator } from './test-simulator.ts';

export const unitPrice = 12;
const origin = { actor: 'system:test', correlationId: 'test' };

/** The payment room on a real order log and the payment simulator, with webhooks arriving over HTTP. */
export class TestShop {
  readonly notices: PaymentOutcome[] = [];
  readonly simulator: TestSimulator;
  readonly log: OrderLog;
  readonly parts: PaymentParts;
  private readonly redis: TestRedis;
  private readonly server: Server;

  private constructor(redis: TestRedis, log: OrderLog, simulator: TestSimulator, server: Server) {
    this.redis = redis;
    this.log = log;
    this.simulator = simulator;
    this.server = server;
    const patient = simulator.gateway(20_000, 0, log);
    this.parts = {
      log,
      cards: true,
      ways: ['bKash'],
      gateway: patient,
      background: patient,
      guard: cardTestingGuard(log.redis),
      notice: (notice) => this.notices.push(notice),
    };
    server.on('request', (request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        takeMessage(this.parts, body, String(request.headers['stripe-signature'])).then(
          () => response.end('{}'),
          (error: unknown) => {
            response.statusCode = isProblemError(error) ? error.status : 500;
            response.end();
          },
        );
      });
    });
  }

  static async start(): Promise<TestShop> {
    const redis = await startRedis();
    const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const simulator = await TestSimulator.start(`http://127.0.0.1:${port}/api/webhooks/stripe`);
    return new TestShop(redis, log, simulator, server);
  }

  /** Where the shop's records are, for a process beside this one. */
  get redisUrl(): string {
    return this.redis.url;
  }

  async stop(): Promise<void> {
    await this.simulator.stop();
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
    await this.log.close();
    await this.redis.stop();
  }

  /** Puts a tool with this stock into the catalogue. */
  async newTool(stock: number): Promise<string> {
    const id = `tool_${randomUUID().slice(0, 8)}`;
    const tool = {
      id,
      name: `Hammer ${id}`,
      price: unitPrice,
      minOrderQuantity: 1,
      description: 'A hammer for tests',
      image: '/images/hammer.avif',
      category: '',
      alt: '',
      otherNames: '',
      rev: 1,
      createdAt: Date.now(),
    };
    await this.log.redis.run(async (connection) => {
      await connection.set(redisKeys.tool(id), encodeTool(tool));
      await connection.zAdd(redisKeys.tools, { score: tool.createdAt, value: id });
    });
    await this.log.setStock({ toolId: id, set: stock, ...origin });
    return id;
  }

  /** Places an order of one piece, or `quantity`. */
  async newOrder(toolId: string, person: Person, quantity = 1): Promise<OrderDocument> {
    const { order } = await this.log.place({
      uid: person.uid,
      idempotencyKey: randomUUID(),
      requestHash: 'test',
      person: 'sealed',
      toolId,
      quantity,
      ...origin,
    });
    return order;
  }

  /** Opens the payment of an order as its owner; `from` is the hash of their address. */
  open(orderId: string, person: Person, from?: string): Promise<GatewayIntent> {
    return openForOrder(this.parts, person, from, orderId, 'test');
  }

  /** Opens a payment over `price` dollars without an order. */
  openUnbound(person: Person, price: number): Promise<GatewayIntent> {
    return openUnbound(this.parts, person.uid, undefined, price);
  }

  /** Claims an order as paid, as its owner does; in a process whose parts are `parts`. */
  async claim(orderId: string, transactionId: string, person: Person, parts = this.parts) {
    const order = await this.log.order(orderId);
    if (order === null) throw new Error(`There is no order ${orderId}`);
    return claimPayment(parts, order, transactionId, { ...origin, actor: `user:${person.uid}` }, person);
  }

  /** Places an order of somebody and pays it, by the card of `method`. */
  async paidOrder(
    toolId: string,
    { quantity = 1, method = 'pm_card_visa' } = {},
  ): Promise<{ id: string; intentId: string }> {
    const person = newPerson();
    const { id } = await this.newOrder(toolId, person, quantity);
    const intent = await this.open(id, person);
    await this.simulator.pay(intent, method);
    await this.claim(id, intent.id, person);
    return { id, intentId: intent.id };
  }

  /** Asks for an order's money as an admin does; the pieces return to stock. */
  refund(orderId: string, parts = this.parts): Promise<OrderDocument> {
    const wish = { reason: 'customer', restock: true } as const;
    return refundOrder(parts, orderId, wish, { ...origin, actor: 'admin:test', uid: 'test' });
  }

  /** Finishes the refunds that wait for an answer, as the watch does. Answers how many ended; throws what failed. */
  async finishRefunds(): Promise<number> {
    const ended = this.counting('refunded', 'refund-refused');
    const round = this.round();
    await finishRefunds(round);
    throwFaults(round);
    return ended();
  }

  /** Expires the unpaid orders that were placed before `now` (ms), only those of `person` where one is given. Answers how many, and what failed. */
  async expire({ parts = this.parts, now = Date.now() + 1_000, person = null as Person | null } = {}) {
    const round = this.round(parts, now);
    const expired = this.counting('expired');
    const reservation = {
      hours: person === null ? 1e-9 : 1e9,
      unverifiedHours: 1e-9,
      verifiedAmong: async (uids: readonly string[]) => new Set(uids.filter((uid) => uid !== person?.uid)),
    };
    await expireUnpaid(round, reservation);
    return { expired: expired(), faults: round.faults };
  }

  remove(orderId: string): Promise<{ changed: boolean }> {
    return deleteOrder(this.parts, orderId, 'customer', origin);
  }

  /** Takes the provider's events as the watch does, at `now` (ms). Answers how many orders were paid; throws what failed. */
  async reconcile(now = Date.now(), parts = this.parts): Promise<number> {
    const paid = this.counting('paid');
    const round = this.round(parts, now);
    await followEvents(round);
    throwFaults(round);
    return paid();
  }

  private round(parts = this.parts, now = Date.now()): Round {
    return { parts, origin, now, faults: [], signal: new AbortController().signal };
  }

  /** Counts the notices of these outcomes from now on. */
  private counting(...outcomes: PaymentOutcome[]): () => number {
    const from = this.notices.length;
    return () => this.notices.slice(from).filter((notice) => outcomes.includes(notice)).length;
  }

  /** The kinds of the operators' records about one payment. */
  async toldAbout(intentId: string): Promise<string[]> {
    const entries = await opsEntries(this.log.redis, 500);
    return entries.filter(({ detail }) => detail.intentId === intentId).map(({ kind }) => kind);
  }
}

/** A customer of one's own. */
export function newPerson(): Person {
  const uid = randomUUID();
  return {
    uid,
    email: `${uid}@test.example`,
    name: 'Rahim',
    since: 0,
    emailVerified: true,
    signedInAt: 0,
    roles: async () => [],
    may: async () => false,
    accounts: async () => [uid],
  };
}
