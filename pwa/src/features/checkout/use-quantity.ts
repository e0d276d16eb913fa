import type { Tool } from '@karigar/bff/contracts';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { type QuantityLimits, quantityMachine, quantityView } from './quantity-machine.ts';

/** Runs the quantity machine for a tool and tells it when stock or price change. The steps give the new text. */
export function useQuantity(tool: Tool, text: string | undefined) {
  const { minOrderQuantity: min, availableQuantity: available, price: unitPrice } = tool;
  const limits: QuantityLimits = { min, available, unitPrice };
  const actor = useActorRef(quantityMachine, { input: { limits, text } });
  const view = useSelector(actor, quantityView, sameView);
  useEffect(() => {
    actor.send({ type: 'limits', limits: { min, available, unitPrice } });
  }, [actor, min, available, unitPrice]);

  const send = (event: Parameters<typeof actor.send>[0]): string => {
    actor.send(event);
    return quantityView(actor.getSnapshot()).text;
  };
  return {
    view,
    limits,
    increase: () => send({ type: 'increase' }),
    decrease: () => send({ type: 'decrease' }),
    type: (typed: string) => send({ type: 'type', text: typed }),
  };
}

type View = ReturnType<typeof quantityView>;
const sameView = (a: View, b: View): boolean =>
  a.text === b.text && a.total === b.total && a.fault === b.fault && a.orderable === b.orderable;
