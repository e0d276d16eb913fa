const prefix = 'karigar.payment.';
const keyOf = (orderId: string): string => prefix + orderId;

/**
 * What this device remembers of a card that it has sent: the intent's id, written before the request leaves and
 * readable at once after a reload. A browser without storage remembers nothing; the server then still knows.
 */
export const paymentAttempt = {
  read(orderId: string): string | null {
    try {
      return localStorage.getItem(keyOf(orderId));
    } catch {
      return null;
    }
  },
  remember(orderId: string, intentId: string): void {
    try {
      localStorage.setItem(keyOf(orderId), intentId);
    } catch {
      // A full or forbidden storage must not stop a payment.
    }
  },
  forget(orderId: string): void {
    try {
      localStorage.removeItem(keyOf(orderId));
    } catch {
      // As above: nothing was kept, nothing is left.
    }
  },
  forgetAll(): void {
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
    } catch {
      // As above.
    }
  },
};
