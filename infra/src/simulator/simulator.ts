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

/** A simulator that listens. */
export interface Simulator {
  url: string;
  /** Stops listening and sending; what is not delivered is sent after the next start. */
  close(): Promise<void>;
}

/**
 * Starts the simulator: STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are its keys, DATA_DIR has its journal, WEBHOOK_URL gets
 * the webhooks (optional), PORT and HOST are where it listens (a free port of 127.0.0.1), and SLOW_CARD_MS is how long the slow card stays
 * processing, and refunds take that change later (4,000). Throws when a key or the folder is missing, the port is taken or the data cannot be read.
 */
export async function startSimulator(env: Readonly<Record<string, string | undefined>>): Promise<Simulator> {
  const need = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`The payment simulator needs ${name}.`);
    return value;
  };
  const { WEBHOOK_URL: webhookUrl = '', HOST: host = '127.0.0.1', PORT = '0', SLOW_CARD_MS = '4000' } = env;
  const keys = { secret: need('STRIPE_SECRET_KEY'), publishable: need('STRIPE_PUBLISHABLE_KEY') };
  const slowMs = Number(SLOW_CARD_MS);
  const store = new Store(need('DATA_DIR'), keys.secret);
  const stop = new AbortController();
  const sender = new WebhookSender(store, webhookUrl, need('STRIPE_WEBHOOK_SECRET'), stop.signal);
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
  const server = serve({ fetch: app.fetch, hostname: host, port: Number(PORT) });
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
