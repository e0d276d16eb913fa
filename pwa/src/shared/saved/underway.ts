/** What this page has begun on its databases and not ended, their making among it. */
const underway = new Set<IDBTransaction>();

/** Undoes what a transaction has written. False: it is too late for that, as all of it is being stored. */
export function takeBack(transaction: IDBTransaction): boolean {
  try {
    transaction.abort();
    return true;
  } catch {
    return false;
  }
}

/** Calls `onEnd` when a transaction ends, either way. */
export function followEnd(transaction: IDBTransaction, onEnd: () => void): void {
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, onEnd);
}

/**
 * Notes a transaction that has begun: it is taken back if it has not ended when the page does. In WebKit one that is cut off by leaving the page can
 * keep its stores for ever, so that no page can write to them, or read what it was to write; and a database whose making is cut off is never opened again.
 */
export function noteUnderway(transaction: IDBTransaction): void {
  underway.add(transaction);
  followEnd(transaction, () => underway.delete(transaction));
}

globalThis.window?.addEventListener('pagehide', () => {
  for (const transaction of underway) takeBack(transaction);
});
