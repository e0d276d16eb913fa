import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type PaymentGateway, stripeGateway } from '../stripe-gateway.ts';

/** The demo's own key, which the operator's commands use when none is set. */
const secretKey = 'sk_test_karigar_demo';
const publishableKey = 'pk_test_payments';
const webhookSecret = 'whsec_payments';
const entry = fileURLToPath(new URL('../../../../infra/src/simulator/main.ts', import.meta.url));

/** A charge or refund as the provider's ledger has it. Amounts are cents. */
interface LedgerCharge {
  id: string;
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  status: 'succeeded' | 'failed';
}
export interface Ledger {
  charges: LedgerCharge[];
  refunds: {
    id: string;
    payment_intent: string;
    amount: number;
    status: string;
    metadata: Record<string, string>;
  }[];
  intents: {
    id: string;
    status: string;
    metadata: Record<string, string>;
  }[];
  undelivered: number;
}

/** The payment simulator as a process of its own, as the shop sees it in development. */
export class TestSimulator {
  readonly secretKey = secretKey;
  readonly webhookSecret = webhookSecret;
  url = '';
  private readonly dataDir: string;
  private readonly webhookUrl: string;
  private child: ChildProcess | null = null;

  private constructor(dataDir: string, webhookUrl: string) {
    this.dataDir = dataDir;
    this.webhookUrl = webhookUrl;
  }

  /** Starts one over an empty ledger; `webhookUrl` is where it tells of payments ('' for nowhere). */
  static async start(webhookUrl = ''): Promise<TestSimulator> {
    const dataDir = await mkdtemp(join(tmpdir(), 'karigar-payments-'));
    const simulator = new TestSimulator(dataDir, webhookUrl);
    // A test run that dies must not leave its simulator behind.
    process.once('exit', simulator.farewell);
    await simulator.launch('0');
    return simulator;
  }

  /** The variables with which a server uses it as its payment provider. */
  get environment() {
    return {
      SIMULATOR_URL: this.url,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    };
  }

  /** Ends the process at once, as a crash would. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((exited) => child.once('exit', exited));
    child.kill('SIGKILL');
    await gone;
  }

  /** Starts it again on the same port and ledger; waits while another process passes through that port. */
  async restart(): Promise<void> {
    await this.kill();
    const { port } = new URL(this.url);
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.launch(port);
      } catch (error) {
        if (tries === 20) throw error;
        await delay(200);
      }
    }
  }

  async stop(): Promise<void> {
    process.off('exit', this.farewell);
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** The way of the shop of `log` to it; a call may take `timeout` ms and is repeated so many times. */
  gateway(
    timeout: number,
    maxNetworkRetries = 0,
    log: Parameters<typeof stripeGateway>[2] = { shop: async () => 'test-shop', now: async () => Date.now() },
  ): PaymentGateway {
    const { secretKey, webhookSecret, url: simulatorUrl } = this;
    return stripeGateway({ secretKey, webhookSecret, simulatorUrl }, { timeout, maxNetworkRetries }, log);
  }

  /** Confirms an intent as the browser does. `method` is a payment method, such as `pm_card_visa`. Never throws for an HTTP error. */
  async pay(
    intent: { id: string } & ({ clientSecret: string } | { client_secret: string | null }),
    method = 'pm_card_visa',
  ) {
    const secret = 'clientSecret' in intent ? intent.clientSecret : intent.client_secret;
    const answer = await fetch(`${this.url}/v1/payment_intents/${intent.id}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: publishableKey,
        client_secret: secret ?? '',
        payment_method: method,
      }),
    });
    const body = (await answer.json()) as { status?: string; error?: { code?: string } };
    return { status: answer.status, intent: body.status, code: body.error?.code };
  }

  async ledger(): Promise<Ledger> {
    return (await (await this.control('GET', '/ledger')).json()) as Ledger;
  }

  /** Does something as in the provider's dashboard, such as `/test/refunds`; answers what it made. Throws when that was refused. */
  async dashboard(path: string, body: Record<string, unknown>): Promise<{ id: string }> {
    const answer = await this.control('POST', path, body);
    if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  }

  /** A call to the simulator's test controls: faults and how webhooks misbehave. */
  control(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${secretKey}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  private readonly farewell = (): void => {
    this.child?.kill('SIGKILL');
  };

  private async launch(port: string): Promise<void> {
    const child = spawn(process.execPath, [entry], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: port,
        DATA_DIR: this.dataDir,
        WEBHOOK_URL: this.webhookUrl,
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_PUBLISHABLE_KEY: publishableKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        SLOW_CARD_MS: '300',
      },
    });
    this.child = child;
    this.url = await new Promise<string>((resolve, reject) => {
      let printed = '';
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`The simulator ended with ${code}`)));
      child.stdout.on('data', (chunk) => {
        printed += String(chunk);
        const url = /listening on (http:\S+)/.exec(printed)?.[1];
        if (url !== undefined) resolve(url);
      });
    });
  }
}
