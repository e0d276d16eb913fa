import { paths } from '../../shared/paths.ts';

/** Where an accepted order is seen; one that the shop did not name is in the list. */
export const placedOrderPath = ({ orderId }: { orderId: string | null }): string =>
  orderId === null ? paths.myOrders : paths.order(orderId);
