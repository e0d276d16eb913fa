import type { Order } from '@karigar/bff/contracts';
import { useCallback, useRef, useState } from 'react';
import { getOrder } from '../../../shared/api/calls.ts';
import { mayReplace } from '../../../shared/saved/order-rows.ts';
import { useServerData } from '../use-server-data.ts';
import type { DrawerSubject } from './order-drawer.tsx';

/** What the drawer reads where nothing is opened. */
const nothing = Promise.resolve(undefined);

/**
 * The order that is opened beside the list: as the list shows it, else read from the shop. It stays while the drawer closes. `replace`
 * shows a newer state of one that is not in the list; null: it is gone, in the list or not. `reload` reads that one again.
 */
export function useDrawerSubject(
  reference: string | null,
  isOpen: (order: Order) => boolean,
  listed: readonly Order[],
): {
  subject: DrawerSubject | null;
  replace: (orderId: string, order: Order | null) => void;
  reload: () => void;
} {
  const inList = listed.find(isOpen);
  const toRead = reference !== null && inList === undefined ? reference : null;
  const read = useServerData<Order | undefined>(toRead ?? '', () =>
    toRead === null ? nothing : getOrder(toRead),
  );
  const { patch } = read;
  /** The orders (ids) that were deleted since; none of them comes back. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const replace = useCallback(
    (orderId: string, order: Order | null) => {
      if (order === null) setGone((before) => new Set(before).add(orderId));
      else patch((held) => (held?._id === orderId && mayReplace(held, order) ? order : held));
    },
    [patch],
  );
  const last = useRef<DrawerSubject | null>(null);
  if (reference !== null) {
    const order = inList ?? (read.stale ? undefined : read.data);
    const isGone = order !== undefined && gone.has(order._id);
    last.current = { reference, order, error: inList ? null : read.error, isGone };
  }
  return { subject: last.current, replace, reload: read.reload };
}
