import type { Order } from '@karigar/bff/contracts';
import { readNumber, showNumber } from '@karigar/bff/order-number';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { keyOfShown, readShown, type ShownOrders } from './order-cache.ts';
import type { OrderSource } from './order-source.ts';
import type { AnyOrder } from './order-words.ts';

/** Where an order is opened beside its list, for a link. */
export type OrderLinkTo<O extends AnyOrder = Order> = (order: O) => {
  to: { pathname: string; search: string };
  state: object;
};

/** The order that the address names: `order` is undefined while it is read, `error` says why it cannot be, `isGone` that it was deleted since. */
export interface OpenedOrder<O extends AnyOrder = Order> {
  reference: string;
  order: O | undefined;
  error: unknown;
  isGone: boolean;
}

/**
 * The order that the address names by its number or id, as the list shows it, else read from the shop. It stays while the drawer closes.
 * Going on to another order replaces the history entry of the first, so that "back" leads to the list.
 */
export function useOpenedOrder<O extends AnyOrder>(source: OrderSource<O>, list: ShownOrders<O> | undefined) {
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
    queryFn: readShown(source, async () => ({
      items: [await source.read(reference ?? '')],
      total: 1,
      nextCursor: null,
      found: null,
    })),
    enabled: reference !== null && place === -1,
    placeholderData: () => undefined,
  });

  const addressOf = ({ number }: O) => ({
    pathname: source.pathOf(showNumber(number)),
    search,
  });
  const linkTo: OrderLinkTo<O> = (order) => ({
    to: addressOf(order),
    state: { ...held, fromList: true, keepsScroll: true },
  });
  const close = () =>
    held.fromList === true
      ? navigate(-1)
      : navigate({ pathname: source.path, search }, { replace: true, state: { keepsScroll: true } });
  const last = useRef<OpenedOrder<O> | null>(null);
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
  return {
    subject: last.current,
    opened: reference !== null,
    /** The orders beside it in the list; null at its ends and for an order that is not in it. */
    previous: orders[place - 1] ?? null,
    next: place === -1 ? null : (orders[place + 1] ?? null),
    linkTo,
    goOn: (order: O) => navigate(addressOf(order), { replace: true, state: { ...held, keepsScroll: true } }),
    close,
  };
}
