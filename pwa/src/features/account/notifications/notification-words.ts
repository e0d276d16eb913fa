import type { NoticeKind } from '@karigar/bff/contracts';
import { blockedWords } from '../../../shared/push/push-words.ts';
import type { PushState } from '../../../shared/push/this-device.ts';

/** What each switch is about. */
export const kindWords: Record<NoticeKind, string> = {
  unpaid: 'An order waits for its payment',
  paid: 'An order is paid',
  shipped: 'A parcel is on its way',
  tracked: 'A parcel can be followed',
  corrected: 'A delivery was corrected',
  refunded: 'Money comes back',
  'not-cancelled': 'An order could not be cancelled',
  'to-ship': 'A new order is ready to ship',
  'back-in-stock': 'A tool that you wait for is back',
};

/** What stands between this browser and notifications, and what to do about it. */
export const stateWords: Record<PushState, string> = {
  on: 'This device tells you what happens to your orders, also when the shop is closed.',
  off: 'This device can tell you what happens to your orders, also when the shop is closed.',
  blocked: blockedWords,
  'install-first':
    'On an iPhone or iPad only the installed shop can tell you: tap Share, then Add to Home Screen, and open the shop from there.',
  unsupported: 'This browser cannot show notifications. Other devices of yours may.',
};
