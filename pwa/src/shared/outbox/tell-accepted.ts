import { messages } from '../messages.ts';
import { paths } from '../paths.ts';
import type { OutboxWork } from '../saved/outbox-entry.ts';
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
