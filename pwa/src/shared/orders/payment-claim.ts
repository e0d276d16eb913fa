import type { Order } from '@karigar/bff/contracts';

/** The payment by hand that the shop is looking for; null when there is none. */
export const openClaim = ({ claim }: Order): Order['claim'] => (claim?.refused === null ? claim : null);
