import type { CancellationReason } from '@karigar/bff/contracts';

/** Why a customer asks to cancel, in the words that they choose from and that the shop then reads; in this order. */
export const cancellationWords: Readonly<Record<CancellationReason, string>> = {
  mistake: 'Ordered by mistake',
  'wrong-address': 'The address is wrong',
  'too-slow': 'It takes too long',
  'found-elsewhere': 'Found it elsewhere',
  other: 'Another reason',
};
