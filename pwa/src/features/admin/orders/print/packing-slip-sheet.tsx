import type { ShopConfig } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import type { CSSProperties } from 'react';
import { encode } from 'uqr';
import { paths } from '../../../../shared/paths.ts';
import { shopTime } from '../../../../shared/ui/time.ts';
import { isOnHold } from '../model/order-questions.ts';
import type { AnyOrder } from '../model/order-words.ts';
import classes from './packing-slip.module.css';

const day = shopTime({ dateStyle: 'long' }, 'en');

/** One page for a parcel: sender, receiver, tool and quantity. No prices: the parcel may be a present. */
export function PackingSlip({ order, contact }: { order: AnyOrder; contact: ShopConfig['contact'] }) {
  const { name, address, city, zip, phone, toolsName, quantity } = order;
  const number = showNumber(order.number);
  const characters = [name, address, city, zip, phone, toolsName].join('').length;
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
          <OrderCode text={new URL(paths.order(number), location.origin).href} />
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

/** A QR code of `text`, with the quiet margin that scanners need, as large as its place. */
function OrderCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={`Code of ${text}`}
    >
      <path d={dark.join('')} />
    </svg>
  );
}
