import type { Order } from '@karigar/bff/contracts';

/** What a person types on the purchase page; the quantity as typed. */
export interface PurchaseDraft extends Pick<Order, 'address' | 'city' | 'zip' | 'phone'> {
  quantity: string;
}

/** Under which key the draft of a tool's purchase page is kept. */
export const purchaseDraftKey = (toolId: string): string => `purchase.${toolId}`;

/** Told to the purchase page (React Router's `location.state.again`) by who orders something once more: how it was the last time. */
export interface OrderAgain {
  quantity: number;
  /** In whole dollars. */
  unitPrice: number;
}
