import type { Order } from '@karigar/bff/contracts';
import { readNumber, showNumber } from '@karigar/bff/order-number';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { paths } from '../../../shared/paths.ts';

/** Where an order is opened beside its list, for a link. */
export type OrderLinkTo = (order: Pick<Order, 'number'>) => {
  to: { pathname: string; search: string };
  state: object;
};

/** What the history entry of an opened order remembers: that the list lies before it, and that the page is not another one. */
interface OpenedState {
  fromList?: boolean;
}

/**
 * The order that the address names, opened beside the list: `reference` is its number as people write it, or its id; null when only the list
 * is open. Going on to another order replaces the entry of the first, so that "back" leads to the list.
 */
export function useOpenOrder() {
  const { number: reference = null } = useParams();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const held = (state ?? {}) as OpenedState;

  const linkTo: OrderLinkTo = ({ number }) => ({
    to: { pathname: paths.managedOrder(showNumber(number)), search },
    state: { ...held, fromList: true, keepsScroll: true },
  });
  const goOn = ({ number }: Pick<Order, 'number'>) =>
    navigate(
      { pathname: paths.managedOrder(showNumber(number)), search },
      { replace: true, state: { ...held, keepsScroll: true } },
    );
  const close = () =>
    held.fromList === true
      ? navigate(-1)
      : navigate({ pathname: paths.manageOrders, search }, { replace: true, state: { keepsScroll: true } });
  const isOpen = (order: Pick<Order, '_id' | 'number'>): boolean =>
    reference !== null && (order._id === reference || order.number === readNumber(reference));
  return { reference, linkTo, goOn, close, isOpen };
}
