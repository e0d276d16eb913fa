import type { Order } from '@karigar/bff/contracts';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { failureText } from '../../../../shared/api/failure.ts';
import type { DialogOpening } from '../../../../shared/dialog/use-dialog-work.ts';
import { notifyFailure, notifySuccess } from '../../../../shared/ui/toast.ts';
import { orNull } from '../../../../shared/writes/find-order.ts';
import { settle } from '../../../../shared/writes/settle.ts';
import type { Desk } from '../model/desk.ts';
import type { OrderCache } from '../model/order-cache.ts';

const mutationKey = ['order'];

/** A change of an order, asked for in a dialog (`close`, `failed`) or without one; `what` as of a write. */
interface Change extends Partial<DialogOpening> {
  order: Order;
  what: string;
  /** Gives the order after the change, null where it was deleted. */
  send: () => Promise<{ order: Order | null }>;
  /** Tells by the order's present state whether the shop has made the change. */
  isDone: (now: Order | null) => boolean;
  /** The good news, or what else comes after the change; `wasOpen`: the dialog was still open. */
  done: string | ((now: Order | null, wasOpen: boolean) => void);
  /** How a failure begins that no dialog says. */
  notDone?: string;
}

/**
 * Changes an order, says the outcome and shows the order's new state, also after a refusal: then the screen was behind. `busy` has the orders
 * (ids) whose change is on its way.
 */
export function useOrderChange({ read }: Desk, { put, refresh, readSoon }: OrderCache) {
  const { mutateAsync: change } = useMutation({
    mutationKey,
    async mutationFn({
      order: { _id },
      what,
      send,
      isDone,
      done,
      notDone,
      close = () => false,
      failed = (error) => notifyFailure(`${notDone} ${failureText(error)}`),
    }: Change) {
      const find = async () => {
        const order = await orNull<Order>(read(_id));
        return isDone(order) ? { order } : null;
      };
      try {
        const { order } = await settle({ what, send, find, unknown: close });
        put(_id, order);
        const wasOpen = close();
        if (typeof done === 'string') notifySuccess(done);
        else done(order, wasOpen);
      } catch (error) {
        failed(error);
        await refresh(_id);
      }
    },
    onSettled: readSoon,
  });
  const busy: ReadonlySet<string> = new Set(
    useMutationState({
      filters: { mutationKey, status: 'pending' },
      select: ({ state }) => (state.variables as Change).order._id,
    }),
  );
  return { change, busy };
}
