import { vi } from 'vitest';

/** Ways in which a device does not let its databases be used. */
export type Refusal = 'opening' | 'using' | 'throwing' | 'failing' | 'full' | 'absent';

/**
 * From now on the databases of this device are not answered (to opening, or to using a store), throw or fail where they are opened, are full, or do not
 * exist. Those in memory that stand in for them work. Gives the function that ends it.
 */
export function refuseStorage(how: Refusal): () => void {
  const unanswered = () => ({ addEventListener: () => undefined }) as never;
  const isOfDevice = (name: string) => name.startsWith('karigar-');
  if (how === 'absent') {
    const { indexedDB } = globalThis;
    vi.stubGlobal('indexedDB', undefined);
    return () => void vi.stubGlobal('indexedDB', indexedDB);
  }
  if (how === 'opening' || how === 'throwing' || how === 'failing') {
    const { open } = IDBFactory.prototype;
    const spy = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (
      this: IDBFactory,
      ...args
    ) {
      if (!isOfDevice(args[0])) return open.apply(this, args);
      if (how === 'throwing') throw new DOMException('denied', 'SecurityError');
      if (how === 'opening') return unanswered();
      const error = new DOMException('Internal error.', 'UnknownError');
      const request = Object.assign(new EventTarget(), { error, onerror: (_: unknown) => undefined });
      queueMicrotask(() => request.onerror({ target: request, preventDefault: () => undefined }));
      return request as never;
    });
    return () => spy.mockRestore();
  }
  const methods =
    how === 'full'
      ? (['put', 'add'] as const)
      : (['get', 'getAll', 'count', 'openCursor', 'put', 'add'] as const);
  const spies = methods.map((method) => {
    const original = IDBObjectStore.prototype[method] as (...args: unknown[]) => never;
    return vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...args: unknown[]
    ) {
      if (!isOfDevice(this.transaction.db.name)) return original.apply(this, args);
      if (how === 'full') throw new DOMException('full', 'QuotaExceededError');
      return unanswered();
    } as never);
  });
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}
