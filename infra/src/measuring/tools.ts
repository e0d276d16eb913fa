import type { Account } from './accounts.ts';
import { ShopHttp } from './shop-http.ts';

/** Adds one tool per entry of `stock` (pieces available, from 1) to the shop and gives their ids. Throws when refused. */
export async function openTools(url: string, admin: Account, stock: readonly number[]): Promise<string[]> {
  const shop = new ShopHttp(url, 30_000);
  const ids: string[] = [];
  for (const [index, availableQuantity] of stock.entries()) {
    const answer = await shop.must('POST', '/api/tools', {
      token: admin.token,
      body: {
        name: `Measured chisel no. ${index + 1}`,
        price: 12 + index,
        minOrderQuantity: 1,
        availableQuantity,
        description:
          'A firmer chisel with a handle of sheesham wood, ground by hand and ready for the bench.',
        image: `/images/measured-${index + 1}.webp`,
      },
    });
    ids.push((answer.body as { insertedId: string }).insertedId);
  }
  return ids;
}
