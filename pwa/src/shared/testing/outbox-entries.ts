import type { OrderWork, OutboxEntry } from '../saved/outbox-entry.ts';
import { personDb } from '../saved/person-db.ts';

/** An order of two saws for $12 each, for tests. */
export const orderWork: OrderWork = {
  kind: 'order',
  picture: '/images/saw.webp',
  order: {
    toolId: 't1',
    toolsName: 'Hand saw',
    email: 'rahima@karigar.example',
    name: 'Rahima',
    address: 'House 12, Road 7',
    city: 'Dhaka',
    zip: '1209',
    phone: '',
    quantity: 2,
    unitPrice: 12,
  },
};

const base = { id: 'i1', uid: 'u1', work: orderWork, createdAt: 1_000 };

/** One entry in each status, for tests. */
export const entries = {
  saved: { ...base, status: 'saved', delay: null },
  sending: { ...base, status: 'sending', attempts: 1, lastTriedAt: 2_000, delay: null },
  accepted: { ...base, status: 'accepted', acceptedAt: 3_000, orderId: 'o1', order: null },
  refused: {
    ...base,
    status: 'refused',
    refusedAt: 3_000,
    refusal: { code: 'OUT_OF_STOCK', detail: 'Sold out', available: 1, minimum: 1 },
  },
} as const satisfies Record<OutboxEntry['status'], OutboxEntry>;

/** Writes an entry of a person as another tab does. */
export const saveEntry = (entry: OutboxEntry): Promise<void> =>
  personDb(entry.uid).write(({ outbox }) => outbox.put(entry));
