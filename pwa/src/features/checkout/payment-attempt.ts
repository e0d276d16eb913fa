const keyOf = (orderId: string): string => `karigar.payment.${orderId}`;

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
};
