const tooLow = 'The shop’s balance at the provider is too low. Fill it up, then refund again.';
const disputed = 'The customer’s bank has taken the money back by a dispute. Answer the dispute instead.';
const cancelled = 'It was cancelled in the provider’s dashboard. Refund again if the money should go back.';

/** What the provider's words for a refused or failed refund mean, and what to do: Stripe's error codes and `failure_reason`s. */
const faults: Readonly<Record<string, string>> = {
  balance_insufficient: tooLow,
  canceled: cancelled,
  charge_already_refunded:
    'All of the money went back before. Look at the payment in the provider’s dashboard.',
  charge_disputed: disputed,
  charge_for_pending_refund_disputed: disputed,
  declined: 'The customer’s bank did not take the money. Arrange another way with the customer.',
  expired_or_canceled_card: 'The customer’s card is closed. Arrange another way with the customer.',
  insufficient_funds: tooLow,
  'key-spent':
    'The provider knows this try from before, as after a restored backup, and it did not give the money back. Refund again.',
  lost_or_stolen_card: 'The customer’s card was lost or stolen. Arrange another way with the customer.',
  merchant_request: cancelled,
  other_shop: 'The order was paid in the shop of which this one is a copy. Give the money back in that shop.',
  refund_disputed_payment: disputed,
};

/** Says in a sentence or two why money could not be given back, and what to do; `reason` is the provider's word. */
export const refundFault = (reason: string): string =>
  faults[reason] ??
  `The provider says only “${reason}”. Look at the payment at the provider’s, then refund again or agree on another way.`;
