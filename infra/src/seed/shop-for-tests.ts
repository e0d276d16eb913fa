import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../stack/demo-environment.ts';
import type { Stack } from '../stack/start-stack.ts';
import { newMark } from './new-mark.ts';
import { verifyEmail } from './seed-shop.ts';
import { type ShopClient, type SignedIn, shopClient } from './shop-client.ts';

/** A running shop as a test uses it: over HTTP, with an admin and as many customers as it wants. */
export interface ShopForTests {
  client: ShopClient;
  admin: SignedIn;
  /** Makes new customers with accounts of their own. */
  customers(count: number): Promise<SignedIn[]>;
  /** Adds a tool with this stock and gives its id. */
  tool(stock: number, options?: { price?: number; minOrderQuantity?: number }): Promise<string>;
  /** Gives the stock that `GET /tools/{id}` shows. */
  available(toolId: string): Promise<number>;
  /** Places an order of one piece; a new idempotency key unless one is given. Gives the order's id. */
  order(buyer: SignedIn, toolId: string, idempotencyKey?: string): Promise<string>;
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
    async customers(count) {
      const made: SignedIn[] = [];
      while (made.length < count) {
        const batch = Array.from({ length: Math.min(20, count - made.length) }, () => ({
          name: 'Test Buyer',
          email: `buyer-${newMark()}@karigar.example`,
          password: 'Karigar-test!',
        }));
        made.push(...(await Promise.all(batch.map((person) => client.signUpOrIn(person)))));
      }
      return made;
    },
    async tool(stock, { price = 7, minOrderQuantity = 1 } = {}) {
      const { insertedId } = await client.call<{ insertedId: string }>('POST', '/tools', {
        token: admin.token,
        body: {
          name: `Test chisel ${newMark()}`,
          price,
          minOrderQuantity,
          availableQuantity: stock,
          description:
            'A chisel that only exists in a test, described at some length so that it is cut on a card.',
          image: 'https://pictures.karigar.example/chisel.webp',
        },
      });
      return insertedId;
    },
    async available(toolId) {
      const tool = await client.call<{ availableQuantity: number }>('GET', `/tools/${toolId}`);
      return tool.availableQuantity;
    },
    async order(buyer, toolId, idempotencyKey = randomUUID()) {
      const { insertedId } = await client.call<{ insertedId: string }>('POST', '/orders', {
        token: buyer.token,
        idempotencyKey,
        body: {
          toolId,
          email: buyer.email,
          name: buyer.name,
          address: 'House 1, Road 2',
          city: 'Dhaka',
          zip: '1207',
          quantity: 1,
        },
      });
      return insertedId;
    },
  };
}
