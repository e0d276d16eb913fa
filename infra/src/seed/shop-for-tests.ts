import { demoAccounts } from '../stack/demo-environment.ts';
import type { Stack } from '../stack/start-stack.ts';
import { newMark } from './new-mark.ts';
import { type ShopClient, type SignedIn, shopClient, signInVerified } from './shop-client.ts';
import { ShopHttp } from './shop-http.ts';
import { openTools, placeOrder } from './tools-and-orders.ts';

/** A running shop as a test uses it: over HTTP, with an admin. */
export interface ShopForTests {
  client: ShopClient;
  admin: SignedIn;
  /** Makes a customer, who orders one piece of a new tool and pays it. */
  paidOrder(): Promise<{ orderId: string; buyer: SignedIn }>;
}

/** Opens a shop for a test; makes the admin of the demo. */
export async function shopForTests({
  url,
  emulatorHost,
}: Pick<Stack, 'url' | 'emulatorHost'>): Promise<ShopForTests> {
  const client = shopClient(url);
  const admin = await signInVerified(client, emulatorHost ?? '', demoAccounts[1]);
  return {
    client,
    admin,
    async paidOrder() {
      const [toolId = ''] = await openTools(url, admin, [5], `Test chisel ${newMark()}`);
      const email = `buyer-${newMark()}@karigar.example`;
      const buyer = await client.signUpOrIn({ name: 'Test Buyer', email, password: 'Karigar-test!' });
      const orderId = await placeOrder(new ShopHttp(url), { buyer, toolId });
      await client.pay(buyer, orderId);
      return { orderId, buyer };
    },
  };
}
