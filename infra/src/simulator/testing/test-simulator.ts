import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { type Simulator, startSimulator } from '../simulator.ts';

const secretKey = 'sk_test_simulator';

/** The secret that the simulator under test signs its webhooks with. */
export const webhookSecret = 'whsec_simulator';

/** A simulator under test with its own data folder, the real SDK that talks to it, and the calls of a browser. */
export class TestSimulator {
  readonly secretKey = secretKey;
  stripe!: Stripe;
  private readonly dataDir: string;
  private simulator!: Simulator;

  private constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  /** Starts a simulator over an empty folder; `webhookUrl` is where its webhooks go. */
  static async open(webhookUrl = ''): Promise<TestSimulator> {
    const simulator = new TestSimulator(await mkdtemp(join(tmpdir(), 'karigar-simulator-')));
    await simulator.start(webhookUrl);
    return simulator;
  }

  /** Stops the simulator and starts another over the same folder. */
  async restart(webhookUrl = ''): Promise<void> {
    await this.simulator.close();
    await this.start(webhookUrl);
  }

  async close(): Promise<void> {
    await this.simulator.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  get url(): string {
    return this.simulator.url;
  }

  /** An SDK with another secret key or the right one. */
  sdk(key = secretKey): Stripe {
    return new Stripe(key, {
      host: '127.0.0.1',
      port: Number(new URL(this.simulator.url).port),
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
      timeout: 20_000,
    });
  }

  /** A new intent over `amount` cents, under an idempotency key or none of ours. */
  newIntent(key?: string, amount = 1_200) {
    return this.stripe.paymentIntents.create(
      { amount, currency: 'usd', metadata: { orderId: 'o1' }, allowed_payment_method_types: ['card'] },
      key === undefined ? undefined : { idempotencyKey: key },
    );
  }

  /** A new intent that is paid with one of Stripe's ready-made methods. */
  async paidIntent(method = 'pm_card_visa', amount = 1_200) {
    const { id } = await this.newIntent(undefined, amount);
    return this.stripe.paymentIntents.confirm(id, { payment_method: method });
  }

  async ledger() {
    const answer = await this.control('GET', '/ledger');
    return (await answer.json()) as {
      charges: Stripe.Charge[];
      refunds: Stripe.Refund[];
      disputes: Stripe.Dispute[];
      undelivered: number;
    };
  }

  /** A call to the test controls, with JSON where there is a body. */
  control(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.simulator.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${secretKey}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** A call to the test controls that must succeed; gives what it made or changed. */
  async dashboard<T>(path: string, body: object): Promise<T> {
    const answer = await this.control('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** A call as the browser makes it: form body and publishable key. */
  async browser(path: string, form: Record<string, string>) {
    const answer = await fetch(`${this.simulator.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ key: 'pk_test_simulator', ...form }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, never> };
  }

  private async start(webhookUrl: string): Promise<void> {
    this.simulator = await startSimulator({
      DATA_DIR: this.dataDir,
      WEBHOOK_URL: webhookUrl,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_simulator',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      SLOW_CARD_MS: '200',
    });
    this.stripe = this.sdk();
  }
}

/** The SDK's error of a call that must fail; throws when it succeeds. */
export async function failure(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('the call succeeded');
}
