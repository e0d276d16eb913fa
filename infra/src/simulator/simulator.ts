import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { stripeApi } from './api.ts';
import type { ApiParts } from './api-call.ts';
import { settleIntent } from './confirm-intent.ts';
import { FaultInjections } from './fault-injections.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { type Put, Store } from './store.ts';
import { testControls } from './test-controls.ts';
import { newEvent, WebhookSender } from './webhooks.ts';

export interface SimulatorOptions {
  /** 0 takes a free port. */
  port: number;
  host?: string;
  dataDir: string;
  /** Where webhooks go; '' sends none. */
  webhookUrl: string;
  webhookSecret: string;
  secretKey: string;
  publishableKey: string;
  /** How long the slow card stays processing; about 4 seconds unless said. */
  slowCardMs?: number;
}

export interface Simulator {
  url: string;
  /** Stops listening and sending; what is not delivered is sent after the next start. */
  close(): Promise<void>;
}

/** Starts the simulator and resolves when it listens. Throws when the port is taken or the data cannot be read. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const store = new Store(options.dataDir);
  const sender = new WebhookSender(store, options.webhookUrl, options.webhookSecret);
  const parts: ApiParts = {
    store,
    keys: { secret: options.secretKey, publishable: options.publishableKey },
    idempotency: new IdempotencyKeys(store),
    faults: new FaultInjections(),
    committed: (puts) => sendEvents(sender, puts),
  };
  settleInterrupted(store);
  const app = new Hono()
    .route('/', stripeApi(parts, options.slowCardMs ?? 4_000))
    .route('/', testControls(parts, sender))
    .get('/health', (c) => c.json({ ok: true }))
    .notFound((c) =>
      c.json(
        {
          error: {
            type: 'invalid_request_error',
            message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
          },
        },
        404,
      ),
    );
  const host = options.host ?? '127.0.0.1';
  const { server, port } = await listen(app, host, options.port);
  sender.sendPending();
  return {
    url: `http://${host}:${port}`,
    close: async () => {
      sender.close();
      await new Promise<void>((closed) => {
        server.close(() => closed());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      store.close();
    },
  };
}

/** A stop while a slow card was processing must not leave the money in the air. */
function settleInterrupted(store: Store): void {
  for (const { id, status } of store.intents.values()) {
    if (status !== 'processing') continue;
    const { intent, puts, event } = settleIntent(store, id);
    store.commit(event ? [...puts, newEvent(event, intent)] : puts);
  }
}

function sendEvents(sender: WebhookSender, puts: Put[]): void {
  for (const put of puts) if (put.table === 'event') sender.send(put.value);
}

function listen(app: Hono, host: string, port: number): Promise<{ server: ServerType; port: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }, (address) =>
      resolve({ server, port: address.port }),
    );
    server.once('error', reject);
  });
}
