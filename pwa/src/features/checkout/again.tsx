import { useEffect } from 'react';
import type { useQuantity } from '../../shared/quantity/quantity-field.tsx';
import type { OrderLimits } from '../../shared/saved/order-limits.ts';
import type { OrderAgain } from '../../shared/saved/purchase-draft.ts';
import { Note } from '../../shared/ui/blocks.tsx';
import { formatMoney } from '../../shared/ui/money.tsx';

type Limits = Pick<OrderLimits, 'min' | 'most'>;

/** The quantity nearest to `wanted` that can be ordered today; `wanted` itself where none can. */
export const fittingQuantity = (wanted: number, { min, most }: Limits): number =>
  most < min ? wanted : Math.min(Math.max(wanted, min), most);

/** Brings a quantity that is still as it was the last time into today's limits, also when these come later than the form. */
export function useFittingQuantity(
  quantity: ReturnType<typeof useQuantity>,
  wanted: number | undefined,
): void {
  const { min, most } = quantity.limits;
  const { view, type } = quantity;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new limits change what is in the field, not typing
  useEffect(() => {
    if (wanted === undefined || view.text !== String(wanted)) return;
    const fitting = fittingQuantity(wanted, { min, most });
    if (fitting !== wanted) type(String(fitting));
  }, [wanted, min, most]);
}

/** Says what is different today for who orders something once more; nothing where nothing is. */
export function AgainNote({ again, limits }: { again: OrderAgain; limits: OrderLimits }) {
  const { unitPrice } = limits;
  const fitting = fittingQuantity(again.quantity, limits);
  if (unitPrice === again.unitPrice && fitting === again.quantity) return null;
  return (
    <Note tone="ask" role="status">
      {unitPrice !== again.unitPrice && (
        <p>
          {`The price is now ${formatMoney(unitPrice)} each. Last time it was ${formatMoney(again.unitPrice)}.`}
        </p>
      )}
      {fitting !== again.quantity && (
        <p>{`You ordered ${again.quantity} last time. You can order ${fitting} now.`}</p>
      )}
    </Note>
  );
}
