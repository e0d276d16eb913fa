import type { NoticeKind } from '@karigar/bff/contracts';
import { blockedWords } from '../../../shared/push/push-words.ts';
import type { PushState } from '../../../shared/push/this-device.ts';

/** What each switch is about. */
export const kindWords: Record<NoticeKind, string> = {
  unpaid: 'An order is waiting for payment',
  paid: 'An order has been paid',
  shipped: 'An order has shipped',
  tracked: 'Tracking is available',
  corrected: 'A delivery address was changed',
  refunded: 'A refund is on its way',
  'not-cancelled': 'A cancellation was declined',
  'payment-not-found': 'A payment was not found',
  'to-ship': 'A new order is ready to ship',
  'back-in-stock': 'A tool you asked about is back in stock',
  discontinued: 'A tool you asked about is no longer sold',
};

/** What stands between this browser and notifications, and what to do about it. */
export const stateWords: Record<PushState, string> = {
  on: 'You get order updates on this device, even when the shop is closed.',
  off: 'Get order updates on this device, even when the shop is closed.',
  blocked: blockedWords,
  'install-first':
    'On iPhone and iPad, notifications need the installed app: tap Share, then Add to Home Screen, and open the shop from there.',
  unsupported: 'This browser can’t show notifications. Try another device.',
};
