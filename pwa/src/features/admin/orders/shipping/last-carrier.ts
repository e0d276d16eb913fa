const key = 'karigar.carrier';

/** The carrier that this device shipped with last; '' for none. */
export function lastCarrier(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Remembers the carrier of a shipment. */
export function rememberCarrier(carrier: string): void {
  try {
    if (carrier !== '') localStorage.setItem(key, carrier);
  } catch {
    // A device that keeps nothing offers the carriers in the shop's order.
  }
}

/** The carriers of the shop, the last used one first. */
export function carriersInOrder(carriers: readonly string[], last = lastCarrier()): string[] {
  return carriers.includes(last) ? [last, ...carriers.filter((one) => one !== last)] : [...carriers];
}
