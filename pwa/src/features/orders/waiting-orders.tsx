import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { discardOutboxEntry, sendNow } from '../../shared/db/outbox.ts';
import { paths } from '../../shared/paths.ts';
import { Money } from '../../shared/ui/money.tsx';
import { ToolPicture } from '../../shared/ui/tool-picture.tsx';
import type { WaitingOrder } from './order-list.ts';
import classes from './waiting-orders.module.css';

const words: Record<WaitingOrder['status'], string> = {
  saved: 'Saved on this phone, not sent yet',
  sending: 'Sending: the shop has not answered yet',
  refused: 'Not ordered',
};

/** Orders that only this device knows: where each stands, and what may still be done with it. */
export function WaitingOrders({ orders }: { orders: WaitingOrder[] }) {
  return (
    <section className={classes.section} aria-labelledby="waiting-title">
      <div className={classes.title}>
        <h2 id="waiting-title">On the way to the shop</h2>
        {orders.some(({ status }) => status !== 'refused') && (
          <Button variant="default" onClick={() => void sendNow()}>
            Send now
          </Button>
        )}
      </div>
      <ul className={classes.list}>
        {orders.map((entry) => (
          <li key={entry.id} className={classes.row} data-status={entry.status}>
            <div className={classes.thumb}>
              <ToolPicture src={entry.work.picture} name={entry.work.order.toolsName} sizes="96px" />
            </div>
            <div className={classes.words}>
              <strong>{entry.work.order.toolsName}</strong>
              <span>
                {entry.work.order.quantity} × <Money amount={entry.work.order.unitPrice} />
              </span>
              <span className={classes.state} role="status">
                {words[entry.status]}
                {entry.status === 'refused' && `: ${entry.refusal.detail}`}
              </span>
            </div>
            {entry.status !== 'sending' && (
              <div className={classes.actions}>
                <Button component={Link} to={paths.purchase(entry.work.order.toolId)} variant="default">
                  {entry.status === 'refused' ? 'Decide' : 'Edit'}
                </Button>
                <Button variant="subtle" onClick={() => void discardOutboxEntry(entry.id)}>
                  Discard
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
