import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import type { ApiParts } from './api-call.ts';
import { changeDispute, openDispute } from './disputes.ts';
import { type FaultInjection, readFault } from './fault-injections.ts';
import { find } from './listing.ts';
import type { Dispute } from './objects.ts';
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
  const dashboard = async <P>(c: Context, work: (params: P) => object) => {
    const params = await c.req.json<P>().catch(() => ({}) as P);
    try {
      return c.json(work(params), 201);
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
    .post('/test/refunds', (c) =>
      dashboard(c, (params: { payment_intent: string; amount?: number }) =>
        createRefund(store, { reason: null, metadata: {}, ...params }),
      ),
    )
    .post('/test/refunds/refuse', async (c) => {
      const asked = await c.req.json<Pick<FaultInjection, 'code' | 'times'>>();
      return inject(c, { ...asked, effect: 'refuse', method: 'POST', path: '/v1/refunds' });
    })
    .post('/test/refunds/:id/fail', (c) =>
      dashboard(c, ({ reason = 'unknown' }: { reason?: string }) =>
        failRefund(store, c.req.param('id'), reason),
      ),
    )
    .post('/test/disputes', (c) =>
      dashboard(c, (params: { payment_intent: string } & Partial<Pick<Dispute, 'reason' | 'status'>>) => {
        const intent = find(store, 'intents', params.payment_intent);
        const charge = store.charges.get(String(intent.latest_charge));
        if (!charge?.paid) throw invalidParam('Only a paid intent can be disputed.', 'payment_intent');
        const { reason = 'fraudulent', status = 'needs_response' } = params;
        return openDispute(store, charge, reason, status);
      }),
    )
    .post('/test/disputes/:id', (c) =>
      dashboard(c, ({ status }: Pick<Dispute, 'status'>) => changeDispute(store, c.req.param('id'), status)),
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
