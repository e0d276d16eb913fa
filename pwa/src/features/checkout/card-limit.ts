/** The largest sum that one card payment may have, in whole dollars (Stripe takes at most eight digits of cents). */
export const mostByCard = 999_999;
