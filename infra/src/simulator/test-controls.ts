import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import type { ApiParts } from './api-call.ts';
import { changeDispute, openDispute } from './disputes.ts';
import { type FaultInjection, readFault } from './fault-injections.ts';
import { find } from './listing.ts';
import { needText, type Params, textParam } from './params.ts';
import { createRefund, failRefund } from './refunds.ts';
import { invalidParam, SimulatorError } from './stripe-error.ts';
import type { WebhookFaults, WebhookSender } from './webhooks.ts';

/**
 * What only tests and operators use, with the secret key as bearer and JSON bodies; the shop's server never passes it through. The
 * README of this folder lists it.
 */
export function testControls(parts: ApiParts, sender: WebhookSender): Hono {
  const { store, faults, keys } = parts;
  const guard = bearerAuth({ token: keys.secret });
  /** Does what a person does in the dashboard; a refusal is answered as the API would. */
  const dashboard = async (c: Context, work: (params: Params) => object) => {
    const body = await c.req.json<object>().catch(() => ({}));
    const given = Object.entries(body).map(([name, value]) => [name, String(value)]);
    try {
      return c.json(work(Object.fromEntries(given)), 201);
    } catch (error) {
      if (!(error instanceof SimulatorError)) throw error;
      return c.json({ error: error.body }, error.status as 400);
    } finally {
      store.commit();
    }
  };
  const inject = (c: Context, fault: Partial<FaultInjection>) => {
    try {
      faults.push(readFault(fault));
    } catch (error) {
      return c.json({ error: String(error) }, 400);
    }
    return c.json({ ok: true }, 201);
  };
  return new Hono()
    .use('/ledger', guard)
    .use('/test/*', guard)
    .get('/ledger', (c) =>
      c.json({
        charges: [...store.charges.values()],
        refunds: [...store.refunds.values()],
        intents: [...store.intents.values()],
        disputes: [...store.disputes.values()],
        undelivered: [...store.events.values()].filter(({ delivered }) => !delivered).length,
      }),
    )
    .post('/test/faults', async (c) => inject(c, await c.req.json<Partial<FaultInjection>>()))
    .delete('/test/faults', (c) => {
      faults.length = 0;
      return c.json({ ok: true });
    })
    .post('/test/refunds', (c) => dashboard(c, (params) => createRefund(store, params)))
    .post('/test/refunds/refuse', async (c) => {
      const asked = await c.req.json<Pick<FaultInjection, 'code' | 'times'>>();
      return inject(c, { ...asked, effect: 'refuse', method: 'POST', path: '/v1/refunds' });
    })
    .post('/test/refunds/:id/fail', (c) =>
      dashboard(c, (params) =>
        failRefund(store, c.req.param('id'), textParam(params, 'reason') ?? 'unknown'),
      ),
    )
    .post('/test/disputes', (c) =>
      dashboard(c, (params) => {
        const intent = find(store, 'intents', needText(params, 'payment_intent'));
        const charge = store.charges.get(String(intent.latest_charge));
        if (!charge?.paid) throw invalidParam('Only a paid intent can be disputed.', 'payment_intent');
        const { reason = 'fraudulent', status = 'needs_response' } = params;
        return openDispute(store, charge, String(reason), String(status));
      }),
    )
    .post('/test/disputes/:id', (c) =>
      dashboard(c, (params) => changeDispute(store, c.req.param('id'), needText(params, 'status'))),
    )
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
