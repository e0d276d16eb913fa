import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import type { ApiParts } from './api-call.ts';
import { changeDispute, openDispute } from './disputes.ts';
import { putsOf } from './events.ts';
import type { FaultInjection } from './fault-injections.ts';
import { find } from './listing.ts';
import type { Outcome } from './outcome.ts';
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
  /** Keeps what `work` did and tells the shop of it; a refusal is answered as the API would. */
  const dashboard = async (c: Context, work: (body: Body) => Outcome<unknown>) => {
    try {
      const outcome = work(await c.req.json<Body>().catch(() => ({})));
      const puts = putsOf(outcome);
      store.commit(puts);
      parts.committed(puts);
      return c.json(outcome.answer as object, 201);
    } catch (error) {
      if (!(error instanceof SimulatorError)) throw error;
      return c.json({ error: error.body }, error.status as 400);
    }
  };
  const inject = (c: Context, fault: Partial<FaultInjection>) => {
    try {
      faults.add(fault);
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
      faults.clear();
      return c.json({ ok: true });
    })
    .post('/test/refunds', (c) =>
      dashboard(c, ({ payment_intent, amount }) =>
        createRefund(store, {
          payment_intent: wanted('payment_intent', payment_intent),
          ...(amount === undefined ? {} : { amount: String(amount) }),
        }),
      ),
    )
    .post('/test/refunds/refuse', async (c) => {
      const asked = await c.req.json<Pick<FaultInjection, 'code' | 'times'>>();
      return inject(c, { ...asked, effect: 'refuse', method: 'POST', path: '/v1/refunds' });
    })
    .post('/test/refunds/:id/fail', (c) =>
      dashboard(c, ({ reason }) => failRefund(store, c.req.param('id'), reason ?? 'unknown')),
    )
    .post('/test/disputes', (c) =>
      dashboard(c, ({ payment_intent, reason, status }) => {
        const intent = find(store, 'intents', wanted('payment_intent', payment_intent));
        const charge = intent.latest_charge === null ? undefined : store.charges.get(intent.latest_charge);
        if (!charge?.paid) throw invalidParam('Only a paid intent can be disputed.', 'payment_intent');
        return openDispute(charge, reason ?? 'fraudulent', status ?? 'needs_response');
      }),
    )
    .post('/test/disputes/:id', (c) =>
      dashboard(c, ({ status }) => changeDispute(store, c.req.param('id'), wanted('status', status))),
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

/** What the dashboard's calls take; each says which it needs. */
interface Body {
  payment_intent?: string;
  amount?: number;
  reason?: string;
  status?: string;
}

function wanted(name: keyof Body, value: string | undefined): string {
  if (value === undefined) throw invalidParam(`Missing required param: ${name}.`, name, 'parameter_missing');
  return value;
}
