/** Tells whether this is a key of Stripe's live mode, with which real cards are charged: secret, restricted or publishable. */
export const isLiveKey = (key: string): boolean => /^\s*(?:sk|rk|pk)_live_/.test(key);
