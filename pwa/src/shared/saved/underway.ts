/** Open IndexedDB transactions of this page, including the ones that create databases. */
const openTransactions = new Set<IDBTransaction>();

/** Aborts a transaction. False: it is too late, and what it wrote is being stored. */
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
 * Aborts this transaction if the page is left before it ends. In WebKit a transaction that is cut off by leaving can keep its stores locked
 * for ever, and a database whose creation is cut off can't be opened again.
 */
export function noteUnderway(transaction: IDBTransaction): void {
  openTransactions.add(transaction);
  followEnd(transaction, () => openTransactions.delete(transaction));
}

globalThis.window?.addEventListener('pagehide', () => {
  for (const transaction of openTransactions) takeBack(transaction);
});
