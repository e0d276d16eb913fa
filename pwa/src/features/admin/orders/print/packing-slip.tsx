import type { ShopConfig } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import type { CSSProperties } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { QrCodeGenerateResult } from 'uqr';
import { failureText } from '../../../../shared/api/failure.ts';
import { paths } from '../../../../shared/paths.ts';
import { loadConfig } from '../../../../shared/saved/shop-config.ts';
import { shopTime } from '../../../../shared/ui/time.ts';
import { notifyFailure } from '../../../../shared/ui/toast.ts';
import { isOnHold, type ShownOrder } from '../model/order.ts';
import classes from './print.module.css';

const day = shopTime({ dateStyle: 'long' }, 'en');

/** The address of an order, which its code leads to. */
const addressOf = (order: ShownOrder): string =>
  new URL(paths.order(showNumber(order.number)), location.origin).href;

interface SlipProps {
  order: ShownOrder;
  contact: ShopConfig['contact'];
  /** The code of the order's address. */
  code: QrCodeGenerateResult;
}

/** One page for a parcel: sender, receiver, tool and quantity. No prices: the parcel may be a present. */
function PackingSlip({ order, contact, code: { data, size } }: SlipProps) {
  const { name, address, city, zip, phone, toolsName, quantity } = order;
  const number = showNumber(order.number);
  const characters = [name, address, city, zip, phone, toolsName].join('').length;
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <section
      className={classes.slip}
      style={{ '--characters': characters } as CSSProperties}
      aria-label={`Packing slip ${number}`}
    >
      <div className={classes.top}>
        <div className={classes.sender}>
          <p>From</p>
          <strong>Karigar</strong>
          <p>{contact.address}</p>
          <p>{contact.phone}</p>
          <p>{contact.email}</p>
        </div>
        <div className={classes.mark}>
          <svg
            className={classes.code}
            viewBox={`0 0 ${size} ${size}`}
            shapeRendering="crispEdges"
            role="img"
            aria-label={`Code of ${addressOf(order)}`}
          >
            <path d={dark.join('')} />
          </svg>
          <h1>{number}</h1>
        </div>
      </div>
      <div className={classes.receiver}>
        <p>Deliver to</p>
        <address>
          <strong>{name}</strong>
          <span>{address}</span>
          <span>
            <bdi>{city}</bdi> <bdi>{zip}</bdi>
          </span>
          {phone !== '' && <strong>{phone}</strong>}
        </address>
      </div>
      <div className={classes.content}>
        <strong>{toolsName}</strong>
        <strong>× {quantity}</strong>
        <p>Ordered on {day(order.createdAt)}</p>
      </div>
      {isOnHold(order) ? (
        <p className={classes.hold}>HOLD: do not ship</p>
      ) : (
        <div className={classes.signature}>
          <span>Received by (name, signature)</span>
          <span>Date</span>
        </div>
      )}
    </section>
  );
}

const sheet = document.createElement('div');
sheet.className = classes.sheet ?? '';
const root = createRoot(sheet);

/** Takes the slips out of the page. */
function clear(): void {
  sheet.remove();
  root.render(null);
}
window.addEventListener('afterprint', clear);

/**
 * Opens the browser's print dialogue with the packing slips of these orders alone, one page each, as one print job; the screen itself
 * stays as it is. Shows a toast when it fails. Settles once the dialogue is open or, where it holds the page up, closed.
 */
export async function printSlips(orders: readonly ShownOrder[]): Promise<void> {
  if (orders.length === 0) return;
  try {
    const [{ encode }, { contact }] = await Promise.all([import('uqr'), loadConfig()]);
    const slips = orders.map((order) => (
      <PackingSlip
        key={order._id}
        order={order}
        contact={contact}
        // With the quiet margin that scanners need.
        code={encode(addressOf(order), { ecc: 'M', border: 4 })}
      />
    ));
    flushSync(() => root.render(slips));
    document.body.append(sheet);
    window.print();
  } catch (error) {
    clear();
    notifyFailure(`The packing slips could not be prepared. ${failureText(error)}`);
  }
}
