import type { Order } from '@karigar/bff/contracts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import classes from './manage-orders-page.module.css';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

/** The sheet that goes into the parcel: what, how many and to whom. No prices: the parcel may be a present. */
function PackingSlip({ order }: { order: Order }) {
  return (
    <div>
      <h1>Packing slip</h1>
      <p>
        Order {order._id}, placed on {day.format(new Date(order.createdAt))}
      </p>
      <h2>Deliver to</h2>
      <address>
        {order.name}
        <br />
        {order.address}
        <br />
        {order.city} {order.zip}
        <br />
        {order.email}
      </address>
      <table>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">Pieces</th>
            <th scope="col">Packed</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{order.toolsName}</td>
            <td>{order.quantity}</td>
            <td>☐</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** Opens the browser's print dialogue with the slip alone on the page; the screen itself stays as it is. */
export function printPackingSlip(order: Order): void {
  const sheet = document.createElement('div');
  sheet.className = classes.sheet ?? '';
  document.body.append(sheet);
  const root = createRoot(sheet);
  flushSync(() => root.render(<PackingSlip order={order} />));
  window.addEventListener(
    'afterprint',
    () => {
      root.unmount();
      sheet.remove();
    },
    { once: true },
  );
  window.print();
}
