import { deviceStorage } from '../../../../shared/web-storage.ts';

const key = 'karigar.carrier';

/** The carrier that this device shipped with last; '' for none. */
export const lastCarrier = (): string => deviceStorage.read(key) ?? '';

/** Remembers the carrier of a shipment. */
export function rememberCarrier(carrier: string): void {
  if (carrier !== '') deviceStorage.write(key, carrier);
}

/** The carriers of the shop, the last used one first. */
export function carriersInOrder(carriers: readonly string[], last = lastCarrier()): string[] {
  return carriers.includes(last) ? [last, ...carriers.filter((one) => one !== last)] : [...carriers];
}
