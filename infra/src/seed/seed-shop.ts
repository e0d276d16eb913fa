import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ObjectStore } from '@karigar/events';
import { demoAccounts } from '../stack/demo-environment.ts';
import { customerPassword, demoCustomers, demoUserProfile, demoUserReview } from './demo-people.ts';
import { addressOfPicture, pictures, storeEncodedPictures } from './demo-pictures.ts';
import { accountAt, type ShopClient, type SignedIn, shopClient, signInVerified } from './shop-client.ts';
import { ApiRefusal } from './shop-http.ts';
import { type CatalogueTool, toolCatalogue } from './tool-catalogue.ts';

interface Tool {
  _id: string;
  name: string;
  minOrderQuantity: number;
  price: number;
}

/**
 * Fills the shop at `url` through its API: accounts, tools with their pictures, reviews, and orders in every state. Where `objects`, the storage of
 * the shop, is given, the pictures are stored there encoded, and not uploaded. Each step may be repeated: accounts and tools are looked up first, reviews and orders carry fixed idempotency keys.
 * Throws when the shop refuses a step.
 */
export async function seedShop(url: string, emulatorHost: string, objects?: ObjectStore): Promise<void> {
  const client = shopClient(url, `http://${emulatorHost}`);
  const [userAccount, adminAccount] = demoAccounts;
  const signIn = (account: Parameters<ShopClient['signUpOrIn']>[0]) =>
    signInVerified(client, emulatorHost, account);
  const [user, admin] = [await signIn(userAccount), await signIn(adminAccount)];
  if (objects !== undefined) await storeEncodedPictures(objects);
  const imageOf = (tool: CatalogueTool) =>
    objects === undefined ? uploadPicture(client, admin, tool) : addressOfPicture(tool.picture);
  await seedTools(client, admin, imageOf);
  const customers: SignedIn[] = [];
  for (const { name, email } of demoCustomers)
    customers.push(await signIn({ name, email, password: customerPassword }));
  await client.call('PUT', `/userinfo/${encodeURIComponent(user.email)}`, {
    body: demoUserProfile,
    token: user.token,
  });
  await seedOrders(client, { user, admin, customers });
  await seedReviews(client, user, customers);
}

/**
 * Makes the accounts that the login page shows anew where they are missing: a visitor of the demo may have erased them. Those that are
 * there stay as they are, whatever password they have now.
 */
export async function restoreDemoAccounts(url: string, emulatorHost: string): Promise<void> {
  const client = shopClient(url, `http://${emulatorHost}`);
  for (const account of demoAccounts)
    if ((await accountAt(emulatorHost, account.email)) === undefined)
      await signInVerified(client, emulatorHost, account);
}

async function seedTools(
  client: ShopClient,
  admin: SignedIn,
  imageOf: (tool: CatalogueTool) => string | Promise<string>,
): Promise<void> {
  const there = new Set((await client.call<Tool[]>('GET', '/tools')).map((tool) => tool.name));
  for (const tool of toolCatalogue) {
    if (there.has(tool.name)) continue;
    const { picture: _, ...fields } = tool;
    await addTool(client, admin, { ...fields, image: await imageOf(tool) });
  }
}

/** Adds a tool once, also when the shop is too busy to know whether it was added (503). */
async function addTool(
  client: ShopClient,
  admin: SignedIn,
  body: { name: string; image: string },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.call('POST', '/tools', { body, token: admin.token, once: true });
      return;
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.answer.status !== 503 || attempt === 10) throw error;
      await pause(1000);
      const tools = await client.call<Tool[]>('GET', '/tools');
      if (tools.some((tool) => tool.name === body.name)) return;
    }
  }
}

async function uploadPicture(client: ShopClient, admin: SignedIn, tool: CatalogueTool): Promise<string> {
  const bytes = readFileSync(join(pictures, tool.picture));
  const form = new FormData();
  form.append('image', new Blob([bytes], { type: 'image/webp' }), tool.picture);
  const answer = await client.call<{ data: { url: string } }>('POST', '/images', {
    form,
    token: admin.token,
  });
  return answer.data.url;
}

/** Adds the reviews; the orders come first, so that some of their authors are verified buyers. */
async function seedReviews(
  client: ShopClient,
  user: SignedIn,
  customers: readonly SignedIn[],
): Promise<void> {
  const tools = await client.call<Tool[]>('GET', '/tools');
  const review = (person: SignedIn, body: object) =>
    client.call('POST', '/reviews', {
      body,
      token: person.token,
      idempotencyKey: `seed-review-${person.email}`,
    });
  for (const [index, { tool, review: body }] of demoCustomers.entries()) {
    const toolId = tools.find(({ name }) => name === tool)?._id;
    const author = customers[index];
    if (author !== undefined) await review(author, { ...body, ...(toolId !== undefined && { toolId }) });
  }
  await review(user, demoUserReview);
}

type OrderState = 'unpaid' | 'paid' | 'shipped';

async function seedOrders(
  client: ShopClient,
  people: { user: SignedIn; admin: SignedIn; customers: SignedIn[] },
): Promise<void> {
  const tools = await client.call<Tool[]>('GET', '/tools');
  const { user, admin, customers } = people;
  const [first = user, second = user, third = user] = customers;
  const orders: { by: SignedIn; tool: string; state: OrderState }[] = [
    { by: first, tool: 'Claw Hammer 16 oz', state: 'shipped' },
    { by: third, tool: 'Tape Measure 5 metre', state: 'shipped' },
    { by: user, tool: 'Combination Spanner Set, 3 pieces', state: 'shipped' },
    { by: second, tool: 'Steel Toolbox 18 inch', state: 'paid' },
    { by: user, tool: 'Cordless Drill 18 V', state: 'paid' },
    { by: first, tool: 'Brick Trowel 11 inch', state: 'unpaid' },
    { by: user, tool: 'Box Spirit Level 16 inch', state: 'unpaid' },
  ];
  for (const [index, { by, tool: name, state }] of orders.entries()) {
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined) continue;
    const placed = await client.call<{ insertedId: string; order: { paid: boolean } }>('POST', '/orders', {
      idempotencyKey: `seed-order-${index}`,
      token: by.token,
      body: {
        toolId: tool._id,
        toolsName: tool.name,
        email: by.email,
        name: by.name,
        address: 'House 12, Road 7, Dhanmondi',
        city: 'Dhaka',
        zip: '1209',
        quantity: tool.minOrderQuantity,
        unitPrice: tool.price,
      },
    });
    if (state === 'unpaid') continue;
    if (!placed.order.paid) await client.pay(by, placed.insertedId);
    if (state === 'shipped') {
      await client.call('PUT', `/order/${placed.insertedId}`, {
        body: { status: 'Shipped' },
        token: admin.token,
      });
    }
  }
}
