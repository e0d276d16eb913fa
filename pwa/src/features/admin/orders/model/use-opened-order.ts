import { readNumber, showNumber } from '@karigar/bff/order-number';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import type { Desk } from './desk.ts';
import type { ShownOrder } from './order.ts';
import { keyOfShown, readShown, type ShownOrders } from './order-cache.ts';

/** What leads to the order that is open beside the list, and on from it. */
export type OrderBeside = ReturnType<typeof useOpenedOrder>;

/** The order that the address names: `order` is undefined while it is read, `error` says why it cannot be, `isGone` that it was deleted since. */
export interface OpenedOrder {
  reference: string;
  order: ShownOrder | undefined;
  error: unknown;
  isGone: boolean;
}

/**
 * The order that the address names by its number or id, as the list shows it, else read from the shop. It stays while the drawer closes.
 * Going on to another order replaces the history entry of the first, so that "back" leads to the list.
 */
export function useOpenedOrder(desk: Desk, list: ShownOrders | undefined) {
  const { number: reference = null } = useParams();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  /** `fromList`: the list lies before this entry of the history. */
  const held = (state ?? {}) as { fromList?: boolean };
  const orders = list?.items ?? [];
  const place = orders.findIndex(
    ({ _id, number }) => _id === reference || number === readNumber(reference ?? ''),
  );
  const alone = useQuery({
    queryKey: keyOfShown(reference),
    queryFn: readShown(desk, async () => ({
      items: [await desk.read(reference ?? '')],
      total: 1,
      nextCursor: null,
      found: null,
    })),
    enabled: reference !== null && place === -1,
    placeholderData: () => undefined,
  });
  const last = useRef<OpenedOrder | null>(null);
  if (reference !== null) {
    const page = place === -1 ? alone.data : list;
    const order = page?.items[Math.max(place, 0)];
    last.current = {
      reference,
      order,
      error: place === -1 ? alone.error : null,
      isGone: order !== undefined && page?.gone.has(order._id) === true,
    };
  }
  const addressOf = ({ number }: ShownOrder) => ({ pathname: desk.pathOf(showNumber(number)), search });
  return {
    subject: last.current,
    opened: reference !== null,
    /** The orders beside it in the list; undefined at its ends and for an order that is not in it. */
    previous: orders[place - 1],
    next: place === -1 ? undefined : orders[place + 1],
    /** Where an order is opened beside the list, for a link. */
    linkTo: (order: ShownOrder) => ({
      to: addressOf(order),
      state: { ...held, fromList: true, keepsScroll: true },
    }),
    goOn: (order: ShownOrder) =>
      navigate(addressOf(order), { replace: true, state: { ...held, keepsScroll: true } }),
    close: () =>
      held.fromList === true
        ? navigate(-1)
        : navigate({ pathname: desk.path, search }, { replace: true, state: { keepsScroll: true } }),
  };
}
