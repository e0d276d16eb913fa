import type { MeasuredShop } from './measured-shop.ts';
import { orderBody } from './order-body.ts';
import { ShopHttp } from './shop-http.ts';

/** A page that is measured; `usable` is a selector of what a person came for. */
interface MeasuredPage {
  key: string;
  name: string;
  path: string;
  usable: string;
  /** Whether it needs a person who is signed in. */
  signedIn: boolean;
}

/** The pages that are measured, in a shop with one order by its first buyer. */
export async function measuredPages(shop: MeasuredShop): Promise<MeasuredPage[]> {
  const [buyer] = shop.buyers;
  const http = new ShopHttp(shop.url);
  const tools = (await http.must('GET', '/api/tools')).body as { _id: string; minOrderQuantity: number }[];
  if (buyer === undefined || tools[0] === undefined) throw new Error('The shop needs a buyer and a tool');
  await http.must('POST', '/api/orders', {
    token: buyer.token,
    key: `pages-${process.pid}`,
    body: orderBody(buyer, tools[0]._id, { quantity: tools[0].minOrderQuantity }),
  });
  return [
    { key: 'home', name: 'home', path: '/', usable: '#our-tools a[href^="/tools/"]', signedIn: false },
    { key: 'tools', name: 'all tools', path: '/tools', usable: 'h1', signedIn: false },
    { key: 'tool', name: 'one tool', path: `/tools/${tools[0]._id}`, usable: 'h1', signedIn: false },
    { key: 'purchase', name: 'purchase', path: `/purchase/${tools[0]._id}`, usable: 'h1', signedIn: true },
    { key: 'myOrders', name: 'My Orders', path: '/dashboard/myorders', usable: 'h1', signedIn: true },
  ];
}
