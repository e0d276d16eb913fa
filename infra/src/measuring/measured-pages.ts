import { ShopHttp } from '../seed/shop-http.ts';
import { placeOrder } from '../seed/tools-and-orders.ts';
import type { Account } from './accounts.ts';
import type { MeasuredShop } from './measured-shop.ts';

/** A page that is measured; `usable` is a selector of what a person came for. */
export interface MeasuredPage {
  key: string;
  name: string;
  path: string;
  usable: string;
  /** Who has to be signed in. */
  buyer?: Account;
}

/** The pages that are measured, in a shop with one order by its first buyer. */
export async function measuredPages({ url, buyers: [buyer] }: MeasuredShop): Promise<MeasuredPage[]> {
  const http = new ShopHttp(url);
  const [tool] = (await http.must('GET', '/api/tools')).body as { _id: string; minOrderQuantity: number }[];
  if (buyer === undefined || tool === undefined) throw new Error('The shop needs a buyer and a tool');
  await placeOrder(http, { buyer, toolId: tool._id, quantity: tool.minOrderQuantity });
  return [
    { key: 'home', name: 'home', path: '/', usable: '#our-tools a[href^="/tools/"]' },
    { key: 'tools', name: 'all tools', path: '/tools', usable: 'h1' },
    { key: 'tool', name: 'one tool', path: `/tools/${tool._id}`, usable: 'h1' },
    { key: 'purchase', name: 'purchase', path: `/purchase/${tool._id}`, usable: 'h1', buyer },
    { key: 'myOrders', name: 'My Orders', path: '/dashboard/myorders', usable: 'h1', buyer },
  ];
}
