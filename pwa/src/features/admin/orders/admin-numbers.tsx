import type { Stats } from '@karigar/bff/contracts';
import { Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/paths.ts';
import { formatMoney } from '../../../shared/ui/money.tsx';
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
  const numbers = [
    { figure: stats.orders.paid, words: 'To ship', to: `${paths.manageOrders}?status=pending&paid=true` },
    {
      figure: stats.orders.unpaid,
      words: `Unpaid, worth ${formatMoney(stats.awaitingPayment)}`,
      to: `${paths.manageOrders}?paid=false`,
    },
    { figure: formatMoney(stats.revenue), words: 'Revenue', to: `${paths.manageOrders}?paid=true` },
    { figure: stats.lowStock.length, words: 'Low on stock', to: `${paths.manageProducts}?low=1` },
  ];
  return (
    <section aria-label="Numbers of the shop">
      <div className={classes.numbers}>
        {numbers.map(({ figure, words, to }) => (
          <Link key={to} className={classes.number} to={to}>
            <Text span className={classes.figure}>
              {figure}
            </Text>
            <Text span size="sm">
              {words}
            </Text>
          </Link>
        ))}
      </div>
      <StateBar orders={stats.orders} />
    </section>
  );
}
