const key = 'karigar.engaged';
const listeners = new Set<() => void>();

/** Whether the person has done something that shows they mean to come back: signed in, ordered, reviewed. */
export const isEngaged = (): boolean => globalThis.localStorage?.getItem(key) === '1';

/** Notes such an action. */
export function noteEngagement(): void {
  if (isEngaged()) return;
  localStorage.setItem(key, '1');
  for (const listener of listeners) listener();
}

/** Follows it; gives the function that stops. */
export function onEngagement(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the browser not to clear this shop's storage; asked when the first work is kept on the device. */
export async function keepStorage(): Promise<void> {
  const storage = globalThis.navigator?.storage;
  if (storage?.persist === undefined || (await storage.persisted())) return;
  await storage.persist();
}
