import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../stack/demo-environment.ts';
import type { Stack } from '../stack/start-stack.ts';
import { newMark } from './new-mark.ts';
import { verifyEmail } from './seed-shop.ts';
import { type ShopClient, type SignedIn, shopClient } from './shop-client.ts';

/** A running shop as a test uses it: over HTTP, with an admin. */
export interface ShopForTests {
  client: ShopClient;
  admin: SignedIn;
  /** Makes a customer, who orders one piece of a new tool and pays it. */
  paidOrder(): Promise<{ orderId: string; buyer: SignedIn }>;
}

/** Opens a shop for a test; makes the admin of the demo. */
export async function shopForTests(stack: Pick<Stack, 'url' | 'emulatorHost'>): Promise<ShopForTests> {
  const client = shopClient(stack.url);
  const account = demoAccounts[1];
  await client.signUpOrIn(account);
  await verifyEmail(stack.emulatorHost ?? '', account.email);
  const admin = await client.signUpOrIn(account);
  return {
    client,
    admin,
    async paidOrder() {
      const tool = await client.call<{ insertedId: string }>('POST', '/tools', {
        token: admin.token,
        body: {
          name: `Test chisel ${newMark()}`,
          price: 7,
          minOrderQuantity: 1,
          availableQuantity: 5,
          description:
            'A chisel that only exists in a test, described at some length so that it is cut on a card.',
          image: 'https://pictures.karigar.example/chisel.webp',
        },
      });
      const buyer = await client.signUpOrIn({
        name: 'Test Buyer',
        email: `buyer-${newMark()}@karigar.example`,
        password: 'Karigar-test!',
      });
      const { email, name } = buyer;
      const { insertedId: orderId } = await client.call<{ insertedId: string }>('POST', '/orders', {
        token: buyer.token,
        idempotencyKey: randomUUID(),
        body: {
          ...{ toolId: tool.insertedId, email, name, quantity: 1 },
          ...{ address: 'House 1, Road 2', city: 'Dhaka', zip: '1207' },
        },
      });
      await client.pay(buyer, orderId);
      return { orderId, buyer };
    },
  };
}
