import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import type { ApiParts } from './api-call.ts';
import type { FaultInjection } from './fault-injections.ts';
import type { WebhookFaults, WebhookSender } from './webhooks.ts';

/**
 * What only tests and operators use, with the secret key as bearer; the shop's server never passes it through.
 * `GET /ledger` answers all charges, refunds and intents; `POST /test/faults` adds a fault injection (JSON, see `FaultInjection`),
 * `DELETE` removes them; `PUT /test/webhooks` sets how deliveries misbehave (JSON, see `WebhookFaults`); `POST
 * /test/webhooks/flush` sends what is pending.
 */
export function testControls({ store, faults, keys }: ApiParts, sender: WebhookSender): Hono {
  const guard = bearerAuth({ token: keys.secret });
  return new Hono()
    .use('/ledger', guard)
    .use('/test/*', guard)
    .get('/ledger', (c) =>
      c.json({
        charges: [...store.charges.values()],
        refunds: [...store.refunds.values()],
        intents: [...store.intents.values()],
        undelivered: [...store.events.values()].filter(({ delivered }) => !delivered).length,
      }),
    )
    .post('/test/faults', async (c) => {
      try {
        faults.add(await c.req.json<Partial<FaultInjection>>());
      } catch (error) {
        return c.json({ error: String(error) }, 400);
      }
      return c.json({ ok: true }, 201);
    })
    .delete('/test/faults', (c) => {
      faults.clear();
      return c.json({ ok: true });
    })
    .put('/test/webhooks', async (c) => {
      const faults = await c.req.json<Partial<WebhookFaults>>();
      sender.faults = { copies: 1, jitterMs: 0, held: false, ...faults };
      return c.json(sender.faults);
    })
    .post('/test/webhooks/flush', (c) => {
      sender.sendPending();
      return c.json({ ok: true });
    });
}
