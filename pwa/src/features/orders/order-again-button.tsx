import type { Order } from '@karigar/bff/contracts';
import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { rereadTools } from '../../shared/saved/catalogue.ts';
import { saveDraft } from '../../shared/saved/draft.ts';
import { type OrderAgain, type PurchaseDraft, purchaseDraftKey } from '../../shared/saved/purchase-draft.ts';
import { useSession } from '../../shared/session/session-store.ts';

/**
 * Leads to the purchase page with everything filled in as it was; nothing for an order that waits for its payment. Price and limits are
 * today's: that page says where they differ, and that a tool is no longer sold.
 */
export function OrderAgainButton({ order, ...looks }: { order: Order } & ButtonProps) {
  const uid = useSession().user?.uid;
  if (!order.paid) return null;
  const { toolId, address, city, zip, phone, quantity, unitPrice } = order;
  const begin = () => {
    const draft: PurchaseDraft = { address, city, zip, phone, quantity: String(quantity) };
    // Price and stock on the device may be of yesterday.
    void rereadTools();
    if (uid !== undefined) saveDraft(uid, purchaseDraftKey(toolId), draft);
  };
  const again: OrderAgain = { quantity, unitPrice };
  return (
    <Button
      component={Link}
      to={paths.purchase(toolId)}
      state={{ again }}
      variant="default"
      mih="2.75rem"
      aria-label={`Order again: ${quantity} × ${order.toolsName}`}
      {...looks}
      onClick={begin}
    >
      Order again
    </Button>
  );
}
