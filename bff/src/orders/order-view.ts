import type { OrderDocument } from '@karigar/events';
import type { Order } from '../contracts/order.ts';
import { heldUntil, type Reservation } from '../payments/reservation.ts';
import { type OpenedOrder, openOrder, openOrders } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';
import { type Carrier, trackingUrl } from './carriers.ts';

/** Writes a time (ms) as the wire has it. */
export const iso = (ms: number): string => new Date(ms).toISOString();
/** The same; null where there is none. */
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** What showing an order needs. */
export interface ViewParts {
  reservation: Reservation;
  personal: Personal;
  carriers: readonly Carrier[];
}

/** Shows orders as the wire has them, with their persons, and the time until which unpaid ones hold their stock. */
export const orderViews = async (orders: readonly OrderDocument[], parts: ViewParts): Promise<Order[]> =>
  viewsOf(await openOrders(parts.personal, orders), parts);

/** Shows one order, to the shop's people or to its customer. Throws ProblemError KEY_MISSING. */
export async function orderView(order: OrderDocument, parts: ViewParts, toStaff: boolean): Promise<Order> {
  const [view] = await viewsOf([await openOrder(parts.personal, order)], parts);
  return toStaff ? (view as Order) : forCustomer(view as Order);
}

async function viewsOf(
  opened: readonly OpenedOrder[],
  { reservation, carriers }: ViewParts,
): Promise<Order[]> {
  const until = await heldUntil(reservation, opened);
  return opened.map((order) => ({ ...view(order, carriers), reservedUntil: isoOrNull(until(order)) }));
}

function view(order: OpenedOrder, carriers: readonly Carrier[]): Omit<Order, 'reservedUntil'> {
  const { id, uid: _, person: __, seqs: ___, currency: ____, ...shown } = order;
  const { status, claim, refund, refundRequest, refundFailure, cancellation, dispute } = order;
  return {
    ...shown,
    _id: id,
    status: order.shippedAt === null ? 'pending' : 'Shipped',
    paid: status !== 'unpaid',
    claim: claim && {
      ...claim,
      at: iso(claim.at),
      refused: claim.refused && { ...claim.refused, at: iso(claim.refused.at) },
    },
    createdAt: iso(order.createdAt),
    paidAt: isoOrNull(order.paidAt),
    shippedAt: isoOrNull(order.shippedAt),
    trackingUrl: trackingUrl(carriers, order),
    correctedAt: isoOrNull(order.correctedAt),
    // What was asked about the money, without what only the provider's and the shop's people need.
    refund: refund && {
      ...refund,
      amount: refund.amount / 100,
      at: iso(refund.at),
      whole: status === 'refunded',
    },
    refundRequest: refundRequest && {
      reason: refundRequest.reason,
      restock: refundRequest.restock,
      at: iso(refundRequest.at),
    },
    refundFailure: refundFailure && { at: iso(refundFailure.at) },
    cancellation: cancellation && {
      ...cancellation,
      at: iso(cancellation.at),
      declinedAt: isoOrNull(cancellation.declinedAt),
    },
    dispute: dispute && {
      status: dispute.status,
      reason: dispute.reason,
      amount: dispute.amount / 100,
      at: iso(dispute.at),
      open: dispute.open,
    },
  };
}

/** Hides from an order's customer what is the shop's matter alone: what the payer's bank says, and why the shop gives money back. */
export const forCustomer = (order: Order): Order =>
  order.dispute === null && order.refundRequest === null
    ? order
    : {
        ...order,
        refundRequest: order.refundRequest && { ...order.refundRequest, reason: 'other' },
        dispute: null,
      };
