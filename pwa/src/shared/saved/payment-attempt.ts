import { deviceStorage } from '../web-storage.ts';

const prefix = 'karigar.payment.';
const keyOf = (orderId: string): string => prefix + orderId;

/**
 * What this device remembers of a card that it has sent: the intent's id, written before the request leaves and
 * readable at once after a reload.
 */
export const paymentAttempt = {
  read: (orderId: string): string | null => deviceStorage.read(keyOf(orderId)),
  remember(orderId: string, intentId: string): void {
    deviceStorage.write(keyOf(orderId), intentId);
  },
  forget: (orderId: string): void => deviceStorage.remove(keyOf(orderId)),
  forgetAll(): void {
    for (const key of deviceStorage.keys()) if (key.startsWith(prefix)) deviceStorage.remove(key);
  },
};
