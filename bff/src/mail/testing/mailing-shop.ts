import { randomUUID } from 'node:crypto';
import { openOrderLog } from '@karigar/events';
import type { TestRedis } from '@karigar/events/testing';
import { type Logger, pino } from 'pino';
import { Registry } from 'prom-client';
import type { Order } from '../../contracts/order.ts';
import { openJobs } from '../../jobs/open-jobs.ts';
import { letTimePass } from '../../notices/testing/run-notices.ts';
import { TestSimulator } from '../../payments/testing/test-simulator.ts';
import { RunningShop, type TestPerson } from '../../testing/running-shop.ts';
import { type InboxLetter, TestInbox } from './test-inbox.ts';

const carriers = 'Pathao=https://pathao.example/?id={tracking};By hand';

/** A whole shop with the payment simulator and the demo's inbox, and somebody who buys there. */
export class MailingShop {
  readonly shop: RunningShop;
  readonly simulator: TestSimulator;
  readonly inbox: TestInbox;
  /** Buys; another one after {@link newPerson}. */
  person: TestPerson;

  private constructor(shop: RunningShop, simulator: TestSimulator, inbox: TestInbox, person: TestPerson) {
    this.shop = shop;
    this.simulator = simulator;
    this.inbox = inbox;
    this.person = person;
  }

  static async start(logger?: Logger): Promise<MailingShop> {
    const [simulator, inbox] = await Promise.all([TestSimulator.start(), TestInbox.start()]);
    const shop = await RunningShop.start(MailingShop.environment(simulator, inbox), undefined, logger);
    return new MailingShop(shop, simulator, inbox, await shop.person('nobody@example.com'));
  }

  /** The same world around another store, as a backup was restored into it. */
  async restoredAt(redis: TestRedis, dataDir: string): Promise<MailingShop> {
    const { simulator, inbox } = this;
    const shop = await RunningShop.start(MailingShop.environment(simulator, inbox), { redis, dataDir });
    return new MailingShop(shop, simulator, inbox, this.person);
  }

  /** What another server of this shop is started with, beside its store. */
  get environment(): Record<string, string> {
    return MailingShop.environment(this.simulator, this.inbox);
  }

  private static environment(simulator: TestSimulator, inbox: TestInbox): Record<string, string> {
    const { smtpUrl } = inbox;
    return {
      ...simulator.environment,
      SMTP_URL: smtpUrl,
      SHOP_URL: 'https://shop.example',
      CARRIERS: carriers,
    };
  }

  async stop(): Promise<void> {
    await this.shop.stop();
    await Promise.all([this.simulator.stop(), this.inbox.stop()]);
  }

  async newPerson(name: string = randomUUID().slice(0, 8)): Promise<void> {
    this.person = await this.shop.person(`${name}@example.com`, { verified: true });
  }

  /** An order of two pieces at $20. */
  async placed(fields: Record<string, unknown> = {}): Promise<Order> {
    const toolId = await this.shop.newTool({ availableQuantity: 10, price: 20 });
    return (await this.shop.place(this.person, toolId, fields)).body.order;
  }

  async paid(fields: Record<string, unknown> = {}): Promise<Order> {
    const order = await this.placed(fields);
    const { body } = await this.shop.json<{ intentId: string; clientSecret: string }>(
      'post',
      '/create-payment-intent',
      { as: this.person, body: { orderId: order._id } },
    );
    const { intentId: id, clientSecret } = body;
    await this.simulator.pay({ id, clientSecret });
    const claim = { as: this.person, body: { transactionId: id } };
    await this.shop.json('patch', `/orders/order/${order._id}`, claim);
    return order;
  }

  /** The letters to whoever buys now, oldest first. */
  async letters(): Promise<InboxLetter[]> {
    return (await this.inbox.letters()).filter(({ to }) => to.includes(this.person.email));
  }

  /** The subjects of the letters, with plain blanks. */
  readonly subjects = async (): Promise<string[]> =>
    (await this.letters()).map(({ subject }) => subject.replaceAll('\u00a0', ' '));

  /** Has all pauses of letters be over, and reminds of every unpaid order. */
  async letTimePass(): Promise<void> {
    const log = await openOrderLog({ url: this.shop.redis.url });
    const jobs = await openJobs({ log, logger: pino({ level: 'silent' }), registry: new Registry() });
    await letTimePass(log, jobs, [
      {
        name: 'mail',
        targets: async ({ kind, uid }) => (kind === 'unpaid' ? [uid] : []),
        send: async () => 'dropped',
      },
    ]);
    await jobs.stop();
    await log.close();
  }
}
