import type { Order } from '@karigar/bff/contracts';
import { Money } from '../../shared/ui/money.tsx';
import { ToolPicture } from '../../shared/ui/tool-picture.tsx';
import classes from './payment-summary.module.css';

/** What is paid, for whom, and how much the card is charged. */
export function PaymentSummary({ order }: { order: Order }) {
  return (
    <section className={classes.card} aria-labelledby="payment-summary">
      <ToolPicture src={order.image} name={order.toolsName} className={classes.picture ?? ''} eager />
      <div className={classes.words}>
        <h2 id="payment-summary" className={classes.name}>
          {order.toolsName}
        </h2>
        <dl className={classes.facts}>
          <div>
            <dt>Name</dt>
            <dd>{order.name}</dd>
          </div>
          <div>
            <dt>Quantity</dt>
            <dd className="tabular">{order.quantity}</dd>
          </div>
          <div>
            <dt>Unit price</dt>
            <dd>
              <Money amount={order.unitPrice} />
            </dd>
          </div>
          <div>
            <dt>Total price</dt>
            <dd>
              <Money amount={order.price} />
            </dd>
          </div>
        </dl>
        <p className={classes.charge}>
          <span>Your card is charged</span> <Money amount={order.price} />
        </p>
      </div>
    </section>
  );
}
