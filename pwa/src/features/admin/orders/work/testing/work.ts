import { vi } from 'vitest';
import { orderOf } from '../../../../../shared/testing/order.ts';
import type { Shipping, Shippings } from '../../shipping/shipping.ts';
import type { OrderWork } from '../use-order-work.tsx';

/** Work that only remembers what it was asked for. */
export const workOf = (fields: Partial<OrderWork> = {}): OrderWork => ({
  busy: new Set(),
  shippings: new Map(),
  waiting: [],
  ship: vi.fn(),
  shipAgain: vi.fn(),
  undo: vi.fn(),
  drop: vi.fn(),
  refund: vi.fn(),
  decline: vi.fn(),
  confirmPayment: vi.fn(),
  refusePayment: vi.fn(),
  remove: vi.fn(),
  settle: vi.fn(),
  refresh: vi.fn(),
  ...fields,
});

/** The shipping of one order that has come this far. */
export const shippingsOf = (progress: Omit<Shipping, 'order'>, order = orderOf()): Shippings =>
  new Map([[order._id, { order, ...progress }]]);
