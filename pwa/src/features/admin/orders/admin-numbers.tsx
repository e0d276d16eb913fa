import type { Stats } from '@karigar/bff/contracts';
import { Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/paths.ts';
import { Money } from '../../../shared/ui/money.tsx';
import classes from './admin-numbers.module.css';

/** The parts of the bar: how many orders stand in each state. */
const states = [
  { id: 'unpaid', label: 'Unpaid' },
  { id: 'paid', label: 'To ship' },
  { id: 'shipped', label: 'Shipped' },
] as const;

/** How the living orders divide, as one bar with the figures written under it. */
function StateBar({ orders }: { orders: Stats['orders'] }) {
  const all = states.reduce((sum, { id }) => sum + orders[id], 0);
  if (all === 0) return null;
  return (
    <figure className={classes.chart}>
      <div className={classes.bar} aria-hidden>
        {states.map(({ id }) => (
          <span key={id} data-state={id} style={{ flexGrow: orders[id] }} />
        ))}
      </div>
      <figcaption className={classes.legend}>
        {states.map(({ id, label }) => (
          <span key={id} data-state={id}>
            {label} {Math.round((orders[id] / all) * 100)} %
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** The numbers of the day, each leading to the list behind it. */
export function AdminNumbers({ stats }: { stats: Stats | undefined }) {
  if (!stats) {
    return (
      <div aria-hidden>
        <div className={classes.numbers}>
          {['ship', 'unpaid', 'revenue', 'stock'].map((id) => (
            <Skeleton key={id} height={88} radius="md" />
          ))}
        </div>
        <Skeleton height={38} mt="md" radius="md" />
      </div>
    );
  }
  return (
    <section aria-label="Numbers of the shop">
      <div className={classes.numbers}>
        <Link className={classes.number} to={`${paths.manageOrders}?status=pending&paid=true`}>
          <Text span className={classes.figure}>
            {stats.orders.paid}
          </Text>
          <Text span size="sm">
            To ship
          </Text>
        </Link>
        <Link className={classes.number} to={`${paths.manageOrders}?paid=false`}>
          <Text span className={classes.figure}>
            {stats.orders.unpaid}
          </Text>
          <Text span size="sm">
            Unpaid, worth <Money amount={stats.awaitingPayment} />
          </Text>
        </Link>
        <Link className={classes.number} to={`${paths.manageOrders}?paid=true`}>
          <Text span className={classes.figure}>
            <Money amount={stats.revenue} />
          </Text>
          <Text span size="sm">
            Revenue
          </Text>
        </Link>
        <Link className={classes.number} to={`${paths.manageProducts}?low=1`}>
          <Text span className={classes.figure}>
            {stats.lowStock.length}
          </Text>
          <Text span size="sm">
            Low on stock
          </Text>
        </Link>
      </div>
      <StateBar orders={stats.orders} />
    </section>
  );
}
