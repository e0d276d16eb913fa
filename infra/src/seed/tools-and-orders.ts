import type { SignedIn } from './shop-client.ts';
import { ShopHttp } from './shop-http.ts';

/** Adds one tool per entry of `stock` (pieces available, from 1) to the shop and gives their ids. Throws when refused. */
export async function openTools(
  url: string,
  { token }: SignedIn,
  stock: readonly number[],
  name = 'Measured chisel no.',
): Promise<string[]> {
  const shop = new ShopHttp(url, 30_000);
  const ids: string[] = [];
  for (const [index, availableQuantity] of stock.entries()) {
    const answer = await shop.must('POST', '/api/tools', {
      token,
      body: {
        name: `${name} ${index + 1}`,
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

/** Gives what a person sends to order pieces of a tool. */
export function orderBody(
  { email, name }: Pick<SignedIn, 'email' | 'name'>,
  toolId: string | undefined,
  { quantity = 1 } = {},
) {
  const place = { address: '12 Lake Road, Dhanmondi', city: 'Dhaka', zip: '1207' };
  return { toolId, email, name, quantity, ...place };
}

/** Has a person order pieces of a tool; gives the order. Throws when it is refused. */
export async function placeOrder(
  http: ShopHttp,
  { buyer, toolId, quantity = 1 }: { buyer: SignedIn; toolId: string; quantity?: number },
): Promise<string> {
  const body = orderBody(buyer, toolId, { quantity });
  const { body: answer } = await http.must('POST', '/api/orders', { token: buyer.token, body });
  return (answer as { insertedId: string }).insertedId;
}
