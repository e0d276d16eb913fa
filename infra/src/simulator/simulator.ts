import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { stripeApi } from './api.ts';
import type { ApiParts } from './api-call.ts';
import { settleIntent } from './confirm-intent.ts';
import { putsOf } from './events.ts';
import { FaultInjections } from './fault-injections.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { isUnsettled, settleRefund } from './refunds.ts';
import { Store } from './store.ts';
import { testControls } from './test-controls.ts';
import { WebhookSender } from './webhooks.ts';

/** Where a simulator listens, keeps its journal and tells the shop, and its keys. */
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
  /** How long the slow card stays processing, and refunds take that change later; about 4 seconds unless said. */
  slowCardMs?: number;
}

/** A simulator that listens. */
export interface Simulator {
  url: string;
  /** Stops listening and sending; what is not delivered is sent after the next start. */
  close(): Promise<void>;
}

/** Starts the simulator and resolves when it listens. Throws when the port is taken or the data cannot be read. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const store = new Store(options.dataDir, options.secretKey);
  const slowMs = options.slowCardMs ?? 4_000;
  const sender = new WebhookSender(store, options.webhookUrl, options.webhookSecret);
  const parts: ApiParts = {
    store,
    keys: { secret: options.secretKey, publishable: options.publishableKey },
    idempotency: new IdempotencyKeys(store),
    faults: new FaultInjections(),
    committed: (puts) => {
      for (const put of puts) {
        if (put.table === 'events') sender.send(put.value);
        if (put.table === 'refunds') settleLater(put.id);
      }
    },
  };
  const timers = new Set<NodeJS.Timeout>();
  const settleLater = (refundId: string): void => {
    const isDue = () => {
      const refund = store.refunds.get(refundId);
      return refund !== undefined && isUnsettled(store, refund);
    };
    if (!isDue()) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!isDue()) return;
      const puts = putsOf(settleRefund(store, refundId));
      store.commit(puts);
      parts.committed(puts);
    }, slowMs);
    timers.add(timer);
  };
  settleInterrupted(store);
  for (const id of store.refunds.keys()) settleLater(id);
  const app = new Hono()
    .route('/', stripeApi(parts, slowMs))
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
      for (const timer of timers) clearTimeout(timer);
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
    store.commit(putsOf(settleIntent(store, id)));
  }
}

function listen(app: Hono, host: string, port: number): Promise<{ server: ServerType; port: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }, (address) =>
      resolve({ server, port: address.port }),
    );
    server.once('error', reject);
  });
}
