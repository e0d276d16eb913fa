import { vi } from 'vitest';

/**
 * Leaves the databases of this device without any answer from now on: to opening them, or to all reading and writing, or to that of one store. Those in
 * memory that stand in for them answer. Gives the function that lets them answer again.
 */
export function silenceStorage(what: 'opening' | 'using', store?: string): () => void {
  const unanswered = () => ({ addEventListener: () => undefined }) as never;
  const isOfDevice = (name: string) => name.startsWith('karigar-');
  if (what === 'opening') {
    const { open } = IDBFactory.prototype;
    const spy = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (
      this: IDBFactory,
      ...args
    ) {
      return isOfDevice(args[0]) ? unanswered() : open.apply(this, args);
    });
    return () => spy.mockRestore();
  }
  const spies = (['get', 'getAll', 'count', 'openCursor', 'put', 'add'] as const).map((method) => {
    const original = IDBObjectStore.prototype[method] as (...args: unknown[]) => never;
    return vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...args: unknown[]
    ) {
      const isMeant = isOfDevice(this.transaction.db.name) && (store === undefined || store === this.name);
      return isMeant ? unanswered() : original.apply(this, args);
    } as never);
  });
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}
