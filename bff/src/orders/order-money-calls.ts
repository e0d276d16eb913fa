import { type OrderDocument, type OrderLog, recordAudit } from '@karigar/events';
import { CancellationRequest, ChangedOrder, RefundRequest } from '../contracts/order.ts';
import { privateJson } from '../http/answers.ts';
import { notYours } from '../http/authorisation.ts';
import { adminOf, type Call, defineCall, originOf, pathParam } from '../http/call.ts';
import type { PaymentParts } from '../payments/payment-parts.ts';
import { refundOrder } from '../payments/refund-order.ts';
import { liveOrderFor } from './order-access.ts';
import { forCustomer, orderView, type ViewParts } from './order-view.ts';

/** What the calls about a paid order's money need. */
export interface OrderMoneyParts extends ViewParts {
  readonly log: OrderLog;
  readonly payments: PaymentParts;
  /** Told when pieces may have returned to stock, so that the catalogue shows them at once. */
  readonly onWritten: () => void;
}

/** The calls that can follow a payment: give the money back, ask to cancel, decline that. */
export function orderMoneyCalls(parts: OrderMoneyParts): Call[] {
  const { log, payments } = parts;
  const changed = async (order: OrderDocument): Promise<ChangedOrder> => ({
    order: await orderView(order, parts),
  });
  const answers = { 200: { description: 'The order as it is now', schema: ChangedOrder } };
  return [
    defineCall({
      method: 'post',
      path: '/orders/:id/refund',
      summary:
        'Gives back all that is left of an order’s money. While the provider does not answer, the order has a refundRequest and the shop goes on asking; repeating it is harmless',
      access: 'admin',
      limit: 'write',
      body: RefundRequest,
      answers,
      problems: ['ORDER_NOT_FOUND', 'ORDER_GONE', 'ORDER_NOT_PAID', 'REFUND_REFUSED', 'VERSION_CONFLICT'],
      async handle({ c, person, body }) {
        const { order } = await liveOrderFor(log, person, pathParam(c, 'id'));
        try {
          return privateJson(await changed(await refundOrder(payments, order.id, body, adminOf(c, person))));
        } finally {
          parts.onWritten();
        }
      },
    }),
    defineCall({
      method: 'post',
      path: '/orders/:id/cancellation',
      summary: 'Asks the shop to cancel a paid order before it is shipped; asking again changes nothing',
      access: 'owner',
      limit: 'write',
      body: CancellationRequest,
      answers,
      problems: [
        'FORBIDDEN',
        'ORDER_NOT_FOUND',
        'ORDER_GONE',
        'ORDER_NOT_PAID',
        'ORDER_SHIPPED',
        'ORDER_REFUNDED',
        'REFUND_PENDING',
        'VERSION_CONFLICT',
      ],
      async handle({ c, person, body }) {
        const { order, asAdmin } = await liveOrderFor(log, person, pathParam(c, 'id'));
        if (asAdmin) throw notYours();
        const command = { type: 'request-cancellation', reason: body.reason } as const;
        const asked = await log.afterPayment(order.id, command, originOf(c, person, false));
        return privateJson({ order: forCustomer(await orderView(asked.order, parts)) });
      },
    }),
    defineCall({
      method: 'delete',
      path: '/orders/:id/cancellation',
      summary: 'Declines what the customer asks: the order will be sent; declining again changes nothing',
      access: 'admin',
      limit: 'write',
      answers,
      problems: ['ORDER_NOT_FOUND', 'ORDER_GONE', 'ORDER_NOT_PAID', 'VERSION_CONFLICT'],
      async handle({ c, person }) {
        const { order } = await liveOrderFor(log, person, pathParam(c, 'id'));
        const by = adminOf(c, person);
        const declined = await log.afterPayment(order.id, { type: 'decline-cancellation' }, by);
        if (declined.changed)
          await recordAudit(log.redis, by, { kind: 'order.cancellation-declined', subject: order.id });
        return privateJson(await changed(declined.order));
      },
    }),
  ];
}
