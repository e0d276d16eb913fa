import type { Order } from '@karigar/bff/contracts';

/** Whether the customer of this order was erased: the order stays, under the name that the shop gives in the place of theirs. */
export const isErased = ({ email }: Pick<Order, 'email'>): boolean => email === '';
