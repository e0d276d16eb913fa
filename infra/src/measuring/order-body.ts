import type { Account } from './accounts.ts';
import type { ShopHttp } from './shop-http.ts';

/** Gives what a person sends to order pieces of a tool. */
export function orderBody({ email }: { email: string }, toolId: string | undefined, { quantity = 1 } = {}) {
  return { toolId, email, address: '12 Lake Road, Dhanmondi', city: 'Dhaka', zip: '1207', quantity };
}

/** Has a person order pieces of a tool; gives the order and how long it took. Throws when it is refused. */
export async function placeOrder(
  http: ShopHttp,
  { buyer, toolId, quantity = 1 }: { buyer: Account; toolId: string; quantity?: number },
): Promise<{ orderId: string; ms: number }> {
  const body = orderBody(buyer, toolId, { quantity });
  const { body: answer, ms } = await http.must('POST', '/api/orders', { token: buyer.token, body });
  return { orderId: (answer as { insertedId: string }).insertedId, ms };
}
