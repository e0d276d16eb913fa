import type { OutboxEntry, OutboxWork, Refusal } from '../saved/outbox-entry.ts';
import { formatMoney } from '../ui/money.tsx';

/** What the work is, in a few words: 'Claw hammer × 2, $24'. */
export function workWords(work: OutboxWork): string {
  switch (work.kind) {
    case 'order':
      return `${work.order.toolsName} × ${work.order.quantity}, ${formatMoney(work.order.quantity * work.order.unitPrice)}`;
    case 'review':
      return `Review: “${work.review.reviews}”`;
    default:
      return work satisfies never;
  }
}

/** Said when another tab was faster than a change. */
export const tooLateWords = 'It is on its way already and can no longer be changed.';
/** Said when the device did not take a change. */
export const notKeptWords = 'The change could not be kept on this phone.';

/** Where the work stands, in a person's words; "placed" is never said before the shop has said so. */
export function statusWords(entry: OutboxEntry): string {
  switch (entry.status) {
    case 'saved':
      if (entry.delay === 'sign-in-needed') return 'Saved on this phone. Sign in again to send it.';
      return entry.delay === 'update-needed'
        ? 'Saved on this phone. Update the shop to send it.'
        : 'Saved on this phone';
    case 'sending':
      return entry.delay === null ? 'Sending …' : `Sending. ${delayWords[entry.delay]}`;
    case 'accepted':
      return 'Accepted';
    case 'refused':
      return `Refused: ${refusalWords(entry.refusal)}`;
    default:
      return entry satisfies never;
  }
}

const delayWords = {
  'no-answer': 'No answer yet; it is sent again, and counted once.',
  'shop-busy': 'The shop is busy; it is sent again shortly.',
  'shop-failed': 'The shop had a fault; it is sent again shortly.',
  'sign-in-needed': 'Sign in again to go on.',
  'update-needed': 'Update the shop to go on.',
} as const;

function refusalWords(refusal: Refusal): string {
  switch (refusal.code) {
    case 'OUT_OF_STOCK':
      return refusal.available === undefined || refusal.available === 0
        ? 'none left in stock.'
        : `only ${refusal.available} left in stock.`;
    case 'PRICE_CHANGED':
      return refusal.unitPrice === undefined
        ? 'the price has changed.'
        : `the price is now ${formatMoney(refusal.unitPrice)} each.`;
    case 'KEY_REUSED':
      return 'an earlier version of this order has reached the shop already. See My Orders.';
    default:
      return refusal.detail;
  }
}
