import { Hono } from 'hono';
import type { ApiParts } from './api-call.ts';
import type { ApiFault } from './faults.ts';
import type { WebhookFaults, WebhookSender } from './webhooks.ts';

/**
 * What only tests and operators use, with the secret key as bearer; the shop's server never passes it through.
 * `GET /ledger` tells all charges and refunds; `POST /test/faults` adds an API fault (JSON, see `ApiFault`), `DELETE` clears them;
 * `PUT /test/webhooks` sets how deliveries misbehave (JSON, see `WebhookFaults`); `POST /test/webhooks/flush` sends what is pending.
 */
export function testDesk(parts: ApiParts, sender: WebhookSender): Hono {
  const { store, faults } = parts;
  const desk = new Hono();
  desk.use('/ledger', async (c, next) => (allowed(c.req.header('authorization')) ? next() : refuse()));
  desk.use('/test/*', async (c, next) => (allowed(c.req.header('authorization')) ? next() : refuse()));

  desk.get('/ledger', (c) =>
    c.json({
      charges: [...store.charges.values()],
      refunds: [...store.refunds.values()],
      intents: [...store.intents.values()],
      undelivered: [...store.events.values()].filter(({ delivered }) => !delivered).length,
    }),
  );
  desk.post('/test/faults', async (c) => {
    try {
      faults.add(await c.req.json<Partial<ApiFault>>());
    } catch (error) {
      return c.json({ error: String(error) }, 400);
    }
    return c.json({ ok: true }, 201);
  });
  desk.delete('/test/faults', (c) => {
    faults.clear();
    return c.json({ ok: true });
  });
  desk.put('/test/webhooks', async (c) => {
    sender.faults = { copies: 1, jitterMs: 0, held: false, ...(await c.req.json<Partial<WebhookFaults>>()) };
    return c.json(sender.faults);
  });
  desk.post('/test/webhooks/flush', (c) => {
    sender.sendPending();
    return c.json({ ok: true });
  });
  return desk;

  function allowed(authorization: string | undefined): boolean {
    return authorization === `Bearer ${parts.keys.secret}`;
  }
  function refuse(): Response {
    return Response.json({ error: 'The secret key is needed here.' }, { status: 401 });
  }
}
