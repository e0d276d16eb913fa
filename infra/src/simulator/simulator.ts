import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { stripeApi } from './api.ts';
import type { ApiParts } from './api-call.ts';
import { settleIntent } from './payment-intents.ts';
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
  const {
    webhookUrl,
    webhookSecret,
    secretKey,
    publishableKey,
    host = '127.0.0.1',
    slowCardMs: slowMs = 4_000,
  } = options;
  const store = new Store(options.dataDir, secretKey);
  const stop = new AbortController();
  const sender = new WebhookSender(store, webhookUrl, webhookSecret, stop.signal);
  const keys = { secret: secretKey, publishable: publishableKey };
  const parts: ApiParts = { store, keys, running: new Set(), faults: [], slowMs };
  const settleLater = async (refundId: string) => {
    if (!isUnsettled(store, refundId)) return;
    await wait(slowMs, undefined, { signal: stop.signal });
    if (isUnsettled(store, refundId)) settleRefund(store, refundId);
    store.commit();
  };
  const followRefund = (id: string) => void settleLater(id).catch(() => undefined);
  // A stop while a slow card was processing must not leave the money in the air.
  for (const id of store.intents.keys()) settleIntent(store, id);
  store.commit();
  store.committed = (puts) => {
    for (const put of puts) {
      if (put.table === 'events') sender.send(put.value);
      if (put.table === 'refunds') followRefund(put.id);
    }
  };
  for (const id of store.refunds.keys()) followRefund(id);
  const app = new Hono()
    .route('/', stripeApi(parts))
    .route('/', testControls(parts, sender))
    .get('/health', (c) => c.json({ ok: true }))
    .notFound((c) => {
      const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`;
      return c.json({ error: { type: 'invalid_request_error', message } }, 404);
    });
  const server = serve({ fetch: app.fetch, hostname: host, port: options.port });
  await once(server, 'listening');
  sender.sendPending();
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      stop.abort();
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
      store.close();
    },
  };
}
