import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import type { Account } from '../../measuring/accounts.ts';
import { type Answer, ShopHttp } from '../../measuring/shop-http.ts';
import type { ShopUnderTest } from '../shop-under-test.ts';
import type { ShownList } from './shown-lists.ts';

/** My Orders keeps and shows so many of the newest. */
const newest = 300;
const pageSize = 100;

const totalOf = (answer: Answer) => Number(answer.headers.get('x-total-count'));

/** What My Orders of a person has to show now. */
export async function toldMyOrders(shop: ShopUnderTest, { email, token }: Account): Promise<ShownList> {
  const http = new ShopHttp(shop.url, 10_000);
  const states = new Map<string, string>();
  let total = 0;
  let cursor: string | null = '';
  while (cursor !== null && states.size < newest) {
    const path = `/api/orders/${email}?limit=${pageSize}${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const answer: Answer = await http.must('GET', path, { token });
    for (const order of answer.body as Order[]) states.set(showNumber(order.number), marksOf(order));
    total = totalOf(answer);
    cursor = answer.headers.get('x-next-cursor');
  }
  return { total, states, loadedAgain: false };
}

/** What Manage All Orders has to show now of the orders that it shows: its rows stay where they are, and only their states follow. */
export async function toldManageOrders(shop: ShopUnderTest, shown: ShownList): Promise<ShownList> {
  const http = new ShopHttp(shop.url, 10_000);
  const { token } = shop.admin;
  const total = totalOf(await http.must('GET', '/api/orders?limit=1', { token }));
  const states = new Map<string, string>();
  await Promise.all(
    [...shown.states.keys()].map(async (id) => {
      const answer = await http.call('GET', `/api/orders/order/${id}`, { token });
      states.set(id, answer.status === 200 ? stateOf(answer.body as Order) : 'deleted');
    }),
  );
  return { total, states, loadedAgain: false };
}

const marksOf = ({ paid, status }: Order): string =>
  [...(paid ? ['paid'] : []), ...(status === 'Shipped' ? ['shipped'] : [])].join(' ') || 'unpaid';

function stateOf({ paid, status, refund, price }: Order): string {
  if (refund?.whole === true) return refund.amount < price ? 'refund-due' : 'refunded';
  if (status === 'Shipped') return 'shipped';
  return paid ? 'paid' : 'unpaid';
}
