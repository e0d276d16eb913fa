import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import type { Account } from '../../measuring/accounts.ts';
import { type Answer, ShopHttp } from '../../measuring/shop-http.ts';
import type { ShopUnderTest } from '../shop-under-test.ts';
import type { ShownList } from './shown-lists.ts';

/** My Orders keeps the newest, in so many pages of the API. */
const myOrders = { pageSize: 100, pages: 3 };
const allOrders = { pageSize: 1_000, pages: Number.POSITIVE_INFINITY };

/** What My Orders of a person has to show now. */
export async function toldMyOrders(shop: ShopUnderTest, { email, token }: Account): Promise<ShownList> {
  const { total, orders } = await readOrders(shop, `/api/orders/${email}`, token, myOrders);
  const states = new Map(orders.map((order) => [showNumber(order.number), marksOf(order)]));
  return { total, states, loadedAgain: false };
}

/** What Manage All Orders has to show now of the orders that it shows: its rows stay where they are, and only their states follow. */
export async function toldManageOrders(shop: ShopUnderTest, shown: ShownList): Promise<ShownList> {
  const { total, orders } = await readOrders(shop, '/api/orders', shop.admin.token, allOrders);
  const byId = new Map(orders.map((order) => [order._id, stateOf(order)]));
  const states = new Map([...shown.states.keys()].map((id) => [id, byId.get(id) ?? 'deleted']));
  return { total, states, loadedAgain: false };
}

async function readOrders(
  { url }: ShopUnderTest,
  list: string,
  token: string,
  { pageSize, pages }: { pageSize: number; pages: number },
): Promise<{ total: number; orders: Order[] }> {
  const http = new ShopHttp(url, 10_000);
  const orders: Order[] = [];
  for (let page = 1, cursor = ''; ; page += 1) {
    const answer: Answer = await http.must('GET', `${list}?limit=${pageSize}${cursor}`, { token });
    orders.push(...(answer.body as Order[]));
    const next = answer.headers.get('x-next-cursor');
    if (next === null || page === pages)
      return { total: Number(answer.headers.get('x-total-count')), orders };
    cursor = `&cursor=${next}`;
  }
}

const marksOf = ({ paid, status }: Order): string =>
  [...(paid ? ['paid'] : []), ...(status === 'Shipped' ? ['shipped'] : [])].join(' ') || 'unpaid';

function stateOf({ paid, status, refund, price }: Order): string {
  if (refund?.whole === true) return refund.amount < price ? 'refund-due' : 'refunded';
  if (status === 'Shipped') return 'shipped';
  return paid ? 'paid' : 'unpaid';
}
