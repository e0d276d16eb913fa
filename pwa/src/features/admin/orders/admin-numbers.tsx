import type { Stats } from '@karigar/bff/contracts';
import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/paths.ts';
import { formatMoney } from '../../../shared/ui/money.tsx';
import classes from './admin-numbers.module.css';

/** Stands in the place of a figure that is not known yet: what is below must not move when it comes. */
const unknown = '…';

/** The money of the shop and what runs low, each leading to the list behind it. */
export function AdminNumbers({ stats }: { stats: Stats | undefined }) {
  const numbers = [
    {
      figure: stats ? formatMoney(stats.revenue) : unknown,
      words: 'Net revenue',
      to: `${paths.manageOrders}?tab=shipped`,
    },
    {
      figure: stats ? formatMoney(stats.awaitingPayment) : unknown,
      words: 'Value of unpaid orders',
      to: `${paths.manageOrders}?tab=unpaid`,
    },
    {
      figure: stats ? formatMoney(stats.givenBack) : unknown,
      words: 'Refunded',
      to: `${paths.manageOrders}?tab=all&refunded=true`,
    },
    { figure: stats?.lowStock.length ?? unknown, words: 'Low on stock', to: `${paths.manageProducts}?low=1` },
  ];
  return (
    <section aria-label="Shop figures" className={classes.numbers}>
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
    </section>
  );
}
