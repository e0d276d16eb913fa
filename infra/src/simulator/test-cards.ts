import type Stripe from 'stripe';

/** Why a charge is refused, in Stripe's codes and words. */
export interface Decline {
  code: string;
  declineCode?: string;
  message: string;
}

/**
 * What a card does when an intent is confirmed with it, and after. `challenge` asks the bank first; `slow` stays processing for a
 * while; a refund to it is `pending` for a while, or succeeds and `fails` after a while; the cardholder opens a `dispute` at once.
 */
export interface CardBehaviour {
  decline?: Decline;
  challenge?: boolean;
  slow?: boolean;
  refund?: 'pending' | 'fails';
  dispute?: { reason: string; status: Stripe.Dispute.Status };
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});

const testCards: Record<string, CardBehaviour> = {
  '4242424242424242': {},
  '4000000000000002': { decline: declined('generic_decline') },
  '4000000000009995': { decline: declined('insufficient_funds', 'Your card has insufficient funds.') },
  '4000000000000069': {
    decline: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  },
  '4000000000000127': {
    decline: {
      code: 'incorrect_cvc',
      declineCode: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
    },
  },
  '4000002500003155': { challenge: true },
  '4000002760003184': { challenge: true },
  '4000000000008005': { slow: true },
  '4000000000007726': { refund: 'pending' },
  '4000000000005126': { refund: 'fails' },
  '4000000000000259': { dispute: { reason: 'fraudulent', status: 'needs_response' } },
  '4000000000002685': { dispute: { reason: 'product_not_received', status: 'needs_response' } },
  '4000000000001976': { dispute: { reason: 'fraudulent', status: 'warning_needs_response' } },
};

const realCard: CardBehaviour = {
  decline: declined(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test card.',
  ),
};

/** Stripe's ready-made payment methods that stand for the cards above, for calls from a server. */
export const testMethods: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_slow: '4000000000008005',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeInquiry: '4000000000001976',
};

/** What the card with this number does. */
export function cardBehaviour(number: string): CardBehaviour {
  return testCards[number] ?? realCard;
}
