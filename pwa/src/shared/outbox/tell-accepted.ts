import { useEffect } from 'react';
import { messages } from '../messages.ts';
import { paths } from '../paths.ts';
import type { OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';
import { notifySuccess, offerWay } from '../ui/toast.ts';
import { acceptedWords, workWords } from './words.ts';

/**
 * Says that the shop has taken work that no page leads on from. An order is waiting for payment then: which one it is, and the way to pay it,
 * stay until the person closes them.
 */
export function tellAccepted(work: OutboxWork, orderId: string | null): void {
  if (work.kind !== 'order' || orderId === null) notifySuccess(acceptedWords(work));
  else
    offerWay(`${acceptedWords(work)} ${workWords(work)} is waiting for payment.`, {
      label: messages.orders.payNow,
      to: paths.payment(orderId),
    });
}

const followed = new Set<string>();

/** Marks an entry as followed while the page is open, which tells the person itself what became of it. */
export function useFollow(id: string | null): void {
  useEffect(() => {
    if (id === null) return;
    followed.add(id);
    return () => {
      followed.delete(id);
    };
  }, [id]);
}

/** Says that the shop has taken an entry that no page follows. */
export function tellUnlessFollowed({ id, work }: OutboxEntry, orderId: string | null): void {
  if (!followed.has(id)) tellAccepted(work, orderId);
}
