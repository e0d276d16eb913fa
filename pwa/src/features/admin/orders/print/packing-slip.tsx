import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { failureText } from '../../../../shared/api/failure.ts';
import { loadConfig } from '../../../../shared/saved/shop-config.ts';
import { notifyFailure } from '../../../../shared/ui/toast.ts';
import type { AnyOrder } from '../model/order-words.ts';
import classes from './packing-slip.module.css';

/** Takes the slips of the last printing out of the page. */
let clear = (): void => undefined;

/**
 * Opens the browser's print dialogue with the packing slips of these orders alone, one page each, as one print job; the screen itself
 * stays as it is. Shows a toast when it fails. Settles once the dialogue is open or, where it holds the page up, closed.
 */
export async function printSlips(orders: readonly AnyOrder[]): Promise<void> {
  if (orders.length === 0) return;
  try {
    const [{ PackingSlip }, { contact }] = await Promise.all([
      import('./packing-slip-sheet.tsx'),
      loadConfig(),
    ]);
    clear();
    const sheet = document.createElement('div');
    sheet.className = classes.sheet ?? '';
    document.body.append(sheet);
    const root = createRoot(sheet);
    const remove = () => {
      window.removeEventListener('afterprint', remove);
      root.unmount();
      sheet.remove();
      clear = () => undefined;
    };
    clear = remove;
    flushSync(() =>
      root.render(orders.map((order) => <PackingSlip key={order._id} order={order} contact={contact} />)),
    );
    window.addEventListener('afterprint', remove);
    window.print();
  } catch (error) {
    clear();
    notifyFailure(`The packing slips could not be prepared. ${failureText(error)}`);
  }
}
